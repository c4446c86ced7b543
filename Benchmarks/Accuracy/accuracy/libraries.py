"""Fills libraries in which the true photo is present or absent, with and without others that resemble it."""
import os
from dataclasses import dataclass, field

from . import containers
from .variants import CONDITIONS

ORIGINAL = "original"


@dataclass
class Library:
    name: str
    condition: str
    folder: str
    holds: dict = field(default_factory=dict)
    """By local identifier: the pairs of photo number and transform that it stands for."""

    @property
    def originals(self):
        return {photo for pairs in self.holds.values() for photo, transform in pairs if transform == ORIGINAL}


@dataclass
class Plan:
    """What a library holds, and which variants it is asked for."""
    name: str
    holds: list
    """Pairs of photo number and transform."""
    asks: list
    """Variants."""


def plans(originals, variants):
    """Siblings are other frames that can be told apart; twins are frames of a tripod that no picture tells apart."""
    every = [(original.number, ORIGINAL) for original in originals]
    frames = [variant for variant in variants if variant.label == "other"]
    siblings = [(variant.photo, variant.transform) for variant in frames if variant.goal]
    twins = [(variant.photo, variant.transform) for variant in frames if not variant.goal]
    true = [variant for variant in variants if variant.label != "other"]
    yield Plan("originals", every, variants)
    yield Plan("originals + siblings", every + siblings, true)
    yield Plan("siblings only", siblings, true)
    yield Plan("originals + twins", every + twins, true)
    yield Plan("twins only", twins, true)
    for half in (0, 1):
        others = {original.number for original in originals if original.half != half}
        held = [pair for pair in every if pair[0] not in others]
        yield Plan("unrelated", held, [variant for variant in true if variant.photo in others])
    absent = every_second_frame(originals)
    held = [pair for pair in every if pair[0] not in absent]
    yield Plan("next frames", held, [variant for variant in true if variant.photo in absent])


def every_second_frame(originals):
    """Photos of sequences whose neighbours stay in the library."""
    seen, absent = {}, set()
    for original in originals:
        if original.sequence:
            seen[original.sequence] = seen.get(original.sequence, 0) + 1
            if seen[original.sequence] % 2 == 0:
                absent.add(original.number)
    return absent


def write_originals(originals, work):
    """Each original with an invented time and camera, and without."""
    for condition in CONDITIONS:
        os.makedirs(os.path.join(work, "originals", condition))
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
        photo, transform = pair
        original = originals[photo]
        if transform == ORIGINAL:
            paths[original_path(work, condition, original)] = pair
        else:
            paths[variants[pair].path(work, condition, original.name)] = pair
    library = Library(plan.name, condition, os.path.join(work, "libraries", f"{number}-{condition}"))
    for path, identifier in photos.imported(library.folder, list(paths)).items():
        library.holds.setdefault(identifier, []).append(paths[path])
    return library
