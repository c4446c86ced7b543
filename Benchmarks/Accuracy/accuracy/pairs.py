"""Compares pairs of pictures by the independent program alone, without `photos`: copies, and other frames, of each photo."""
import argparse, io, os, sys, tempfile
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace

import numpy as np
from PIL import Image

from . import frames, limits, renditions
from .originals import FITTING, PHOTOGRAPH, REPORTING, find
from .pictures import fitted, jpeg, upright_rgb
from .variants import EVERYDAY, SHIFTED, Maker

import signature, thumbnail_code, verification  # noqa: E402  (limits has put their folder on the path)

FAINT, PART, DARK = "faint", "part that shows little", "darkened"
KINDS = (PHOTOGRAPH, FAINT, PART, DARK)
FLAT = range(10, limits.FLAT_QUALITY)
# Each frame is made whole or small with this chance: more than in a run with `photos`.
frames.WHOLE, frames.SMALL = 0.2, 0.45


class InMemory(Maker):
    """The variants of one picture, with their files in `files`."""

    def __init__(self, original, picture, seed):
        self.original, self.work, self.seed, self.profile = original, "", seed, None
        self.upright, self.made, self.files, self.data = picture, [], {}, jpeg(picture, quality=92)

    def write(self, variant, condition, data):
        if condition == "stripped":
            self.files[variant.transform] = data


def thumbnail(data):
    """The 64×64 levels of a file and its size. Its Y is decoded at the scale of the article, by Pillow."""
    picture = Image.open(io.BytesIO(data))
    (width, height), eighths = picture.size, 8
    if picture.format == "JPEG":
        eighths = next((scale for scale in (1, 2, 4) if min(picture.size) * scale >= 2048), 8)
        picture.draft("L", (width * eighths // 8, height * eighths // 8))
    luma = np.asarray(picture.convert("L"))
    return signature.thumbnail(luma, width, height, eighths), (width, height)


def quality(picture):
    return signature.quality(np.asarray(picture.convert("L").resize((64, 64), Image.Resampling.BOX)))


def faint(maker):
    """The photo in fog: with the contrast of a flat picture. Nothing if it has not more."""
    levels, random = np.asarray(maker.upright, float), maker.random("faint")
    wanted, white, least, most = random.integers(FLAT.start, FLAT.stop), random.uniform(90, 200), 0.0, 1.0
    for _ in range(8):
        contrast = (least + most) / 2
        fog = Image.fromarray(np.clip(white + (levels - white) * contrast, 0, 255).round().astype(np.uint8))
        least, most = (contrast, most) if quality(fog) < wanted else (least, contrast)
    return fog if quality(fog) in FLAT else None


def part(maker):
    """A part of the photo that is a flat picture; nothing if chance finds none."""
    random, (width, height) = maker.random("part"), maker.upright.size
    for _ in range(40):
        share = random.uniform(0.4, 1)
        x, y = (int(random.integers(0, side - int(side * share) + 1)) for side in (width, height))
        cut = maker.upright.crop((x, y, x + int(width * share), y + int(height * share)))
        if quality(cut) in FLAT:
            return cut
    return None


def compared(original, seed):
    """Of each pair the kind of picture, the row of the benchmark, whether pictures tell it, and a row of `limits.compared`."""
    with open(original.path, "rb") as file:
        maker = InMemory(original, upright_rgb(Image.open(io.BytesIO(file.read()))), seed)
    rows = []
    for kind, picture in ((PHOTOGRAPH, maker.upright), (FAINT, faint(maker)), (PART, part(maker)), (DARK, maker.upright)):
        if picture is None:
            continue
        of = InMemory(original, picture, seed)
        if kind == DARK:
            of.data = renditions.darkened(of, picture)
        else:
            of.reencoded(), of.reduced(), of.services(), frames.make(of)
        rows += [(kind, *row) for row in _compared(of, f"{kind}-{original.name}".replace(" ", "-"))]
    return rows


def _compared(maker, name):
    levels, size = thumbnail(maker.data)
    (picture, step), own = thumbnail_code.decode(thumbnail_code.encode(levels)), int(signature.hash_hex(levels), 16)
    for variant in maker.made:
        if variant.turned or variant.transform in ("orientation-tag", "metadata-dropped"):
            continue
        other, other_size = thumbnail(maker.files[variant.transform])
        measures, agrees = verification.verification(picture, verification.smoothed(other), size, other_size)
        agrees &= (own ^ int(signature.hash_hex(other), 16)).bit_count() <= limits.RADIUS
        yield variant.row, variant.told, (
            maker.original.half, variant.label == "same", agrees, step, measures, (name, variant.transform, "original"))


def main():
    parser = argparse.ArgumentParser(prog="Benchmarks/Accuracy/pairs", description=__doc__)
    parser.add_argument("folders", nargs="+", metavar="FOLDER", help="with photographs; nothing is written there")
    parser.add_argument("--limit", type=int, metavar="N", help="of the photographs, a fixed spread of N")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), metavar="N", help="default: all cores")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of every random choice; default: %(default)s")
    parser.add_argument("--megapixels", type=float, default=0.5, metavar="N", help="larger originals are reduced; default: %(default)s")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as work:
        originals, _ = find(chosen.folders, PHOTOGRAPH, chosen.megapixels, work, chosen.jobs, chosen.limit)
        # Numbers whose variants have neither a capture time nor hashes of other programs.
        originals = [replace(original, number=1) for original in originals]
        with ProcessPoolExecutor(chosen.jobs) as pool:
            rows = [row for each in pool.map(compared, originals, [chosen.seed] * len(originals)) for row in each]
    print(f"{len(originals)} photographs, {len(rows):,} pairs")
    _print(rows)


