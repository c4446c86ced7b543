"""The command line: finds originals, makes variants, asks, counts, reports."""
import argparse, os, statistics, sys, tempfile, time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor, as_completed

import PIL

from . import answers, failures, libraries, limits, originals, report, stored, tables, variants
from .outcomes import ERROR, FILE, IDENTIFIER, RIGHT, WRONG
from .photos import Photos, build

# Of everyday copies of photographs, by files, in a quick run.
LEAST_RIGHT = 0.9
REPOSITORY = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", "..", ".."))


def options():
    parser = argparse.ArgumentParser(
        prog="Benchmarks/Accuracy/run",
        description="How often does photos find the right photo by content, and how often a wrong one? Writes a page with tables "
        "and plots, and the files it was made from.")
    parser.add_argument("folders", nargs="*", metavar="FOLDER", help="with photographs, JPEG or PNG; nothing is written there")
    parser.add_argument("--drawings", nargs="+", default=[], metavar="FOLDER", help="with drawings, screenshots, test patterns")
    parser.add_argument("--scenes", metavar="FOLDER", help="each folder in it has real frames of one scene: a burst, a bracket, a sequence")
    parser.add_argument("--photos", metavar="BINARY", help="a release build (default: builds this checkout)")
    parser.add_argument("--out", metavar="DIR", help="default: accuracy-report; with --again, that folder")
    parser.add_argument("--work", metavar="DIR", help="keeps copies and libraries in this new folder (default: a temporary one)")
    parser.add_argument("--limit", type=int, metavar="N", help="of the photographs, a fixed spread of N; as many drawings at most")
    parser.add_argument("--fitting", type=int, metavar="N", help="of the photographs of the fitting half, a fixed spread of N")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), metavar="N", help="default: all cores")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of every random choice; default: %(default)s")
    parser.add_argument(
        "--megapixels", type=float, default=1, metavar="N", help="larger originals are reduced; default: %(default)s")
    parser.add_argument(
        "--quick", action="store_true",
        help="12 photos of at most 0.4 megapixels; fails if a wrong photo was found, or few right ones")
    parser.add_argument(
        "--again", metavar="DIR", help="asks nothing: makes the page again from the files that a run left in DIR, ended or not")
    chosen = parser.parse_args()
    if bool(chosen.folders) == bool(chosen.again):
        parser.error("Name folders with photographs, or --again with the folder of an earlier report.")
    chosen.out = chosen.out or chosen.again or "accuracy-report"
    if chosen.quick:
        chosen.limit, chosen.megapixels = chosen.limit or 12, min(chosen.megapixels, 0.4)
    for folder in [*chosen.folders, *chosen.drawings, *filter(None, [chosen.scenes])]:
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
    if chosen.again:
        return reported(chosen.again, chosen.out, chosen.quick)
    photos = Photos(chosen.photos or build(REPOSITORY))
    os.makedirs(chosen.out, exist_ok=True)
    if chosen.work:
        os.makedirs(chosen.work)
        run(chosen, photos, chosen.work)
    else:
        with tempfile.TemporaryDirectory(prefix="accuracy-") as work:
            run(chosen, photos, work)
    return reported(chosen.out, chosen.out, chosen.quick)


