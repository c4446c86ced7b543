"""Cropped, mirrored and framed copies, and screenshots: at which place `photos match --similar` names their photo."""
import argparse, os, tempfile
from collections import Counter
from concurrent.futures import ProcessPoolExecutor

import numpy as np
from PIL import Image, ImageDraw, ImageFont, ImageOps

from . import originals
from .command import REPOSITORY, Stages
from .photos import Photos, build
from .pictures import upright_rgb

LONGEST_SIDE, QUALITY, SCREEN = 1080, 80, (1080, 2160)


def crop(side, is_centred):
    def cropped(picture, random):
        size = [round(length * side) for length in picture.size]
        room = [whole - part for whole, part in zip(picture.size, size)]
        x, y = [length // 2 for length in room] if is_centred else [int(random.integers(0, length + 1)) for length in room]
        return picture.crop((x, y, x + size[0], y + size[1]))

    return cropped


def border(side, colour):
    return lambda picture, random: ImageOps.expand(picture, max(1, round(min(picture.size) * side)), colour)


def on_screen(picture, colour, room):
    """The picture in the middle of a screen, as large as it fits into the screen without `room`."""
    width, height = SCREEN
    scale = min(width / picture.width, (height - room) / picture.height)
    size = [max(1, round(length * scale)) for length in picture.size]
    screen = Image.new("RGB", SCREEN, colour)
    screen.paste(picture.resize(size, Image.Resampling.BICUBIC), ((width - size[0]) // 2, (height - size[1]) // 2))
    return screen


def phone(picture, random):
    """A screenshot of a viewer with a clock, a battery and four buttons, dark or light."""
    colour, ink = [("black", "white"), ("white", "black")][int(random.integers(2))]
    screen = on_screen(picture, colour, 300)
    draw, bottom = ImageDraw.Draw(screen), SCREEN[1]
    draw.text((60, 25), "12:47", fill=ink, font=ImageFont.load_default(size=40))
    draw.rectangle((930, 30, 1010, 66), outline=ink, width=4)
    draw.rectangle((938, 38, 990, 58), fill=ink)
    for x in (150, 400, 650, 900):
        draw.ellipse((x - 25, bottom - 95, x + 25, bottom - 45), outline=ink, width=5)
    return screen


COPIES = {
    **{f"crop to {round(side * 100)} % of each side, {place}": crop(side, place == "centred")
       for side in (0.75, 0.85, 0.95) for place in ("centred", "moved")},
    "border of 2 %, white": border(0.02, "white"),
    "border of 5 %, black": border(0.05, "black"),
    "border of 10 %, white": border(0.1, "white"),
    "border of 10 %, brown": border(0.1, (90, 60, 40)),
    "mirrored": lambda picture, random: ImageOps.mirror(picture),
    "screen with black bars": lambda picture, random: on_screen(picture, "black", 0),
    "screenshot of a phone": phone,
}


def options():
    parser = argparse.ArgumentParser(
        prog="Benchmarks/Accuracy/similar",
        description="Makes cropped, mirrored and framed copies of photos, and looks them up with `photos match --similar` in a "
        "library of all photos, and in one without the photos that are looked up.")
    parser.add_argument("folders", nargs="+", metavar="FOLDER", help="with photos, JPEG or PNG; nothing is written there")
    parser.add_argument("--photos", metavar="BINARY", help="a release build (default: builds this checkout)")
    parser.add_argument("--limit", type=int, default=60, metavar="N", help="of the photos looked up; default: %(default)s")
    parser.add_argument("--half", type=int, choices=(0, 1), help="look up photos of this half only")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), metavar="N", help="default: all cores")
    parser.add_argument(
        "--megapixels", type=float, default=1, metavar="N", help="larger photos are reduced; default: %(default)s")
    return parser.parse_args()


def main():
    chosen = options()
    photos, stages = Photos(chosen.photos or build(REPOSITORY), chosen.jobs), Stages()
    with tempfile.TemporaryDirectory(prefix="similar-") as work:
        found, _ = originals.find(chosen.folders, originals.PHOTOGRAPH, chosen.megapixels, work, chosen.jobs)
        asked = _asked(found, chosen)
        with ProcessPoolExecutor(chosen.jobs) as pool:
            list(pool.map(_make, asked, [work] * len(asked), chunksize=4))
        stages.done(f"{len(asked)} of {len(found)} photos")
        digests = {original.digest for original in asked}
        for title, stored in [
            ("library of all photos", found),
            ("library without the photos looked up", [original for original in found if original.digest not in digests]),
        ]:
            library = os.path.join(work, title.replace(" ", "-"))
            assets = photos.imported(library, [original.path for original in stored])
            digest_of = {assets[original.path]: original.digest for original in stored}
            answers = _answers(photos, library, work, asked)
            stages.done(title)
            _print(f"{title}: {len(set(assets.values()))} assets", answers, digest_of)
    return 0


def _asked(found, chosen):
    """Photos of the half, spread over the folders."""
    those = [original for original in found if chosen.half in (None, original.half)]
    return sorted(those, key=lambda original: original.digest)[:chosen.limit]


def _path(work, original, number):
    return os.path.join(work, "copies", f"{original.name}.{number}.jpg")


def _make(original, work):
    os.makedirs(os.path.join(work, "copies"), exist_ok=True)
    with Image.open(original.path) as picture:
        picture = upright_rgb(picture)
    for number, make in enumerate(COPIES.values()):
        copy = make(picture, np.random.default_rng([number, int(original.digest[:8], 16)]))
        copy.thumbnail((LONGEST_SIDE, LONGEST_SIDE), Image.Resampling.LANCZOS)
        copy.save(_path(work, original, number), "JPEG", quality=QUALITY)


def _answers(photos, library, work, asked):
    """For each kind of copy the photos and their answers."""
    wanted = {_path(work, original, number): (kind, original) for number, kind in enumerate(COPIES) for original in asked}
    answers = {kind: [] for kind in COPIES}
    for item in photos.lines("match", "--library", library, "--similar", "--files-from", "-", "-0", lines=wanted, end="\0"):
        kind, original = wanted[item["path"]]
        answers[kind].append((original, item))
    return answers


def _print(title, answers, digest_of):
    print(f"\n{title}\n")
    print("| copies | asked | found | already a candidate | first | among the first five | another photo named | files with one |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for kind, asked in answers.items():
        counts = Counter()
        for original, item in asked:
            named = [digest_of[match["localIdentifier"]] for match in item.get("partialMatches") or []]
            right = [digest == original.digest for digest in named]
            counts["found"] += item["status"] == "found"
            counts["candidate"] += any(digest_of[one["localIdentifier"]] == original.digest for one in item["candidates"])
            counts["first"] += right[:1] == [True]
            counts["five"] += any(right)
            counts["others"] += right.count(False)
            counts["with others"] += False in right
        numbers = [counts[name] for name in ("found", "candidate", "first", "five", "others", "with others")]
        print(f"| {kind} | {len(asked)} | " + " | ".join(map(str, numbers)) + " |")
