"""The same photos as JPEG and HEIC: which library finds which copies."""
import argparse, io, os, tempfile
from collections import Counter
from concurrent.futures import ProcessPoolExecutor

import pillow_heif
from PIL import Image

from . import originals
from .command import REPOSITORY, Stages
from .photos import Photos, build
from .pictures import DISPLAY_P3, in_srgb, to_display_p3, upright_rgb

pillow_heif.register_heif_opener()
FORMATS = ("JPEG", "HEIC")
# The coding of a photo, by its number in turn: chroma, and how the file states its colours.
KINDS = (("420", "sRGB"), ("444", "sRGB"), ("420", "P3 by ICC"), ("420", "P3 by nclx"))
COPIES = {"quality 90": None, "half the size": 0.5, "1,080 pixels": 1080}


def options():
    parser = argparse.ArgumentParser(
        prog="Benchmarks/Accuracy/formats",
        description="Makes a JPEG and a HEIC of each photo, and smaller copies of each kind, and looks the copies up by their "
        "identifiers in a library of the JPEGs and in a library of the HEICs.")
    parser.add_argument("folders", nargs="+", metavar="FOLDER", help="with photos, JPEG or PNG; nothing is written there")
    parser.add_argument("--real", metavar="FOLDER", help="with HEIC files of cameras, of which copies are made as JPEG")
    parser.add_argument("--photos", metavar="BINARY", help="a release build (default: builds this checkout)")
    parser.add_argument("--limit", type=int, default=300, metavar="N", help="of the photos; default: %(default)s")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), metavar="N", help="default: all cores")
    parser.add_argument(
        "--megapixels", type=float, default=2, metavar="N", help="larger photos are reduced; default: %(default)s")
    return parser.parse_args()


def main():
    chosen = options()
    photos = Photos(chosen.photos or build(REPOSITORY), chosen.jobs)
    stages = Stages()
    with tempfile.TemporaryDirectory(prefix="formats-") as work:
        found, _ = originals.find(chosen.folders, chosen.megapixels, work, chosen.jobs, chosen.limit)
        with ProcessPoolExecutor(chosen.jobs) as pool:
            list(pool.map(_make, found, [work] * len(found), chunksize=4))
        stages.done(f"{len(found)} photos")
        groups = {original.name: original.group for original in found}
        table = {}
        for stored in FORMATS:
            library = _library(photos, work, f"original-{stored}", groups)
            for name in COPIES:
                for format in FORMATS:
                    table[name, format, stored] = _asked(photos, work, _folder(name, format), library, groups)
            stages.done(f"library of {stored}")
        _print("photos", table)
        if chosen.real:
            names = _make_real(chosen.real, work)
            groups = {name: name for name in names}
            library = _library(photos, work, "real-HEIC", groups)
            _print("real HEIC", {
                (name, "JPEG", "HEIC"): _asked(photos, work, f"real-{name}", library, groups) for name in COPIES})
    return 0


def _folder(name, format):
    return f"{name}-{format}"


def _make(original, work):
    """The original and its copies in both formats."""
    with open(original.path, "rb") as file:
        picture = Image.open(io.BytesIO(file.read()))
    profile = picture.info.get("icc_profile") if picture.mode == "RGB" else None
    upright = in_srgb(upright_rgb(picture), profile)
    chroma, colors = KINDS[original.number % len(KINDS)]
    for format in FORMATS:
        _save(upright, os.path.join(work, f"original-{format}", original.name), format, 95, chroma, colors)
        for name, change in COPIES.items():
            # The copies of every second photo keep the profile, those of the others are converted.
            kept = colors if original.number // len(KINDS) % 2 else "sRGB"
            _save(_smaller(upright, change), os.path.join(work, _folder(name, format), original.name), format, 90, "420", kept)


