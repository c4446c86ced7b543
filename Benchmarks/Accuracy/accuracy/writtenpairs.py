"""Pairs of pictures that differ in one word, digit or sign, and copies of them and of photographs, asked of `photos match`."""
import argparse, collections, io, os, tempfile

import numpy as np
from PIL import Image, ImageFilter

from . import written
from .photos import Photos, build

REPOSITORY = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
# Text of less than this is not read with certainty, so it is counted apart: the height of the font in pixels of the
# smaller picture.
READABLE = 12
_SCALER = Image.Resampling


def jpeg(picture, quality, subsampling="4:2:0"):
    buffer = io.BytesIO()
    picture.save(buffer, "JPEG", quality=quality, subsampling=subsampling)
    return buffer.getvalue()


def again(picture, quality):
    return Image.open(io.BytesIO(jpeg(picture, quality))).convert("RGB")


def fitted(picture, side, scaler=_SCALER.LANCZOS):
    scale = side / max(picture.size)
    return picture if scale >= 1 else picture.resize([max(1, round(length * scale)) for length in picture.size], scaler)


def sharpened(picture, percent):
    return picture.filter(ImageFilter.UnsharpMask(radius=0.7, percent=percent, threshold=0))


COPIES = {
    "quality 92": lambda picture: jpeg(picture, 92),
    "quality 75": lambda picture: jpeg(picture, 75),
    "quality 50": lambda picture: jpeg(picture, 50),
    "4:4:4": lambda picture: jpeg(picture, 85, "4:4:4"),
    "encoded twice": lambda picture: jpeg(again(picture, 75), 60),
    "2048 px, sharpened": lambda picture: jpeg(sharpened(fitted(picture, 2048), 40), 85),
    "1080 px, sharpened": lambda picture: jpeg(sharpened(fitted(picture, 1080), 60), 72),
    "messenger": lambda picture: jpeg(fitted(again(fitted(picture, 1600), 75), 1280, _SCALER.BILINEAR), 60),
    "half, sharpened": lambda picture: jpeg(sharpened(fitted(picture, max(picture.size) // 2, _SCALER.BICUBIC), 80), 88, "4:4:4"),
    "640 px, bilinear": lambda picture: jpeg(fitted(picture, 640, _SCALER.BILINEAR), 70),
    "640 px, area": lambda picture: jpeg(fitted(picture, 640, _SCALER.BOX), 85),
    "640 px": lambda picture: jpeg(fitted(picture, 640), 85),
    "320 px": lambda picture: jpeg(fitted(picture, 320, _SCALER.HAMMING), 80),
}
ASKED_OF_OTHERS = ("quality 92", "quality 50", "1080 px, sharpened", "messenger", "640 px")


def options():
    parser = argparse.ArgumentParser(
        prog="Benchmarks/Accuracy/written",
        description="Makes pictures with text, and others in which one word, digit or sign differs. Imports the first ones and the "
        "photographs, and asks `photos match` for copies of all of them.")
    parser.add_argument("folders", nargs="+", metavar="FOLDER", help="with photographs, JPEG or PNG; nothing is written there")
    parser.add_argument("--photos", metavar="BINARY", help="default: builds this checkout")
    parser.add_argument("--pairs", type=int, default=512, metavar="N", help="default: %(default)s")
    parser.add_argument("--half", type=int, choices=(0, 1), help="only the pairs and photographs of this half: 0 is for fitting")
    parser.add_argument("--copies", type=int, default=4, metavar="N", help="of each picture; default: %(default)s")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), metavar="N", help="default: all cores")
    parser.add_argument("--misses", action="store_true", help="print each wrong answer and each copy that was not found")
    return parser.parse_args()


def main():
    chosen = options()
    photos = Photos(chosen.photos or build(REPOSITORY), chosen.jobs)
    grounds = list(_files(chosen.folders))
    with tempfile.TemporaryDirectory(prefix="written-") as work:
        asked, stored = _made(work, grounds, chosen)
        library = os.path.join(work, "library")
        assets = photos.imported(library, stored)
        answers = photos.matched(library, list(asked))
        _print(asked, answers, assets, chosen.misses)
    return 0


def _files(folders):
    for folder in folders:
        for parent, _, names in sorted(os.walk(folder)):
            for name in sorted(names):
                if name.lower().endswith((".jpg", ".jpeg", ".png")):
                    yield os.path.join(parent, name)


def _opened(path):
    with Image.open(path) as picture:
        return fitted(picture.convert("RGB"), 1600)


def _made(work, grounds, chosen):
    """Writes all files; returns for each asked file what it is, and the stored files."""
    asked, stored = {}, []

    def write(name, data):
        path = os.path.join(work, name)
        with open(path, "wb") as file:
            file.write(data)
        return path

    def copies(name, picture, original, kinds, **about):
        for number, kind in enumerate(kinds):
            data = COPIES[kind](picture)
            with Image.open(io.BytesIO(data)) as small:
                scale = max(small.size) / max(picture.size)
            asked[write(f"{name}-{number}.jpg", data)] = dict(about, copy=kind, original=original, scale=scale)

    numbers = [number for number in range(len(written.KINDS) * chosen.pairs) if chosen.half in (None, number // 12 % 2)]
    for number in numbers[:chosen.pairs]:
        kind = list(written.KINDS)[number % len(written.KINDS)]
        ground = _opened(grounds[number * 5 % len(grounds)]) if kind in written.ON_PHOTOGRAPHS else None
        pair, random = written.pair(kind, number, ground), np.random.default_rng(number)
        original = write(f"{number}.jpg", jpeg(pair.picture, 90))
        stored.append(original)
        about = dict(kind=kind, change=pair.change, size=pair.size, texts=pair.texts)
        others = random.choice(ASKED_OF_OTHERS, 2, replace=False)
        copies(f"{number}-other", pair.other, original, others, label="other", **about)
        copies(f"{number}-same", pair.picture, original, random.choice(list(COPIES), chosen.copies, replace=False), label="same", **about)
    for number, path in enumerate(grounds):
        if chosen.half in (None, number % 2):
            picture = _opened(path)
            original = write(f"photo-{number}.jpg", jpeg(picture, 92))
            stored.append(original)
            copies(f"photo-{number}", picture, original, COPIES, label="same", kind="photographs", size=0, texts=(os.path.basename(path), ""), change="")
    return asked, stored


def _print(asked, answers, assets, prints_misses):
    rows = collections.defaultdict(collections.Counter)
    for path, about in asked.items():
        answer, right = answers[path], assets[about["original"]]
        found = answer["localIdentifier"] if answer["status"] == "found" else None
        kind = about["kind"]
        if about["label"] == "same":
            outcome = "found" if found == right else "wrong" if found else "missed"
        else:
            readable = about["size"] * min(1, about["scale"]) >= READABLE
            outcome = ("read" if readable else "small") + (" wrong" if found else "")
        for row in (kind, "all"):
            rows[row][outcome] += 1
        if prints_misses and (found not in (None, right) or about["label"] == "other" and found or outcome == "missed"):
            print(outcome, kind, about["change"], about["copy"], f"{about['size'] * min(1, about['scale']):.1f} px", *about["texts"], answer["status"],
                  *(one["reason"] for one in answer["candidates"]), sep=" | ")
    print("| pictures | copies: asked | found | wrong | other text: asked | found | smaller text: asked | found |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for row, counts in rows.items():
        same = counts["found"] + counts["missed"] + counts["wrong"]
        numbers = [same, counts["found"], counts["wrong"]]
        for size in ("read", "small"):
            numbers += [counts[size] + counts[f"{size} wrong"], counts[f"{size} wrong"]]
        print(f"| {row} | " + " | ".join(map(str, numbers)) + " |")
