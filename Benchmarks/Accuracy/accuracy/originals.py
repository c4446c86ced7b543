"""Which pictures of the folders are originals: each with one right answer, in one of two halves."""
import datetime, hashlib, io, os, re
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass

import numpy as np
from PIL import Image

from . import containers, peers
from .pictures import upright_rgb

SMALLEST_SIDE = 160
# Two files whose dHash differs by no more show the same picture, or look as if they did: only the first of them is taken, so that
# each picture has one right answer.
RESEMBLES_BITS = 6
PHOTOGRAPH, DRAWING, FRAME = "photograph", "drawing", "frame"
FITTING, REPORTING = 0, 1
FIRST_TIME = datetime.datetime(2019, 3, 2, 9, 0, 0)
CAMERAS = [("OpenCam", "One"), ("OpenCam", "Two"), ("Lumen", "L7")]


@dataclass
class Original:
    name: str
    """Unique, and good in file names."""
    path: str
    extension: str
    digest: str
    size: tuple
    """Pixels as displayed."""
    orientation: int
    dhash: int
    kind: str
    """photograph, drawing, or frame of a real scene."""
    scene: str = ""
    """Equal for real frames of one scene."""
    number: int = 0
    quality: int = 0
    """As `photos hash` says: 0 (flat) to 100."""

    @property
    def time(self):
        """An invented capture time of its own, minutes from all others."""
        milliseconds = int(self.digest[:4], 16) % 1000
        return FIRST_TIME + datetime.timedelta(minutes=17 * self.number, milliseconds=milliseconds)

    @property
    def camera(self):
        return CAMERAS[self.number % len(CAMERAS)]

    @property
    def half(self):
        """By the digest of the file: limits are fitted on one half and reported on the other."""
        return hashlib.sha256(self.digest.encode()).digest()[0] % 2


def find(folders, kind, megapixels, work, jobs, limit=None, beside=()):
    """The pictures of folders as originals in `work`/found (without metadata but for an orientation), and what was left out.

    Those that resemble one of `beside` are left out, too.
    """
    target = os.path.join(work, "found")
    os.makedirs(target, exist_ok=True)
    kept, left_out, seen = [], {}, set()
    for result, path in _prepared(_pictures(folders), kind, target, megapixels, jobs):
        if isinstance(result, str):
            left_out[path] = result
        elif seen & {result[0].digest, result[1]}:
            left_out[path] = "double"
        elif any((result[0].dhash ^ other.dhash).bit_count() <= RESEMBLES_BITS for other in (*beside, *kept)):
            left_out[path] = "resembles another"
        else:
            seen |= {result[0].digest, result[1]}
            kept.append(result[0])
    if limit:  # a fixed spread over the folders, whatever their order
        kept = sorted(kept, key=lambda original: original.digest)[:limit]
        kept.sort(key=lambda original: original.path)
    return kept, left_out


def frames(folder, megapixels, work, jobs):
    """Real bursts, brackets, sequences: each folder in `folder` that has pictures is a scene, its pictures are frames."""
    target = os.path.join(work, "frames")
    os.makedirs(target, exist_ok=True)
    found, seen = [], set()
    for result, path in _prepared(_pictures([folder]), FRAME, target, megapixels, jobs):
        if not isinstance(result, str) and result[0].digest not in seen:
            seen.add(result[0].digest)
            result[0].scene = os.path.relpath(os.path.dirname(path), folder)
            found.append(result[0])
    return found


def hashed(originals, photos):
    """Those that decoders agree about, numbered by place, with their quality. Decoders differ in what they make of damage."""
    said = photos.hashed([original.path for original in originals])
    whole = [original for original in originals if said[original.path].get("condition") == "ok"]
    for number, original in enumerate(whole):
        original.number, original.quality = number, said[original.path]["quality"]
    return whole


def _pictures(folders):
    return sorted(
        os.path.join(root, name)
        for folder in folders for root, _, names in os.walk(folder) for name in names
        if name.lower().endswith((".jpg", ".jpeg", ".jpe", ".png", ".webp")))


def _prepared(files, kind, target, megapixels, jobs):
    with ProcessPoolExecutor(jobs) as pool:
        count = len(files)
        prepared = pool.map(_prepare, files, [kind] * count, [target] * count, [megapixels] * count, chunksize=4)
        yield from zip(prepared, files)


def _prepare(path, kind, target, megapixels):
    """An original and its pixels' digest, or why the file is none."""
    with open(path, "rb") as file:
        data = file.read()
    try:
        picture = Image.open(io.BytesIO(data))
        if picture.format not in ("JPEG", "PNG", "MPO", "WEBP"):
            return "format"
        if min(picture.size) < SMALLEST_SIDE:
            return "small"
        if picture.mode not in ("RGB", "L", "P", "RGBA", "LA", "1", "I;16"):
            return "colour space"
        if picture.mode != "RGB" and "icc_profile" in picture.info:
            return "colour profile of a gray or transparent picture"
        is_png = data.startswith(containers.PNG_START)
        gamma = containers.png_gamma(data) if is_png else None
        if gamma is not None and abs(gamma - 1 / 2.2) > 0.01:
            return "gamma, which Pillow ignores"
        if is_png and getattr(picture, "n_frames", 1) > 1:
            return "animated"
        orientation = picture.getexif().get(containers.ORIENTATION, 1)
        orientation = orientation if orientation in range(1, 9) else 1
        upright = upright_rgb(picture)
        if picture.format != "WEBP":
            data = containers.with_metadata(data, containers.exif_block(orientation=orientation))
    except Exception:  # hostile files fail in many ways
        return "not decodable"
    if upright.width * upright.height > megapixels * 1e6 or picture.format == "WEBP":
        scale = min(1, (megapixels * 1e6 / (upright.width * upright.height)) ** 0.5)
        size = (round(upright.width * scale), round(upright.height * scale))
        upright, buffer = upright.resize(size, Image.Resampling.LANCZOS), io.BytesIO()
        profile = picture.info.get("icc_profile")
        upright.save(buffer, "JPEG", quality=92, **({"icc_profile": profile} if profile else {}))
        data, orientation, is_png = buffer.getvalue(), 1, False
    gray = np.asarray(upright.convert("L").resize((64, 64), Image.Resampling.BOX), float)
    if gray.std() < 1:
        return "a single colour"
    digest = hashlib.sha256(data).hexdigest()
    stem = re.sub(r"[^A-Za-z0-9]+", "_", os.path.splitext(os.path.basename(path))[0])[:30]
    name, extension = f"{digest[:8]}_{stem}", "png" if is_png else "jpg"
    with open(os.path.join(target, f"{name}.{extension}"), "wb") as file:
        file.write(data)
    original = Original(
        name=name, path=os.path.join(target, f"{name}.{extension}"), extension=extension, digest=digest, size=upright.size,
        orientation=orientation, dhash=peers.dhash(upright.convert("L")), kind=kind)
    return original, hashlib.sha256(upright.tobytes()).hexdigest()
