"""Fills libraries in which the true photo is present or absent, with and without others that resemble it."""
import os
from dataclasses import dataclass, field

from . import containers, frames, renditions
from .originals import FITTING, FRAME, REPORTING
from .outcomes import COMPACT, FILE, IDENTIFIER, WAYS, WITH_TIME
from .variants import CONDITIONS

ORIGINAL = "original"
ORIGINALS, SIBLINGS, ABSENT, UNRELATED = "originals", "originals and siblings", "siblings only", "unrelated"
SCENES, NEXT_FRAMES = "real scenes", "real scenes, true frame absent"
# Of the copies that are asked as files in libraries of siblings: each such answer compares many pictures closely.
FILES_PART = 4


@dataclass
class Plan:
    """What a library holds, and which variants it is asked for."""
    name: str
    holds: list
    """Pairs of photo number and transform."""
    asks: dict
    """By way, variants."""

    @property
    def conditions(self):
        return ("stripped",) + ("exif",) * bool({WITH_TIME, COMPACT} & set(self.asks))


@dataclass
class Library:
    name: str
    folder: str
    holds: dict = field(default_factory=dict)
    """By local identifier: the pairs of photo number and transform that it stands for."""


def plans(originals, variants):
    singles = [original for original in originals if original.kind != FRAME]
    every = [(original.number, ORIGINAL) for original in singles]
    of_singles = [variant for variant in variants if originals[variant.photo].kind != FRAME and variant.stored == renditions.SRGB]
    copies = [variant for variant in of_singles if variant.label == "same"]
    siblings = [
        (variant.photo, variant.transform) for variant in of_singles
        if variant.told and variant.row in frames.SIBLINGS and not variant.transform.endswith("-small")]
    with_time = [variant for variant in copies if variant.keeps_metadata]
    some = [variant for place, variant in enumerate(copies) if place % FILES_PART == 0]
    yield Plan(ORIGINALS, every, dict(zip(WAYS, (of_singles, of_singles, with_time, with_time), strict=True)))
    yield Plan(SIBLINGS, every + siblings, {IDENTIFIER: copies, FILE: some})
    yield Plan(ABSENT, siblings, {IDENTIFIER: copies, FILE: some})
    for half in (FITTING, REPORTING):
        held = [pair for pair in every if originals[pair[0]].half == half]
        others = [variant for variant in copies if originals[variant.photo].half != half]
        yield Plan(UNRELATED, held, {IDENTIFIER: others, FILE: [each for each in others if each in some]})
    for rendition in renditions.RENDITIONS:
        asked = [variant for variant in variants if variant.stored == rendition]
        held = [(number, ORIGINAL) for number in dict.fromkeys(variant.photo for variant in asked)]
        yield Plan(rendition, held, {IDENTIFIER: asked, FILE: asked})
    yield from _scenes(originals, variants)


def _scenes(originals, variants):
    real = [original for original in originals if original.kind == FRAME]
    places = {}
    for original in real:
        places[original.number] = sum(1 for other in real[: real.index(original)] if other.scene == original.scene)
    copies = [variant for variant in variants if variant.photo in places]
    yield Plan(SCENES, [(number, ORIGINAL) for number in places], {IDENTIFIER: copies, FILE: copies})
    for parity in (0, 1):
        held = [(number, ORIGINAL) for number, place in places.items() if place % 2 == parity]
        absent = [variant for variant in copies if places[variant.photo] % 2 != parity]
        yield Plan(NEXT_FRAMES, held, {IDENTIFIER: absent, FILE: absent})


def write_originals(originals, work):
    """Each original with an invented time and camera, and without."""
    for condition in CONDITIONS:
        os.makedirs(os.path.join(work, "originals", condition), exist_ok=True)
    for original in originals:
        with open(original.path, "rb") as file:
            data = file.read()
        for condition in CONDITIONS:
            with open(original_path(work, condition, original), "wb") as file:
                about = (original.time, original.camera) if condition == "exif" else ()
                file.write(containers.with_metadata(data, containers.exif_block(*about, orientation=original.orientation)))


def original_path(work, condition, original):
    return os.path.join(work, "originals", condition, f"{original.name}.{original.extension}")


def fill(photos, plan, number, condition, originals, variants, work):
    """The plan's library; `variants` by photo number and transform."""
    paths = {}
    for pair in plan.holds:
        original = originals[pair[0]]
        if pair[1] != ORIGINAL:
            path = variants[pair].path(work, condition, original.name)
        elif plan.name in renditions.RENDITIONS:
            path = renditions.path(work, plan.name, original)
        else:
            path = original_path(work, condition, original)
        paths[path] = pair
    library = Library(plan.name, os.path.join(work, "libraries", f"{number}-{condition}"))
    for path, identifier in photos.imported(library.folder, list(paths)).items():
        library.holds.setdefault(identifier, []).append(paths[path])
    return library
