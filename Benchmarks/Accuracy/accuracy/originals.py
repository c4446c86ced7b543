"""Which pictures of the folders are photos of their own, and which of them show the same photo."""
import datetime, hashlib, io, os, re
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass

import numpy as np
from PIL import Image

from . import containers, peers
from .pictures import upright_rgb

SMALLEST_SIDE = 160
# Two files whose dHash differs by no more are taken for the same photo, unless their names say: frames of a sequence. Frames of
# a burst without such names pass for one photo, too: answers that name another file of the group are counted apart (MATE).
SAME_PHOTO_BITS = 4
# Frames of films and of stereo cameras, by the names that test sets give them.
SEQUENCE_NAMES = re.compile(r"(?:(f|frame)_?\d{3,}|(?:left|right)(\d)\d|(basketball)\d|(aloe)[LR]|(leuven)[AB])")
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
    group: int = 0
    """Equal for files that show the same photo."""
    sequence: str = ""
    """Equal for frames of one sequence: siblings, never the same photo."""
    half: int = 0
    light: float = 0
    """Mean luma, levels; known when its variants were made."""
    number: int = 0

    @property
    def time(self):
        """An invented capture time of its own, minutes from all others."""
        milliseconds = int(self.digest[:4], 16) % 1000
        return FIRST_TIME + datetime.timedelta(minutes=17 * self.number, milliseconds=milliseconds)

    @property
    def camera(self):
        return CAMERAS[self.number % len(CAMERAS)]


def find(folders, megapixels, work, jobs, limit=None):
    """Prepares the originals in `work`/originals (without metadata but for an orientation) and tells what was left out."""
    files = sorted(
        os.path.join(root, name)
        for folder in folders for root, _, names in os.walk(folder) for name in names
        if name.lower().endswith((".jpg", ".jpeg", ".jpe", ".png")))
    target = os.path.join(work, "originals")
    os.makedirs(target)
    kept, left_out, seen = [], {}, set()
    with ProcessPoolExecutor(jobs) as pool:
        count = len(files)
        prepared = pool.map(_prepare, files, [target] * count, [megapixels] * count, chunksize=4)
        for result, path in zip(prepared, files):
            if isinstance(result, str):
                left_out[path] = result
            elif seen & {result[0].digest, result[1]}:
                left_out[path] = "double"
                if os.path.exists(result[0].path) and result[0].digest not in seen:
                    os.remove(result[0].path)
            else:
                seen |= {result[0].digest, result[1]}
                kept.append(result[0])
    if limit:  # a fixed spread over the folders, whatever their order
        kept = sorted(kept, key=lambda original: original.digest)[:limit]
        kept.sort(key=lambda original: original.path)
    _group(kept)
    return kept, left_out


def _prepare(path, target, megapixels):
    """An original and its pixels' digest, or why the file is none."""
    with open(path, "rb") as file:
        data = file.read()
    try:
        picture = Image.open(io.BytesIO(data))
        if picture.format not in ("JPEG", "PNG", "MPO"):
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
        data = containers.with_metadata(data, containers.exif_block(orientation=orientation))
    except Exception:  # hostile files fail in many ways
        return "not decodable"
    if upright.width * upright.height > megapixels * 1e6:
        scale = (megapixels * 1e6 / (upright.width * upright.height)) ** 0.5
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
        orientation=orientation, dhash=peers.dhash(upright.convert("L")), sequence=_sequence(path))
    return original, hashlib.sha256(upright.tobytes()).hexdigest()


def _sequence(path):
    folder, name = os.path.split(path)
    match = SEQUENCE_NAMES.fullmatch(os.path.splitext(name)[0])
    return os.path.join(folder, next(filter(None, match.groups()))) if match else ""


def _group(originals):
    """Truth groups by dHash, halves by group and sequence, times by order."""
    for number, original in enumerate(originals):
        original.number = original.group = number
        for earlier in originals[:number]:
            siblings = original.sequence and original.sequence == earlier.sequence
            if not siblings and (original.dhash ^ earlier.dhash).bit_count() <= SAME_PHOTO_BITS:
                original.group = earlier.group
                break
    first_of = {}
    for original in originals:
        belongs = first_of.setdefault(original.group, original.sequence or original.digest)
        original.half = hashlib.sha256(belongs.encode()).digest()[0] % 2
