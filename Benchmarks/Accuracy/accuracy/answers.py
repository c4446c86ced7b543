"""Asks `photos` for every variant in every library, and judges each answer by the truth."""
import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from . import frames, neighbours
from .libraries import ORIGINAL, fill
from .outcomes import AMONG, COMPACT, CONDITION, ERROR, FILE, IDENTIFIER, NONE, RIGHT, TWIN, WITH_TIME, WITHOUT, WRONG


@dataclass(slots=True)
class Answer:
    """One line of the file of answers."""
    photo: str
    kind: str
    half: int
    scene: str
    quality: int
    """Of the original, 0 (flat) to 100."""
    transform: str
    row: str
    label: str
    told: bool
    side: int
    original_side: int
    library: str
    way: str
    outcome: str
    present: bool
    """Is the true photo in the library?"""
    recalled: bool
    """Was it named at all, as the answer, a candidate or a look-alike?"""
    evidence: str
    reason: str
    explanation: str
    distance: int
    candidates: int
    named_photo: str
    named_transform: str
    """What was found, or first among the candidates or look-alikes."""


def identifiers(photos, variants, originals, work, jobs):
    """Cloud identifiers as other devices would give them: by way, photo number and transform.

    A library for each transform: there, no photo has its double, so none is folded into another one's identifier.
    """
    by_transform = {}
    for variant in variants:
        by_transform.setdefault(variant.transform, []).append(variant)

    def ask(condition, transform):
        asked = [v for v in by_transform[transform] if condition == "stripped" or v.keeps_metadata]
        if not asked:
            return
        library = os.path.join(work, "devices", f"{condition}-{transform}")
        paths = {variant.path(work, condition, originals[variant.photo].name): variant for variant in asked}
        local = photos.imported(library, list(paths))
        for way in (IDENTIFIER,) if condition == "stripped" else (WITH_TIME, COMPACT):
            cloud = photos.identified(library, compact=way == COMPACT)
            for path, variant in paths.items():
                given[way, variant.photo, variant.transform] = cloud[local[path]]

    given = {}
    with ThreadPoolExecutor(jobs) as pool:
        list(pool.map(lambda pair: ask(*pair), [(c, t) for c in dict.fromkeys(CONDITION.values()) for t in by_transform]))
    return given


def answered(photos, plan, number, given, originals, variants, work):
    """The answers of one plan's library, of each condition; `variants` by photo number and transform."""
    for condition in plan.conditions:
        library = fill(photos, plan, number, condition, originals, variants, work)
        for way, asked in plan.asks.items():
            if CONDITION[way] != condition:
                continue
            if way == FILE:
                paths = [variant.path(work, condition, originals[variant.photo].name) for variant in asked]
                by_path = photos.matched(library.folder, paths)
                found = [by_path[path] for path in paths]
            else:
                wanted = [given[way, variant.photo, variant.transform] for variant in asked]
                found = list(photos.resolved(library.folder, wanted))
                if [item["cloudIdentifier"] for item in found] != wanted:
                    raise RuntimeError("photos resolve answered in another order")
            for variant, item in zip(asked, found, strict=True):
                yield judged(item, variant, way, library, originals)


def is_real_twin(original, pairs, originals):
    """Is the library's photo a real frame of the same scene that cannot be told apart from the original?"""
    return bool(original.scene and pairs) and all(
        originals[photo].scene == original.scene and not neighbours.can_be_told_apart(originals[photo].path, original.path)
        for photo, _ in pairs)


def is_twin(variant, pairs):
    """Is the library's photo another frame that pictures of this size do not tell from the variant?

    A scaler that moves a copy may move it towards another frame.
    """
    if not variant.scaler_shift:
        return not variant.told
    moved = [frames.greatest_movement(transform) for photo, transform in pairs if photo == variant.photo]
    return any(0 < each < frames.TOLD_SHIFT + variant.scaler_shift for each in moved)


def judged(item, variant, way, library, originals):
    def is_right(identifier):
        return variant.label != "other" and (variant.photo, ORIGINAL) in library.holds.get(identifier, ())

    candidates, lookalikes = item.get("candidates", []), item.get("lookalikes", [])
    named = candidates + lookalikes
    right = [entry for entry in named if is_right(entry["localIdentifier"])]
    status = item.get("status")
    if status == "found":
        chosen = item["localIdentifier"]
        pairs = library.holds.get(chosen, ())
        if is_right(chosen):
            outcome = RIGHT
        else:
            outcome = TWIN if is_twin(variant, pairs) or is_real_twin(originals[variant.photo], pairs, originals) else WRONG
        first = next((entry for entry in named if entry["localIdentifier"] == chosen), {"localIdentifier": chosen})
    else:
        if status == "multiple":
            outcome = AMONG if any(entry in right for entry in candidates) else WITHOUT
        else:
            outcome = NONE if status in ("notFound", "undecidable") else ERROR
        first = next(iter(right if outcome in (AMONG, NONE) and right else named), {})
    photo, transform = library.holds.get(first.get("localIdentifier"), [(None, "")])[0]
    original = originals[variant.photo]
    return Answer(
        photo=original.name, kind=original.kind, half=original.half, scene=original.scene,
        quality=original.quality, transform=variant.transform,
        row=variant.row, label=variant.label, told=variant.told, side=variant.side, original_side=max(original.size),
        library=library.name, way=way, outcome=outcome,
        present=variant.label != "other" and any((variant.photo, ORIGINAL) in pairs for pairs in library.holds.values()),
        recalled=outcome == RIGHT or bool(right), evidence=item.get("evidence") or first.get("evidence", ""),
        reason=first.get("reason", item.get("error", {}).get("code", "") if status is None else ""),
        explanation=first.get("explanation", ""), distance=first.get("distance"), candidates=len(candidates),
        named_photo="" if photo is None else originals[photo].name, named_transform=transform)
