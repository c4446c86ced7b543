"""Counts what was answered, for each row of the report."""
import base64
from collections import Counter
from dataclasses import dataclass

from . import peers
from .answers import FORMS, twins
from .libraries import ORIGINAL, original_path
from .outcomes import OUTCOMES, RIGHT, TWIN, WRONG
from .variants import CONDITIONS

OWN_HASH, OWN_RADIUS = "hash alone", 31
# Pictures of less quality are flat: fog, walls. By content alone they are never found.
FLAT_QUALITY = 50


@dataclass
class Results:
    """All that a run found out."""
    originals: list
    variants: list
    answers: list
    plans: list
    hashes: dict
    """By photo number and transform, the hashes of each method."""
    pictures: dict
    """By photo number and transform, the signature's 64×64 levels."""
    flat: set
    """Photo numbers."""
    damaged: set
    """Photo numbers: decoders differ in what they make of damage, and a damaged picture proves little."""

    def row(self, variant):
        for name, photos in (("damaged", self.damaged), ("flat", self.flat)):
            if variant.photo in photos:
                return f"{name} original: {variant.label}"
        return variant.family if variant.goal else variant.family + " †"

    def counts(self):
        """Of outcomes, by row, library, condition and form; the peers' condition is empty, their name the form."""
        counted = {}
        for answer in self.answers:
            key = (self.row(answer.variant), answer.library, answer.condition, answer.form)
            counted.setdefault(key, Counter())[answer.outcome] += 1
        by_name = {(variant.photo, variant.transform): variant for variant in self.variants}
        for plan in self.plans:
            for method, threshold in METHODS.items():
                pairs = [pair for pair in plan.holds if method in self.hashes[pair]]
                held = [
                    (self.hashes[pair][method], self.originals[pair[0]].group if pair[1] == ORIGINAL else None)
                    for pair in pairs]
                # Another frame is no one's double: whatever is found for it is wrong.
                asked = [
                    (variant, (self.hashes[variant.photo, variant.transform][method],
                               -2 if variant.label == "other" else self.originals[variant.photo].group))
                    for variant in plan.asks if method in self.hashes[variant.photo, variant.transform]]
                if held:
                    found = peers.outcomes([pair for _, pair in asked], held, threshold)
                    for (variant, _), outcome in zip(asked, found, strict=True):
                        if isinstance(outcome, int):
                            is_twin = twins(variant, pairs[outcome], "stripped", self.originals, by_name)
                            outcome = TWIN if is_twin else WRONG
                        counted.setdefault((self.row(variant), plan.name, "", method), Counter())[outcome] += 1
        return counted

    def distances(self, method):
        """From each variant to its own original, in bits."""
        for variant in self.variants:
            mine = self.hashes[variant.photo, variant.transform].get(method)
            first = self.hashes[variant.photo, ORIGINAL].get(method)
            if mine is not None and first is not None:
                yield variant, (mine ^ first).bit_count()

    def wrong(self):
        return [answer for answer in self.answers if answer.outcome == WRONG]


METHODS = {**peers.THRESHOLDS, OWN_HASH: OWN_RADIUS}
# All that answer: identifiers of photos by condition and form, then the peers, who ask for no condition.
ASKERS = [*((condition, form) for condition in CONDITIONS for form in FORMS), *(("", method) for method in METHODS)]


def results(originals, own_hashes, variants, answers, plans, hashed, work):
    """`own_hashes` of the originals by the peers; `hashed` what `photos hash` says of each stripped file."""
    paths = {(original.number, ORIGINAL): original_path(work, "stripped", original) for original in originals}
    for variant in variants:
        paths[variant.photo, variant.transform] = variant.path(work, "stripped", originals[variant.photo].name)
    hashes = {(original.number, ORIGINAL): dict(own) for original, own in zip(originals, own_hashes, strict=True)}
    hashes |= {(variant.photo, variant.transform): dict(variant.hashes) for variant in variants}
    pictures = {}
    for pair, path in paths.items():
        if hashed[path].get("hash"):
            hashes[pair][OWN_HASH] = int(hashed[path]["hash"], 16)
            pictures[pair] = base64.b64decode(hashed[path]["signature"])
    own = {original.number: hashed[paths[original.number, ORIGINAL]] for original in originals}
    flat = {number for number, item in own.items() if item.get("quality", 0) < FLAT_QUALITY}
    damaged = {number for number, item in own.items() if item.get("condition") != "ok"}
    return Results(originals, variants, answers, plans, hashes, pictures, flat, damaged)


