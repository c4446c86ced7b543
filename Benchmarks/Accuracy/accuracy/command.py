"""The command line: finds originals, makes variants, asks, counts, reports."""
import argparse, csv, json, os, sys, tempfile, time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor

import PIL

from . import answers, libraries, originals, programs, report, tables, variants
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
    parser.add_argument("folders", nargs="+", metavar="FOLDER", help="with photos, JPEG or PNG; nothing is written there")
    parser.add_argument("--photos", metavar="BINARY", help="a release build (default: builds this checkout)")
    parser.add_argument("--out", default="accuracy-report", metavar="DIR", help="default: %(default)s")
    parser.add_argument("--limit", type=int, metavar="N", help="of the originals, a fixed spread of N")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), metavar="N", help="default: all cores")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of every random choice; default: %(default)s")
    parser.add_argument(
        "--megapixels", type=float, default=3, metavar="N", help="larger originals are reduced; default: %(default)s")
    parser.add_argument(
        "--quick", action="store_true",
        help="12 photos of at most 0.4 megapixels; fails if a wrong photo was found, or few right ones")
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
    stages.done(f"{len(found)} originals of {len({original.group for original in found})} photos")
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
    files = [variant.path(work, "stripped", found[variant.photo].name) for variant in made]
    files += [libraries.original_path(work, "stripped", original) for original in found]
    hashed = photos.hashed(files)
    results = tables.results(found, [own for own, _ in parts], made, judged, plans, hashed, work)
    counts = results.counts()
    compared = None if chosen.quick else programs.compared(found, made, results.flat | results.damaged, work)
    stages.done("hashes, and other programs")
    facts = {
        "photos": photos.version,
        "signature version": next(item["signatureVersion"] for item in hashed.values() if "hash" in item),
        "originals": len(found), "photos in them": len({original.group for original in found}),
        "flat": len(results.flat), "damaged": len(results.damaged), "variants": len(made), "answers": len(judged),
        "files left out": ", ".join(f"{count} {why}" for why, count in Counter(left_out.values()).most_common()),
        "seed": chosen.seed, "megapixels at most": chosen.megapixels, "Pillow": PIL.__version__}
    write(chosen.out, results, counts, compared, facts, work)
    stages.done(f"report in {chosen.out}")
    print(tables.short(results, counts))
    failures = failed(results, counts)
    print("\n" + ("\n".join(failures) or f"No wrong photo found in {len(judged)} answers."))
    return 1 if chosen.quick and failures else 0


def failed(results, counts):
    """What no change may break, in words."""
    reencoded = tables.summed(counts, ["re-encode"], "originals", "stripped", "full")
    wrong, errors = len(results.wrong()), sum(answer.outcome == ERROR for answer in results.answers)
    failures = [f"{wrong} answers chose a wrong photo."] * bool(wrong) + [f"{errors} answers are errors."] * bool(errors)
    if reencoded[RIGHT] < LEAST_RIGHT * reencoded.total():
        failures.append(f"Only {reencoded[RIGHT]} of {reencoded.total()} re-encoded photos were found.")
    return failures


def write(out, results, counts, compared, facts, work):
    os.makedirs(out, exist_ok=True)
    with open(os.path.join(out, "report.html"), "w", encoding="utf-8") as file:
        file.write(report.page(results, counts, compared, facts, work))
    with open(os.path.join(out, "answers.csv"), "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow([
            "photo", "group", "transform", "row", "label", "library", "exif", "form", "outcome", "evidence", "reason",
            "distance", "candidates", "named photo", "named transform"])
        for answer in results.answers:
            variant, original = answer.variant, results.originals[answer.variant.photo]
            named = (results.originals[answer.named[0]].name, answer.named[1]) if answer.named else ("", "")
            writer.writerow([
                original.name, original.group, variant.transform, results.row(variant), variant.label, answer.library,
                answer.condition, answer.form, answer.outcome, answer.evidence, answer.reason, answer.distance,
                answer.candidates, *named])
    programs_counts, absent, _ = compared or ({}, [], set())
    summary = {
        "facts": facts, "foundWrong": len(results.wrong()), "candidateRecall": tables.candidate_recall(results),
        "counts": [
            {"row": row, "library": library, "exif": condition, "form": form, "asked": counter.total(), **counter,
             "wrongBound": tables.bound(counter)}
            for (row, library, condition, form), counter in counts.items()],
        "programs": {name: dict(counter) for name, counter in programs_counts.items()}, "programsNotRun": absent}
    with open(os.path.join(out, "summary.json"), "w", encoding="utf-8") as file:
        json.dump(summary, file, indent=1)