def _print(rows):
    kinds, labels, told, parts = zip(*rows)
    kinds, labels, told = map(np.array, (kinds, labels, told))
    half, is_copy, agrees, step, measures, names = zip(*parts)
    pairs = limits.Pairs(
        *map(np.array, (half, is_copy, agrees, step)), {name: np.array([each[name] for each in measures]) for name in measures[0]},
        list(names))
    found = pairs.passing(limits.STANDARD)
    classes = {
        "everyday copies": pairs.is_copy & np.isin(labels, (*EVERYDAY, renditions.DARK)),
        "copies half a pixel off": labels == SHIFTED,
        "other frames": ~pairs.is_copy & told, "frames that pictures do not tell": ~pairs.is_copy & ~told}
    print("| half, kind | " + " | ".join(classes) + " |\n" + "| --- " * (len(classes) + 1) + "|")
    for number, words in ((FITTING, "fitting"), (REPORTING, "reporting")):
        for kind in KINDS:
            here = (pairs.half == number) & (kinds == kind)
            cells = [f"{int((found & here & of).sum())} of {int((here & of).sum())}" for of in classes.values()]
            print(f"| {words}, {kind} | " + " | ".join(cells) + " |")
    wrong = Counter(pairs.names[place][1] for place in np.flatnonzero(found & classes["other frames"]))
    print("other frames found: " + (", ".join(f"{count} {name}" for name, count in wrong.most_common()) or "none"))
    _print_margins(pairs, classes)


def _print_margins(pairs, classes):
    """The least possible movement and the least change of light of other frames, as multiples of the limits."""
    movement = verification.possible_movement(pairs.measures) / limits.STANDARD[limits.MOVEMENT]
    light = pairs.measures[limits.RELATIVE_LIGHT] / limits.STANDARD[limits.RELATIVE_LIGHT]
    others = pairs.agrees & classes["other frames"]
    for name in limits.STANDARD:
        if name not in (limits.MOVEMENT, limits.RELATIVE_LIGHT, limits.DETAIL):
            noise = verification.CODING_NOISE.get(name, 0) * pairs.step
            others &= pairs.measures[name] <= np.hypot(limits.STANDARD[name], noise)
    nearest = np.sort(np.maximum(movement, light)[others])[:3]
    copies = np.quantile(np.maximum(movement, light)[pairs.agrees & classes["everyday copies"]], 0.9)
    print(f"nearest other frames: {', '.join(f'{value:.2f}' for value in nearest)} of the limits; 90 % of copies below {copies:.2f}")