def bound(counter):
    """The rule of three: with no wrong one among n, fewer than 3/n are wrong, at 95 % confidence."""
    asked = counter.total()
    return 3 / asked if asked and counter[WRONG] == 0 else None


def summed(counts, rows=None, library=None, condition=None, form=None):
    total = Counter()
    for (row, in_library, in_condition, in_form), counter in counts.items():
        if ((rows is None or row in rows) and library in (None, in_library) and condition in (None, in_condition)
                and form in (None, in_form)):
            total += counter
    return total


def rows_of(results, *labels):
    """The rows of these labels, in the order in which a large photo's variants are made."""
    last, photo, place = {}, None, 0
    for variant in results.variants:
        photo, place = variant.photo, place + 1 if variant.photo == photo else 0
        if variant.label in labels:
            row = results.row(variant)
            last[row] = max(place, last.get(row, 0))
    return sorted(last, key=lambda row: (row.startswith(("flat", "damaged")), last[row]))


def candidate_recall(results):
    """Of true copies whose photo is there: how many answers name it at all, and how many lie within the hash's radius."""
    named, within = Counter(), Counter()
    for answer in results.answers:
        if answer.variant.label == "same" and answer.present and answer.library == "originals" and answer.form == "full":
            named[answer.recalled] += 1
    turned = {(variant.photo, variant.transform) for variant in results.variants if variant.turned}
    for variant, distance in results.distances(OWN_HASH):
        if variant.label == "same" and (variant.photo, variant.transform) not in turned:
            within[distance <= OWN_RADIUS] += 1
    return {"named": named[True], "asked": named.total(), "withinRadius": within[True], "hashed": within.total()}


def table(heads, lines):
    """Columns for a terminal: words left, numbers right."""
    cells = [[str(cell) for cell in line] for line in [heads, *lines]]
    widths = [max(len(line[column]) for line in cells) for column in range(len(heads))]
    return "\n".join(
        "  ".join([line[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(line[1:], widths[1:]))])
        for line in cells)


def short(results, counts):
    """What is printed at the end: each row in the library of originals, then all true copies in each library.

    `among` and `without` are answers that leave it to a person, the right photo among the candidates or not.
    """
    brief = ["right", "wrong", "twin", "among", "without", "none", "error"]
    heads = ["originals, no EXIF", "asked", *brief, "| compact: right", "wrong", "| wrong by", *METHODS]
    lines = []
    for row in (row for label in ("same", "edited", "other") for row in rows_of(results, label)):
        full = summed(counts, [row], "originals", "stripped", "full")
        compact = summed(counts, [row], "originals", "stripped", "compact")
        wrong = [summed(counts, [row], "originals", "", method)[WRONG] for method in METHODS]
        lines.append([row, full.total(), *(full[o] for o in OUTCOMES), compact[RIGHT], compact[WRONG], "", *wrong])
    text = table(heads, lines)
    heads = ["true copies in", "EXIF", "form", "asked", *brief, "bound"]
    lines, same = [], rows_of(results, "same")
    for library in dict.fromkeys(plan.name for plan in results.plans):
        for condition, form in ASKERS:
            counter = summed(counts, same, library, condition, form)
            limit = bound(counter)
            if counter:
                numbers = [counter.total(), *(counter[outcome] for outcome in OUTCOMES)]
                lines.append([library, condition, form, *numbers, f"< {limit:.1e}" if limit else ""])
    return text + "\n\n" + table(heads, lines)