def run(chosen, photos, work):
    """Leaves files in the folder of the report, each as soon as it is known."""
    stages, facts = Stages(), stored.Facts(chosen.out)
    found = _originals(chosen, photos, work, facts)
    stages.done(f"{len(found)} originals")
    with ProcessPoolExecutor(chosen.jobs) as pool:
        count = len(found)
        parts = list(pool.map(variants.make, found, [work] * count, [chosen.seed] * count, chunksize=2))
    made = [variant for _, part in parts for variant in part]
    stored.write_distances(chosen.out, found, parts)
    stages.done(f"{len(made)} variants")
    given = answers.identifiers(photos, made, found, work, chosen.jobs)
    lengths = [len(text) for (way, *_), text in given.items() if way == IDENTIFIER]
    facts.add({
        "photos": photos.version, "variants": len(made), "longest identifier": max(lengths),
        "median identifier": round(statistics.median(lengths)), "seed": chosen.seed, "Pillow": PIL.__version__})
    stages.done(f"{len(given)} identifiers")
    by_name = {(variant.photo, variant.transform): variant for variant in made}
    plans = [plan for plan in libraries.plans(found, made) if plan.holds]
    with stored.AnswersFile(chosen.out) as file, ThreadPoolExecutor(chosen.jobs) as pool:
        jobs = {
            pool.submit(lambda *job: list(answers.answered(photos, *job)), plan, number, given, found, by_name, work): plan
            for number, plan in enumerate(plans)}
        for job in as_completed(jobs):
            file.add(job.result())
            stages.done(f"{len(job.result())} answers of {jobs[job].name}")
    pairs = limits.pairs(limits.tasks(found, made, given, photos, work), chosen.jobs)
    limits.write(chosen.out, pairs)
    stages.done(f"{len(pairs.names):,} comparisons")
    stored.write_look(chosen.out, failures.figures(stored.answers(chosen.out), work))
    stages.done("pictures")


def _originals(chosen, photos, work, facts):
    photographs, left_out = originals.find(
        chosen.folders, originals.PHOTOGRAPH, chosen.megapixels, work, chosen.jobs, chosen.limit)
    if not photographs:
        sys.exit("No photographs in these folders: JPEG or PNG with a short side of 160 pixels and more.")
    fitting = sorted((each for each in photographs if each.half == originals.FITTING), key=lambda each: each.digest)
    dropped = {each.digest for each in fitting[chosen.fitting :]} if chosen.fitting else set()
    photographs = [each for each in photographs if each.digest not in dropped]
    drawings, others = originals.find(
        chosen.drawings, originals.DRAWING, chosen.megapixels, work, chosen.jobs, chosen.limit, beside=photographs)
    frames = originals.frames(chosen.scenes, chosen.megapixels, work, chosen.jobs) if chosen.scenes else []
    every = photographs + drawings + frames
    found = originals.hashed(every, photos)
    libraries.write_originals(found, work)
    reasons = Counter([*left_out.values(), *others.values(), *["damaged"] * (len(every) - len(found))])
    kinds = Counter((original.kind, original.half) for original in found)
    facts.add({
        "photographs": f"{kinds['photograph', originals.REPORTING]} in the reporting half, "
                       f"{kinds['photograph', originals.FITTING]} in the fitting half",
        "drawings": kinds["drawing", 0] + kinds["drawing", 1], "frames of real scenes": kinds["frame", 0] + kinds["frame", 1],
        "real scenes": len({original.scene for original in found if original.scene}),
        "files left out": ", ".join(f"{count} {why}" for why, count in reasons.most_common()) or "none",
        "megapixels at most": chosen.megapixels})
    return found


def reported(folder, out, quick):
    """The page and the printed tables, from the files in `folder`."""
    given, facts = stored.answers(folder), stored.Facts(folder).values
    pairs = limits.read(folder)
    page = report.page(given, stored.distances(folder), facts, pairs, stored.look(folder))
    os.makedirs(out, exist_ok=True)
    with open(os.path.join(out, stored.PAGE), "w", encoding="utf-8") as file:
        file.write(page)
    failures_seen = failed(given)
    print(tables.printed(given, facts), *failures_seen, sep="\n\n")
    print(f"\nThe page is {os.path.join(out, stored.PAGE)}.")
    return 1 if quick and failures_seen else 0


def failed(given):
    """What no change may break, in words."""
    wrong, errors = (sum(answer.outcome == outcome for answer in given) for outcome in (WRONG, ERROR))
    everyday = tables.everyday(given, FILE)
    found = sum(answer.outcome == RIGHT for answer in everyday)
    failures = [f"{wrong} answers chose a wrong photo."] * bool(wrong) + [f"{errors} answers are errors."] * bool(errors)
    if found < LEAST_RIGHT * len(everyday):
        failures.append(f"Only {found} of {len(everyday)} everyday copies of photographs were found.")
    return failures
