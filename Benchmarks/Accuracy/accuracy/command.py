"""The command line: finds originals, makes variants, asks, counts, reports."""
import argparse, os, sys, tempfile, time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor

import PIL

from . import answers, libraries, limits, originals, programs, report, stored, tables, variants
from .outcomes import ERROR, RIGHT
from .photos import Photos, build

# Of re-encoded photos; the others are doubles within the folders.
LEAST_RIGHT = 0.9
REPOSITORY = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", "..", ".."))


def options():
    parser = argparse.ArgumentParser(
        prog="Benchmarks/Accuracy/run",
        description="How often does photos find the right photo by content, and how often a wrong one? Writes report.html, "
        "answers.csv and summary.json.")
    parser.add_argument("folders", nargs="*", metavar="FOLDER", help="with photos, JPEG or PNG; nothing is written there")
    parser.add_argument("--photos", metavar="BINARY", help="a release build (default: builds this checkout)")
    parser.add_argument("--out", metavar="DIR", help="default: accuracy-report; with --again, that folder")
    parser.add_argument("--limit", type=int, metavar="N", help="of the originals, a fixed spread of N")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), metavar="N", help="default: all cores")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of every random choice; default: %(default)s")
    parser.add_argument(
        "--megapixels", type=float, default=3, metavar="N", help="larger originals are reduced; default: %(default)s")
    parser.add_argument(
        "--quick", action="store_true",
        help="12 photos of at most 0.4 megapixels; fails if a wrong photo was found, or few right ones")
    parser.add_argument(
        "--again", metavar="DIR", help="asks nothing: makes page and tables again from the files that an earlier run left in DIR")
    parser.add_argument(
        "--limits", metavar="NAME,…",
        help="asks nothing: compares the variants, chooses these limits of verification on one half of the photos, and says "
        "what every limit does on both halves")
    chosen = parser.parse_args()
    if bool(chosen.folders) == bool(chosen.again):
        parser.error("Name folders with photos, or --again with the folder of an earlier report.")
    chosen.limits = [name for name in (chosen.limits or "").split(",") if name]
    for name in chosen.limits:
        if name not in limits.STANDARD:
            parser.error(f"There is no limit {name}. There are: {', '.join(limits.STANDARD)}.")
    chosen.out = chosen.out or chosen.again or "accuracy-report"
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
    if chosen.again and chosen.limits:
        print(limits.report(limits.read(chosen.again), chosen.limits))
        return 0
    if chosen.again:
        return again(chosen.again, chosen.out)
    photos = Photos(chosen.photos or build(REPOSITORY))
    stages = Stages()
    with tempfile.TemporaryDirectory(prefix="accuracy-") as work:
        return run(chosen, photos, work, stages)


def run(chosen, photos, work, stages):
    found, left_out = originals.find(chosen.folders, chosen.megapixels, work, chosen.jobs, chosen.limit)
    if not found:
        sys.exit("No photos in these folders: JPEG or PNG with a short side of 160 pixels and more.")
    libraries.write_originals(found, work)
    stages.done(f"{len(found)} originals of {len({original.group for original in found})} photos")
    with ProcessPoolExecutor(chosen.jobs) as pool:
        count = len(found)
        parts = list(pool.map(variants.make, found, [work] * count, [chosen.seed] * count))
    made = [variant for *_, part in parts for variant in part]
    for original, (_, light, _) in zip(found, parts, strict=True):
        original.light = light
    stages.done(f"{len(made)} variants, each with and without EXIF")
    asked = (limits.CONDITIONS, limits.FORMS) if chosen.limits else (variants.CONDITIONS, answers.FORMS)
    given = answers.identifiers(photos, made, found, work, chosen.jobs, *asked)
    stages.done(f"{len(given)} identifiers")
    files = [variant.path(work, "stripped", found[variant.photo].name) for variant in made]
    files += [libraries.original_path(work, "stripped", original) for original in found]
    hashed = photos.hashed(files)
    stages.done("hashes")
    if chosen.limits:
        unfit = set.union(*tables.flat_and_damaged(found, hashed, work))
        pairs = limits.pairs(limits.tasks(found, made, given, hashed, unfit, work), chosen.jobs)
        limits.write(chosen.out, pairs)
        stages.done(f"{len(pairs.names):,} comparisons")
        print(limits.report(pairs, chosen.limits))
        return 0
    plans = list(libraries.plans(found, made))
    judged = answers.all_answers(photos, plans, given, found, made, work, chosen.jobs)
    stages.done(f"{len(judged)} answers")
    results = tables.results(found, [own for own, *_ in parts], made, judged, plans, hashed, work)
    counts = results.counts()
    compared = ({}, {}) if chosen.quick else programs.compared(found, made, results.flat | results.damaged, work)
    stages.done("counts, and other programs")
    facts = {
        "photos": photos.version,
        "signature version": next(item["signatureVersion"] for item in hashed.values() if "hash" in item),
        "originals": len(found), "photos in them": len({original.group for original in found}),
        "flat": len(results.flat), "damaged": len(results.damaged), "variants": len(made), "answers": len(judged),
        "files left out": ", ".join(f"{count} {why}" for why, count in Counter(left_out.values()).most_common()),
        "seed": chosen.seed, "megapixels at most": chosen.megapixels, "Pillow": PIL.__version__}
    stored.write(chosen.out, results, counts, compared, facts)
    pictures = report.worth_a_look(results, work)
    write_page(chosen.out, report.page(results, counts, compared, facts, tables.candidate_recall(results), pictures))
    stages.done(f"report in {chosen.out}")
    failures = said(results, counts)
    return 1 if chosen.quick and failures else 0


def again(folder, out):
    """The page keeps its section of pictures: they are in no other file."""
    results, counts, compared, facts, recall = stored.read(folder)
    pictures = stored.page_section(folder, report.WORTH_A_LOOK, report.ALL_COUNTS)
    write_page(out, report.page(results, counts, compared, facts, recall, pictures))
    said(results, counts)
    return 0


def write_page(out, page):
    os.makedirs(out, exist_ok=True)
    with open(os.path.join(out, stored.PAGE), "w", encoding="utf-8") as file:
        file.write(page)


def said(results, counts):
    """Prints tables and headline; returns what failed."""
    failures = failed(results, counts)
    wrong, words = tables.headline(results, counts)
    print(tables.short(results, counts), f"{wrong:,} {words}.", *failures, sep="\n\n")
    return failures


def failed(results, counts):
    """What no change may break, in words."""
    reencoded = tables.summed(counts, ["re-encode"], "originals", "stripped", "full")
    wrong, errors = len(results.wrong()), sum(answer.outcome == ERROR for answer in results.answers)
    failures = [f"{wrong} answers chose a wrong photo."] * bool(wrong) + [f"{errors} answers are errors."] * bool(errors)
    if reencoded[RIGHT] < LEAST_RIGHT * reencoded.total():
        failures.append(f"Only {reencoded[RIGHT]} of {reencoded.total()} re-encoded photos were found.")
    return failures
