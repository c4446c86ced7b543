"""What a run leaves behind in files, written and read: the page and the tables are made of nothing else but pictures."""
import csv, json, os
from collections import Counter
from dataclasses import dataclass, field

from . import programs, tables
from .outcomes import MATE, OUTCOMES, RIGHT

ANSWERS, DISTANCES, SUMMARY, PAGE = "answers.csv", "distances.csv", "summary.json", "report.html"
# Of these frames no picture tells, whatever the photo; the rows of flat and damaged photos do not say so.
NEVER_TOLD = {"noise", "local2"}


def write(out, results, counts, compared, facts):
    os.makedirs(out, exist_ok=True)
    with open(os.path.join(out, ANSWERS), "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow([
            "photo", "group", "transform", "row", "label", "library", "exif", "form", "outcome", "evidence", "reason",
            "distance", "candidates", "named photo", "named transform", "goal"])
        for answer in results.answers:
            variant, original = answer.variant, results.originals[answer.variant.photo]
            named = (results.originals[answer.named[0]].name, answer.named[1]) if answer.named else ("", "")
            writer.writerow([
                original.name, original.group, variant.transform, results.row(variant), variant.label, answer.library,
                answer.condition, answer.form, answer.outcome, answer.evidence, answer.reason, answer.distance,
                answer.candidates, *named, int(variant.goal)])
    with open(os.path.join(out, DISTANCES), "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["photo", "transform", "hash", "bits"])
        for method in tables.METHODS:
            for variant, bits in results.distances(method):
                writer.writerow([results.originals[variant.photo].name, variant.transform, method, bits])
    summary = {
        "facts": facts, "foundWrong": len(results.wrong()), "candidateRecall": tables.candidate_recall(results),
        "counts": [
            {"row": row, "library": library, "exif": condition, "form": form, "asked": counter.total(), **counter,
             "wrongBound": tables.bound(counter)}
            for (row, library, condition, form), counter in counts.items()],
        "programs": {name: dict(counter) for name, counter in compared[0].items()}, "programsNotRun": compared[1]}
    with open(os.path.join(out, SUMMARY), "w", encoding="utf-8") as file:
        json.dump(summary, file, indent=1)


@dataclass
class Variant:
    """As much of a variant as its answers tell."""
    photo: str
    transform: str
    label: str
    row: str
    group: str
    goal: bool
    turned: bool
    distances: dict = field(default_factory=dict)
    """To the original by hash, bits."""


@dataclass(slots=True)
class Answer:
    variant: Variant
    library: str
    condition: str
    form: str
    outcome: str


@dataclass
class Stored:
    """An earlier run's results."""
    variants: list
    answers: list

    def row(self, variant):
        return variant.row

    def group(self, variant):
        return variant.group

    def distances(self, method):
        return [(variant, variant.distances[method]) for variant in self.variants if method in variant.distances]

    libraries, wrong = tables.Results.libraries, tables.Results.wrong


def read(out):
    """Results, counts, programs, facts and candidate recall of the run that wrote this folder.

    Runs of earlier versions counted group mates as right: the answers tell them apart, the counts of hashes do not.
    """
    with open(os.path.join(out, SUMMARY), encoding="utf-8") as file:
        summary = json.load(file)
    variants, answers = {}, []
    with open(os.path.join(out, ANSWERS), encoding="utf-8", newline="") as file:
        for line in csv.DictReader(file):
            pair = line["photo"], line["transform"]
            if pair not in variants:
                variants[pair] = Variant(
                    *pair, label=line["label"], row=line["row"], group=line["group"], goal=_goal(line),
                    turned=line["transform"].startswith("tag-lost"))
            is_mate = line["outcome"] == RIGHT and line["named photo"] != line["photo"]
            answers.append(Answer(
                variants[pair], line["library"], line["exif"], line["form"], MATE if is_mate else line["outcome"]))
    distances = os.path.join(out, DISTANCES)
    if os.path.exists(distances):
        with open(distances, encoding="utf-8", newline="") as file:
            for line in csv.DictReader(file):
                variants[line["photo"], line["transform"]].distances[line["hash"]] = int(line["bits"])
    results = Stored(list(variants.values()), answers)
    counts = tables.answer_counts(results)
    for entry in summary["counts"]:
        if entry["form"] in tables.METHODS:
            counts[entry["row"], entry["library"], entry["exif"], entry["form"]] = Counter(
                {outcome: entry[outcome] for outcome in OUTCOMES if outcome in entry})
    not_run = summary["programsNotRun"]
    if isinstance(not_run, list):
        not_run = {name: programs.NOT_TRIED.get(name, programs.NOT_INSTALLED) for name in not_run}
    compared = {name: Counter(counter) for name, counter in summary["programs"].items()}, not_run
    return results, counts, compared, summary["facts"], summary["candidateRecall"]


def _goal(line):
    if line.get("goal"):
        return line["goal"] == "1"
    return not line["row"].endswith("†") and line["transform"] not in NEVER_TOLD


def page_section(out, start, end):
    """A part of the page that is there, for what no other file holds; empty if there is none."""
    path = os.path.join(out, PAGE)
    if not os.path.exists(path):
        return ""
    with open(path, encoding="utf-8") as file:
        page = file.read()
    return page[page.index(start) : page.index(end)].rstrip() if start in page and end in page else ""
