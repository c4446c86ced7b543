"""The limits of verification: chosen on one half of the photos, reported on the other."""
import base64, os, sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass

import numpy as np

from . import renditions
from .answers import is_twin
from .libraries import ORIGINAL, original_path
from .originals import FITTING, PHOTOGRAPH, REPORTING
from .outcomes import IDENTIFIER

INDEPENDENT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", "..", "..", "Tests", "Independent"))
sys.path.insert(0, INDEPENDENT)

import thumbnail_code, verification  # noqa: E402

MOVEMENT, RELATIVE_LIGHT, DETAIL = verification.PROOF
# A displacement proves nothing: a movement that is excluded outweighs it.
STANDARD = {name: limit for name, limit in verification.LIMITS.items() if "displacement" not in name} | verification.PROOF
COMPARISONS, MEASURE = "comparisons.npz", "measure:"
FACTORS = (0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 2)
HALVES = (FITTING, REPORTING)
# The hash finds candidates within this radius.
RADIUS = 31
# Pictures of a lower quality are flat.
FLAT_QUALITY = 50
# Of the photos and of their copies that are compared: the independent program is slow.
PHOTOS_PART, COPIES_PART = 3, 6
# The renditions of originals whose variants are compared.
SRGB, DARK = STORED = renditions.SRGB, renditions.DARK


@dataclass
class Task:
    """One original with what is asked for it, and with what a library may hold in its place."""
    photo: str
    half: int
    asked: list
    """Name, label, code of the thumbnail, displayed size, hash."""
    held: list
    """Name, whether it is the original, levels, displayed size, hash."""
    twins: set
    """Pairs of names, asked and held, that pictures of this size do not tell apart."""


@dataclass
class Pairs:
    """All comparisons, one after the other."""
    half: np.ndarray
    is_copy: np.ndarray
    """Whether both are the same photo."""
    agrees: np.ndarray
    step: np.ndarray
    measures: dict
    names: list
    """Photo, what was asked for, what the library has."""

    def passing(self, limits):
        """Who is taken for the same photo."""
        measures, passes = self.measures, self.agrees.copy()
        for name, limit in limits.items():
            if name not in (MOVEMENT, DETAIL):
                noise = verification.CODING_NOISE.get(name, 0) * self.step
                passes &= measures[name] <= np.hypot(limit, noise)
        noise = np.maximum(measures["noise"], verification.LEAST_NOISE)
        passes &= measures["residual2x2"] <= limits[DETAIL] * noise
        return passes & (verification.possible_movement(measures) <= limits[MOVEMENT])

    def counts(self, limits, half):
        """Other frames that pass, and copies that do not: both are better if fewer."""
        passes, here = self.passing(limits), self.half == half
        return int((passes & here & ~self.is_copy).sum()), int((~passes & here & self.is_copy).sum())


def tasks(originals, variants, given, photos, work):
    """`given`: cloud identifiers as answers.identifiers made them."""
    by_photo = {}
    for variant in variants:
        if variant.stored in STORED and not variant.turned and variant.label != "edited" and variant.told:
            by_photo.setdefault((variant.photo, variant.stored), []).append(variant)
    singles = [
        (original, stored) for original in originals for stored in STORED
        if original.kind == PHOTOGRAPH and original.number % PHOTOS_PART == 0 and (original.number, stored) in by_photo]
    held = {}
    for original, stored in singles:
        path = original_path(work, "stripped", original) if stored == SRGB else renditions.path(work, stored, original)
        held[path] = (original, stored, ORIGINAL, True)
        for variant in by_photo[original.number, stored]:
            if variant.label == "other" and stored == SRGB and not variant.transform.endswith("-small"):
                held[variant.path(work, "stripped", original.name)] = (original, stored, variant.transform, False)
    said, pictures = photos.hashed(list(held)), {}
    for path, (original, stored, name, is_original) in held.items():
        item = said[path]
        pictures.setdefault((original.number, stored), []).append((
            name, is_original, base64.b64decode(item["signature"]), (item["width"], item["height"]), int(item["hash"], 16)))
    for original, stored in singles:
        asked = by_photo[original.number, stored]
        copies = [variant for variant in asked if variant.label == "same"]
        some = [variant for place, variant in enumerate(copies) if (place + original.number) % COPIES_PART == 0]
        frames = [name for name, is_original, *_ in pictures[original.number, stored] if not is_original]
        yield Task(
            photo=original.name, half=original.half, held=pictures[original.number, stored],
            twins={(copy.transform, name) for copy in some for name in frames if is_twin(copy, [(original.number, name)])},
            asked=[(variant.transform, variant.label, *_parts(given[IDENTIFIER, variant.photo, variant.transform]))
                   for variant in [*some, *(variant for variant in asked if variant.label == "other")]])