def _smaller(picture, change):
    factor = change if change and change <= 1 else min(1, (change or 10**6) / max(picture.size))
    size = [max(1, round(side * factor)) for side in picture.size]
    return picture if factor == 1 else picture.resize(size, Image.Resampling.LANCZOS)


def _save(picture, path, format, quality, chroma, colors):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    options = {}
    if colors != "sRGB":
        picture = to_display_p3(picture)
        # JPEG has no code points.
        if format == "HEIC" and colors == "P3 by nclx":
            options = {
                "color_primaries": 12, "transfer_characteristics": 13, "matrix_coefficients": 6, "full_range_flag": 1}
        else:
            options = {"icc_profile": DISPLAY_P3}
    if format == "JPEG":
        subsampling = {"420": "4:2:0", "444": "4:4:4"}[chroma]
        picture.save(path + ".jpg", "JPEG", quality=quality, subsampling=subsampling, **options)
    else:
        # The preset decides how long x265 searches, not the quality: this one takes a quarter of the time of the default.
        picture.save(path + ".heic", "HEIF", quality=quality, chroma=chroma, enc_params={"preset": "ultrafast"}, **options)


def _make_real(folder, work):
    """Copies of real files as JPEG. Returns the names of those that libheif reads."""
    names = []
    for root, _, files in os.walk(folder):
        for file in sorted(files):
            stem, extension = os.path.splitext(file)
            if extension.lower() not in (".heic", ".heif") or stem in names:
                continue
            try:
                picture = Image.open(os.path.join(root, file))
                picture.load()
            except (OSError, EOFError, ValueError, RuntimeError):
                continue
            picture = in_srgb(picture.convert("RGB"), picture.info.get("icc_profile"))
            os.makedirs(os.path.join(work, "real-HEIC"), exist_ok=True)
            os.symlink(os.path.abspath(os.path.join(root, file)), os.path.join(work, "real-HEIC", f"{stem}.heic"))
            for name, change in COPIES.items():
                _save(_smaller(picture, change), os.path.join(work, f"real-{name}", stem), "JPEG", 90, "420", "sRGB")
            names.append(stem)
    return names


def _paths(work, folder):
    folder = os.path.join(work, folder)
    return {os.path.realpath(os.path.join(folder, name)): os.path.splitext(name)[0] for name in sorted(os.listdir(folder))}


def _library(photos, work, folder, groups):
    """A library of a folder, and the groups of its photos by local identifier."""
    paths = _paths(work, folder)
    library = os.path.join(work, f"library-{folder}")
    holds = {}
    for path, identifier in photos.imported(library, list(paths)).items():
        holds.setdefault(identifier, set()).add(groups[paths[path]])
    return library, holds


def _asked(photos, work, folder, library, groups):
    """Counts of the answers of a library to the full identifiers of the files of a folder."""
    path, holds = library
    device = os.path.join(work, f"library-{folder}")
    paths = _paths(work, folder)
    local = photos.imported(device, list(paths))
    cloud = photos.identified(device, compact=False)
    answers = photos.resolved(path, [cloud[local[file]] for file in paths])
    counts = Counter()
    for name, answer in zip(paths.values(), answers, strict=True):
        status = answer.get("status") or "error"
        if status == "found" and groups[name] not in holds.get(answer["localIdentifier"], ()):
            status = "wrong"
        counts[status] += 1
    return counts


def _print(title, table):
    print(f"\n{title:14} {'copies':>7} {'library':>8} {'asked':>6} {'found':>6} {'person':>7} {'not':>5} {'other':>6} {'wrong':>6}")
    for (name, format, stored), counts in table.items():
        total = sum(counts.values())
        other = total - sum(counts[key] for key in ("found", "multiple", "notFound", "wrong"))
        print(
            f"{name:14} {format:>7} {stored:>8} {total:>6} {counts['found']:>6} {counts['multiple']:>7} "
            f"{counts['notFound']:>5} {other:>6} {counts['wrong']:>6}   {100 * counts['found'] / total:.1f} %")
