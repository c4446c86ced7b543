"""The command line: finds originals, makes variants, asks, counts, reports."""
import argparse, csv, json, os, shutil, sys, tempfile, time
from concurrent.futures import ProcessPoolExecutor

from . import answers, libraries, originals, tables, variants
from .photos import Photos, build

REPOSITORY = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", "..", ".."))


def options():
    parser = argparse.ArgumentParser(
        prog="Benchmarks/Accuracy/run",
        description="How often does photos find the right photo by content, and how often a wrong one? Writes report.html, "
        "answers.csv and summary.json.")
    parser.add_argument("folders", nargs="+", metavar="FOLDER", help="with photos, JPEG or PNG; nothing is written there")
    parser.add_argument("--photos", metavar="BINARY", help="a release build (default: builds this checkout)")
    parser.add_argument("--out", default="accuracy-report", metavar="DIR", help="default: %(default)s")
    parser.add_argument("--limit", type=int, metavar="N", help="of the originals, a fixed spread of N")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), metavar="N", help="default: all cores")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of every random choice; default: %(default)s")
    parser.add_argument("--megapixels", type=float, default=3, metavar="N", help="larger originals are reduced; default: %(default)s")
    parser.add_argument("--quick", action="store_true", help="12 photos of at most 0.4 megapixels; fails if a wrong photo was found")
    chosen = parser.parse_args()
    if chosen.quick:
        chosen.limit, chosen.megapixels = chosen.limit or 12, min(chosen.megapixels, 0.4)
    for folder in chosen.folders:
        if not os.path.isdir(folder):
            parser.error(f"{folder} is no folder.")
    return chosen


class Stages:
    """Says what is done and how long it took."""

    def __init__(self):
        self.start = self.last = time.monotonic()

    def done(self, words):
        now = time.monotonic()
        print(f"{now - self.start:6.0f} s  {words} ({now - self.last:.0f} s)", flush=True)
        self.last = now


def main():
    chosen = options()
    photos = Photos(chosen.photos or build(REPOSITORY))
    stages = Stages()
    with tempfile.TemporaryDirectory(prefix="accuracy-") as work:
        return run(chosen, photos, work, stages)


def run(chosen, photos, work, stages):
    found, left_out = originals.find(chosen.folders, chosen.megapixels, work, chosen.jobs, chosen.limit)
    if not found:
        sys.exit("No photos in these folders: JPEG or PNG with a short side of 160 pixels and more.")
    libraries.write_originals(found, work)
    stages.done(f"{len(found)} originals, {len({original.group for original in found})} photos")
    with ProcessPoolExecutor(chosen.jobs) as pool:
        count = len(found)
        parts = list(pool.map(variants.make, found, [work] * count, [chosen.seed] * count))
    made = [variant for _, part in parts for variant in part]
    stages.done(f"{len(made)} variants, each with and without EXIF")
    given = answers.identifiers(photos, made, found, work, chosen.jobs)
    stages.done(f"{len(given)} identifiers")
    plans = list(libraries.plans(found, made))
    judged = answers.all_answers(photos, plans, given, found, made, work, chosen.jobs)
    stages.done(f"{len(judged)} answers")
    paths = [variant.path(work, "stripped", found[variant.photo].name) for variant in made]
    own = [libraries.original_path(work, "stripped", original) for original in found]
    hashed = photos.hashed(paths + own)
    stages.done(f"{len(hashed)} hashes")
    counts = tables.counted(judged, set())
    print(tables.text(counts))
    return 0
