"""Asks `photos` for every variant in every library, and judges each answer by the truth."""
import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from .libraries import ORIGINAL, fill
from .outcomes import AMONG, ERROR, MATE, NONE, RIGHT, TWIN, WITHOUT, WRONG
from .variants import BRIGHTER, CONDITIONS, EXPOSURE, SCALER_SHIFT, TOLD_SHARE

FORMS = ("full", "compact")


@dataclass(slots=True)
class Answer:
    variant: object
    library: str
    condition: str
    form: str
    outcome: str
    present: bool
    """Is the true photo in the library?"""
    recalled: bool
    """Was it named at all, as the answer, a candidate or a look-alike?"""
    evidence: str
    named: tuple
    """The photo number and transform that was found, or first among the candidates or look-alikes; None if none was."""
    distance: int
    reason: str
    explanation: str
    candidates: int


def identifiers(photos, variants, originals, work, jobs, conditions=CONDITIONS, forms=FORMS):
    """Cloud identifiers as other devices would give them: by condition, form, photo number and transform.

    A library for each transform: there, no photo has its double, so none is folded into another one's identifier.
    """
    by_transform = {}
    for variant in variants:
        by_transform.setdefault(variant.transform, []).append(variant)

    def ask(condition, transform):
        library = os.path.join(work, "devices", f"{condition}-{transform}")
        paths = {
            variant.path(work, condition, originals[variant.photo].name): variant for variant in by_transform[transform]}
        local = photos.imported(library, list(paths))
        for form in forms:
            cloud = photos.identified(library, compact=form == "compact")
            for path, variant in paths.items():
                given[condition, form, variant.photo, variant.transform] = cloud[local[path]]

    given = {}
    with ThreadPoolExecutor(jobs) as pool:
        list(pool.map(lambda pair: ask(*pair), [(c, t) for c in conditions for t in by_transform]))
    return given


def all_answers(photos, plans, given, originals, variants, work, jobs):
    by_name = {(variant.photo, variant.transform): variant for variant in variants}

    def ask(number, plan, condition):
        library = fill(photos, plan, number, condition, originals, by_name, work)
        truth, answers = Truth(library, originals, by_name), []
        for form in FORMS:
            wanted = [given[condition, form, variant.photo, variant.transform] for variant in plan.asks]
            found = photos.resolved(library.folder, wanted)
            for variant, identifier, item in zip(plan.asks, wanted, found, strict=True):
                if item["cloudIdentifier"] != identifier:
                    raise RuntimeError("photos resolve answered in another order")
                answers.append(judged(item, variant, library, form, truth))
        return answers

    with ThreadPoolExecutor(jobs) as pool:
        parts = pool.map(lambda job: ask(*job), [(n, plan, c) for n, plan in enumerate(plans) for c in CONDITIONS])
        return [answer for part in parts for answer in part]


class Truth:
    """What a library's photos are to a variant."""

    def __init__(self, library, originals, variants):
        self.library, self.originals, self.variants = library, originals, variants
        self.groups = {originals[photo].group for photo in library.originals}

    def is_present(self, variant):
        return variant.label != "other" and self.originals[variant.photo].group in self.groups

    def is_right(self, variant, identifier):
        return variant.label != "other" and any(
            transform == ORIGINAL and self.originals[photo].group == self.originals[variant.photo].group
            for photo, transform in self.library.holds.get(identifier, ()))

    def is_itself(self, variant, identifier):
        return (variant.photo, ORIGINAL) in self.library.holds.get(identifier, ())

    def is_twin(self, variant, identifier):
        return any(
            twins(variant, pair, self.library.condition, self.originals, self.variants)
            for pair in self.library.holds.get(identifier, ()))


def twins(variant, pair, condition, originals, variants):
    """Is the library's photo (its number and transform) another frame that nothing tells from the variant?"""
    if condition == "exif" and variant.keeps_metadata or originals[variant.photo].group != originals[pair[0]].group:
        return False
    frame = variant if variant.label == "other" else variants.get(pair)
    if frame is None or not frame.goal:
        return frame is not None
    photo, transform = pair
    if frame.family == EXPOSURE:
        # Which may be the frame of another file of the same photo.
        own = originals[photo if frame is variant else variant.photo].light
        is_nearer = frame is not variant and abs(variant.light - frame.light) < abs(variant.light - own)
        if is_nearer or abs(frame.light - own) < BRIGHTER:
            return True
    side = max(originals[photo].size) if transform == ORIGINAL else variants[pair].side
    smaller = min(side, variant.side)
    not_told = min(SCALER_SHIFT, TOLD_SHARE * smaller) + variant.phase
    return side != variant.side and 0 < frame.moved * smaller <= not_told


def judged(item, variant, library, form, truth):
    named = item["candidates"] + item["lookalikes"]
    right = [entry for entry in named if truth.is_right(variant, entry["localIdentifier"])]
    status = item.get("status")
    if status == "found":
        chosen = item["localIdentifier"]
        if truth.is_right(variant, chosen):
            outcome = RIGHT if truth.is_itself(variant, chosen) else MATE
        else:
            outcome = TWIN if truth.is_twin(variant, chosen) else WRONG
    elif status == "multiple":
        outcome = AMONG if any(entry in right for entry in item["candidates"]) else WITHOUT
    else:
        outcome = NONE if status in ("notFound", "undecidable") else ERROR
    first = next(iter(right if outcome in (AMONG, NONE) and right else named), {})
    return Answer(
        variant=variant, library=library.name, condition=library.condition, form=form, outcome=outcome,
        present=truth.is_present(variant), recalled=bool(right), evidence=item.get("evidence") or first.get("evidence", ""),
        named=library.holds.get(first.get("localIdentifier"), [None])[0], distance=first.get("distance"),
        reason=first.get("reason", item.get("error", {}).get("code", "") if status is None else ""),
        explanation=first.get("explanation", ""), candidates=len(item["candidates"]))
