"""Counts what was answered, for each row of the report."""
import base64
from collections import Counter
from dataclasses import dataclass

from . import peers
from .answers import FORMS, twins
from .libraries import ORIGINAL, original_path
from .outcomes import MATE, OUTCOMES, RIGHT, TWIN, WRONG
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
        counted = answer_counts(self)
        by_name = {(variant.photo, variant.transform): variant for variant in self.variants}
        for plan in self.plans:
            for method, threshold in METHODS.items():
                pairs = [pair for pair in plan.holds if method in self.hashes[pair]]
                held = [
                    (self.hashes[pair][method], pair[0], self.originals[pair[0]].group if pair[1] == ORIGINAL else None)
                    for pair in pairs]
                # Another frame is no one's double: whatever is found for it is wrong.
                asked = [
                    (variant, (self.hashes[variant.photo, variant.transform][method], variant.photo,
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

    def group(self, variant):
        """Equal for variants of the same photo."""
        return self.originals[variant.photo].group

    @property
    def libraries(self):
        return list(dict.fromkeys(answer.library for answer in self.answers))

    def wrong(self):
        return [answer for answer in self.answers if answer.outcome == WRONG]


def answer_counts(results):
    counted = {}
    for answer in results.answers:
        key = (results.row(answer.variant), answer.library, answer.condition, answer.form)
        counted.setdefault(key, Counter())[answer.outcome] += 1
    return counted


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
    return Results(originals, variants, answers, plans, hashes, pictures, *flat_and_damaged(originals, hashed, work))


def flat_and_damaged(originals, hashed, work):
    """Two sets of photo numbers."""
    own = {original.number: hashed[original_path(work, "stripped", original)] for original in originals}
    flat = {number for number, item in own.items() if item.get("quality", 0) < FLAT_QUALITY}
    damaged = {number for number, item in own.items() if item.get("condition") != "ok"}
    return flat, damaged


def bound(counter):
    """The rule of three: with no wrong one among n, fewer than 3/n are wrong, at 95 % confidence."""
    asked = counter.total()
    return 3 / asked if asked and counter[WRONG] == 0 else None


def photos_asked(results):
    """The photos that were asked for, by row and library."""
    asked = {}
    for answer in results.answers:
        asked.setdefault((results.row(answer.variant), answer.library), set()).add(results.group(answer.variant))
    return asked


def bound_by_photo(counter, photos, rows, library):
    """The rule of three if all variants of a photo stand or fall together; `photos` as photos_asked says."""
    asked = len(set().union(*(photos.get((row, library), ()) for row in rows)))
    return min(1, 3 / asked) if asked and counter[WRONG] == 0 else None


def headline(results, counts):
    """Wrong photos and twins among all answers, with bounds of both kinds: a figure and words for it."""
    asked, wrong = len(results.answers), results.wrong()
    photos = len({results.group(variant) for variant in results.variants})
    twins, mates = (sum(answer.outcome == outcome for answer in results.answers) for outcome in (TWIN, MATE))
    if wrong:
        about = f" (asked about {len({results.group(answer.variant) for answer in wrong}):,} of {photos:,} photos)"
    else:
        about = (f"; at 95 % confidence fewer than 1 in {max(1, asked // 3):,} by answer, were answers independent, which variants of "
                 f"one photo are not; fewer than 1 in {max(1, photos // 3):,} by photo ({photos:,} photos)")
    return len(wrong), (f"wrong photos found, among {asked:,} answers{about}. Beside them {twins:,} answers found a twin, another frame "
                        f"that no picture of this size tells apart, and {mates:,} a group mate, another file of the same look")


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


def below(limit):
    return "" if limit is None else f"< {limit:.1e}"


def table(heads, lines):
    """Columns for a terminal: words left, numbers right."""
    cells = [[str(cell) for cell in line] for line in [heads, *lines]]
    widths = [max(len(line[column]) for line in cells) for column in range(len(heads))]
    return "\n".join(
        "  ".join([line[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(line[1:], widths[1:]))])
        for line in cells)


def short(results, counts):
    """What is printed at the end: each row in the library of originals, then all true copies in each library.

    `mate` found another file of the truth group; `bound` counts answers, `by photo` photos; `among` and `without` are answers that leave it to a person, the right photo among the candidates or not.
    """
    brief = ["right", "mate", "wrong", "twin", "among", "without", "none", "error"]
    heads = ["originals, no EXIF", "asked", *brief, "| compact: right", "wrong", "| wrong by", *METHODS]
    lines = []
    for row in (row for label in ("same", "edited", "other") for row in rows_of(results, label)):
        full = summed(counts, [row], "originals", "stripped", "full")
        compact = summed(counts, [row], "originals", "stripped", "compact")
        wrong = [summed(counts, [row], "originals", "", method)[WRONG] for method in METHODS]
        lines.append([row, full.total(), *(full[o] for o in OUTCOMES), compact[RIGHT], compact[WRONG], "", *wrong])
    text = table(heads, lines)
    heads = ["true copies in", "EXIF", "form", "asked", *brief, "bound", "by photo"]
    lines, same, photos = [], rows_of(results, "same"), photos_asked(results)
    for library in results.libraries:
        for condition, form in ASKERS:
            counter = summed(counts, same, library, condition, form)
            if counter:
                limits = bound(counter), bound_by_photo(counter, photos, same, library)
                numbers = [counter.total(), *(counter[outcome] for outcome in OUTCOMES)]
                lines.append([library, condition, form, *numbers, *map(below, limits)])
    return text + "\n\n" + table(heads, lines)
