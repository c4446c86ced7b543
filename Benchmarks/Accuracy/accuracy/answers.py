"""Asks `photos` for every variant in every library, and judges each answer by the truth."""
import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from .libraries import ORIGINAL, fill
from .outcomes import AMONG, ERROR, NONE, RIGHT, WITHOUT, WRONG
from .variants import CONDITIONS

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


def identifiers(photos, variants, originals, work, jobs):
    """Cloud identifiers as other devices would give them: by condition, form, photo number and transform.

    A library for each transform: there, no photo has its double, so none is folded into another one's identifier.
    """
    by_transform = {}
    for variant in variants:
        by_transform.setdefault(variant.transform, []).append(variant)

    def ask(condition, transform):
        library = os.path.join(work, "devices", f"{condition}-{transform}")
        paths = {variant.path(work, condition, originals[variant.photo].name): variant for variant in by_transform[transform]}
        local = photos.imported(library, list(paths))
        for form in FORMS:
            cloud = photos.identified(library, compact=form == "compact")
            for path, variant in paths.items():
                given[condition, form, variant.photo, variant.transform] = cloud[local[path]]

    given = {}
    with ThreadPoolExecutor(jobs) as pool:
        list(pool.map(lambda pair: ask(*pair), [(c, t) for c in CONDITIONS for t in by_transform]))
    return given


def all_answers(photos, plans, given, originals, variants, work, jobs):
    by_name = {(variant.photo, variant.transform): variant for variant in variants}

    def ask(number, plan, condition):
        library = fill(photos, plan, number, condition, originals, by_name, work)
        groups = {originals[photo].group for photo in library.originals}
        answers = []
        for form in FORMS:
            wanted = [given[condition, form, variant.photo, variant.transform] for variant in plan.asks]
            found = photos.resolved(library.folder, wanted)
            for variant, identifier, item in zip(plan.asks, wanted, found, strict=True):
                if item["cloudIdentifier"] != identifier:
                    raise RuntimeError("photos resolve answered in another order")
                answers.append(judged(item, variant, library, form, originals, groups))
        return answers

    with ThreadPoolExecutor(jobs) as pool:
        parts = pool.map(lambda job: ask(*job), [(n, plan, c) for n, plan in enumerate(plans) for c in CONDITIONS])
        return [answer for part in parts for answer in part]


def judged(item, variant, library, form, originals, groups):
    group = originals[variant.photo].group
    present = variant.label != "other" and group in groups

    def is_right(identifier):
        pairs = library.holds.get(identifier, ())
        return present and any(t == ORIGINAL and originals[photo].group == group for photo, t in pairs)

    named = item["candidates"] + item["lookalikes"]
    right = [entry for entry in named if is_right(entry["localIdentifier"])]
    status = item.get("status")
    if status == "found":
        outcome = RIGHT if is_right(item["localIdentifier"]) else WRONG
    elif status == "multiple":
        among = any(is_right(entry["localIdentifier"]) for entry in item["candidates"])
        outcome = AMONG if among else WITHOUT
    else:
        outcome = NONE if status == "notFound" else ERROR
    first = (right if outcome in (AMONG, NONE) else None) or named
    first = first[0] if first else {}
    return Answer(
        variant=variant, library=library.name, condition=library.condition, form=form, outcome=outcome, present=present,
        recalled=bool(right), evidence=item.get("evidence") or first.get("evidence", ""),
        named=library.holds.get(first.get("localIdentifier"), [None])[0], distance=first.get("distance"),
        reason=first.get("reason", item.get("error", {}).get("code", "") if status is None else ""),
        explanation=first.get("explanation", ""), candidates=len(item["candidates"]))