def _parts(identifier):
    """Code of the thumbnail, displayed size and hash: the section "Identifier string" of the article."""
    text = identifier.removeprefix("opk2_")
    body = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))[17:-4]
    fields, at, places = body[0], 17, {}
    for field, length in ((1, 17), (2, 42), (4, 13), (8, 8)):
        places[field] = at
        at += length if fields & field else 0
    signature = body[places[2] :]
    length = int.from_bytes(body[at : at + 2], "little")
    size = tuple(int.from_bytes(signature[place : place + 4], "little") for place in (34, 38))
    return body[at + 2 : at + 2 + length], size, int.from_bytes(signature[1:33], "big")


def compared(task):
    """Rows: half, copy, shapes agree, step, measures, names."""
    held = [(*entry[:2], verification.smoothed(np.frombuffer(entry[2], np.uint8).reshape(64, 64)), *entry[3:]) for entry in task.held]
    rows = []
    for name, label, code, size, own_hash in task.asked:
        picture, step = thumbnail_code.decode(code)
        for other, is_original, levels, other_size, other_hash in held:
            # A copy is asked for with its original or another frame in the library, another frame with the original.
            if not is_original and label == "other" or (name, other) in task.twins or (own_hash ^ other_hash).bit_count() > RADIUS:
                continue
            measures, agrees = verification.verification(picture, levels, size, other_size)
            rows.append((task.half, is_original and label == "same", agrees, step, measures, (task.photo, name, other)))
    return rows


def pairs(tasks, jobs):
    with ProcessPoolExecutor(jobs) as pool:
        rows = [row for part in pool.map(compared, tasks) for row in part]
    half, is_copy, agrees, step, measures, names = zip(*rows)
    return Pairs(
        *map(np.array, (half, is_copy, agrees, step)),
        measures={name: np.array([each[name] for each in measures]) for name in measures[0]}, names=list(names))


def write(out, pairs):
    os.makedirs(out, exist_ok=True)
    names = np.array([" ".join(each) for each in pairs.names])
    np.savez_compressed(
        os.path.join(out, COMPARISONS), half=pairs.half, is_copy=pairs.is_copy, agrees=pairs.agrees,
        step=pairs.step, names=names, **{MEASURE + name: of for name, of in pairs.measures.items()})


def read(out):
    path = os.path.join(out, COMPARISONS)
    if not os.path.exists(path):
        return None
    stored = dict(np.load(path))
    measures = {name.removeprefix(MEASURE): stored.pop(name) for name in list(stored) if name.startswith(MEASURE)}
    names = [tuple(each.split(" ")) for each in stored.pop("names")]
    return Pairs(**stored, measures=measures, names=names)


def values(name):
    return [STANDARD[name] * factor for factor in FACTORS]


def fitted(pairs, names=tuple(STANDARD)):
    """The limits, those of these names chosen on the fitting half, one after the other until none changes any more.

    The fewest other frames, then the most copies; of equals the strictest.
    """
    limits, before = dict(STANDARD), None
    while limits != before:
        before = dict(limits)
        for name in names:
            limits[name] = min(sorted(values(name)), key=lambda value: pairs.counts(limits | {name: value}, FITTING))
    return limits


def effects(pairs):
    """Of each limit and value: name, value, whether it is the standard, and of each half frames that pass and copies lost."""
    for name in STANDARD:
        for value in values(name):
            counts = [pairs.counts(STANDARD | {name: value}, half) for half in HALVES]
            yield name, value, value == STANDARD[name], *counts


def passing_frames(pairs, limits):
    """Photo, what was asked for, and what the library has, of pairs of other frames that pass."""
    return [pairs.names[place] for place in np.flatnonzero(pairs.passing(limits) & ~pairs.is_copy)]


def compared_counts(pairs, half):
    """Copies and other frames within the radius."""
    copies = int(((pairs.half == half) & pairs.is_copy).sum())
    return copies, int((pairs.half == half).sum()) - copies
