"""The limits of verification: chosen on one half of the photos, reported on the other."""
import base64, os, sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass

import numpy as np

from . import tables
from .answers import twins
from .libraries import ORIGINAL, original_path

INDEPENDENT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", "..", "..", "Tests", "Independent"))
sys.path.insert(0, INDEPENDENT)

import thumbnail_code, verification  # noqa: E402

EQUAL_SIZE, SMALL, STRUCTURE = "displacementPixelsAtEqualSize", "displacementOfSmallPictures", "structure"
STANDARD = verification.LIMITS | {
    EQUAL_SIZE: verification.limits(equal_size=True)["displacementPixels"], SMALL: verification.DISPLACEMENT_OF_SMALL,
    STRUCTURE: verification.STRUCTURE}
COMPARISONS, MEASURE = "comparisons.npz", "measure:"
MOVEMENT = {"displacement", "displacementPixels", EQUAL_SIZE, SMALL}
FACTORS = (0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 2)
CONDITIONS, FORMS = ("stripped",), ("full",)
FITTING, REPORTING = HALVES = (0, 1)


@dataclass
class Task:
    """One original with what is asked for it, and with what a library may hold in its place."""
    photo: str
    half: int
    asked: list
    """Name, label, code of the thumbnail, displayed size."""
    held: list
    """Name, whether it is the original, levels, displayed size."""
    hashes: dict
    not_told: set
    """Pairs of names, asked and held, that no picture tells apart."""


@dataclass
class Pairs:
    """All comparisons, one after the other."""
    half: np.ndarray
    is_copy: np.ndarray
    """Whether both are the same photo."""
    agrees: np.ndarray
    equal_size: np.ndarray
    step: np.ndarray
    measures: dict
    names: list
    """Photo, what was asked for, what the library has."""

    def passing(self, limits):
        """Who is taken for the same photo."""
        passes = self.agrees & (self.measures[STRUCTURE] >= limits[STRUCTURE])
        passes &= self.measures["displacement"] <= limits[SMALL]
        for name, limit in limits.items():
            if name not in MOVEMENT and name != STRUCTURE:
                noise = verification.CODING_NOISE.get(name, 0) * self.step
                passes &= self.measures[name] <= np.hypot(limit, noise)
        pixels = np.where(self.equal_size, limits[EQUAL_SIZE], limits["displacementPixels"])
        moved = (self.measures["displacement"] > limits["displacement"]) & (self.measures["displacementPixels"] > pixels)
        return passes & ~moved

    def counts(self, limits, half):
        """Other frames that pass, and copies that do not: both are better if fewer."""
        passes, here = self.passing(limits), self.half == half
        return int((passes & here & ~self.is_copy).sum()), int((~passes & here & self.is_copy).sum())


def tasks(originals, variants, given, hashed, unfit, work):
    """`given`: cloud identifiers as answers.identifiers made them; `hashed`: what `photos hash` says of each file."""
    by_name = {(variant.photo, variant.transform): variant for variant in variants}
    for original in originals:
        if original.number in unfit:
            continue
        files = {ORIGINAL: hashed[original_path(work, "stripped", original)]}
        asked = [
            variant for variant in variants if variant.photo == original.number and variant.goal and not variant.turned]
        files |= {variant.transform: hashed[variant.path(work, "stripped", original.name)] for variant in asked}
        frames = [variant for variant in asked if variant.label == "other"]
        held = [ORIGINAL, *(variant.transform for variant in frames)]
        size = {name: (item["width"], item["height"]) for name, item in files.items()}
        yield Task(
            photo=original.name, half=original.half,
            asked=[(variant.transform, variant.label,
                    code_of(given["stripped", "full", variant.photo, variant.transform]), size[variant.transform])
                   for variant in asked],
            held=[(name, name == ORIGINAL, base64.b64decode(files[name]["signature"]), size[name]) for name in held],
            hashes={name: int(item["hash"], 16) for name, item in files.items()},
            not_told={(variant.transform, name) for variant in asked for name in held
                      if twins(variant, (variant.photo, name), "stripped", originals, by_name)})


def code_of(identifier):
    """The code of the thumbnail in a full identifier: the section "Identifier string" of the article."""
    text = identifier.removeprefix("opk2_")
    body = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))[17:-4]
    fields, at = body[0], 17
    for field, length in ((1, 17), (2, 42), (4, 13), (8, 8)):
        at += length if fields & field else 0
    return body[at + 2 :]


def compared(task):
    """Rows: half, copy, shapes agree, equal size, step, measures, names."""
    held = [(*entry[:2], verification.smoothed(np.frombuffer(entry[2], np.uint8).reshape(64, 64)), entry[3]) for entry in task.held]
    rows = []
    for name, label, code, size in task.asked:
        picture, step = thumbnail_code.decode(code)
        for other, is_original, levels, other_size in held:
            # A copy is asked for with its original or another frame in the library, another frame with the original, and an
            # edit with another frame: whether it is its original's copy is a matter of taste.
            if is_original and label == "edited" or not is_original and label == "other" or (name, other) in task.not_told:
                continue
            if (task.hashes[name] ^ task.hashes[other]).bit_count() > tables.OWN_RADIUS:
                continue
            measures, agrees = verification.verification(picture, levels, size, other_size)
            rows.append((task.half, is_original and label == "same", agrees, size == other_size, step, measures, (task.photo, name, other)))
    return rows


def pairs(tasks, jobs):
    with ProcessPoolExecutor(jobs) as pool:
        rows = [row for part in pool.map(compared, tasks) for row in part]
    half, is_copy, agrees, equal, step, measures, names = zip(*rows)
    return Pairs(
        *map(np.array, (half, is_copy, agrees, equal, step)),
        measures={name: np.array([each[name] for each in measures]) for name in measures[0]}, names=list(names))


def write(out, pairs):
    os.makedirs(out, exist_ok=True)
    names = np.array([" ".join(each) for each in pairs.names])
    np.savez_compressed(
        os.path.join(out, COMPARISONS), half=pairs.half, is_copy=pairs.is_copy, agrees=pairs.agrees,
        equal_size=pairs.equal_size, step=pairs.step, names=names, **{MEASURE + name: of for name, of in pairs.measures.items()})


def read(out):
    stored = dict(np.load(os.path.join(out, COMPARISONS)))
    measures = {name.removeprefix(MEASURE): stored.pop(name) for name in list(stored) if name.startswith(MEASURE)}
    names = [tuple(each.split(" ")) for each in stored.pop("names")]
    return Pairs(**stored, measures=measures, names=names)


def values(name):
    return [STANDARD[name] * factor for factor in FACTORS]


def fitted(pairs, names):
    """The limits, those of these names chosen on the fitting half, one after the other until none changes any more.

    The fewest other frames, then the most copies; of equals the strictest, the smallest but for structure.
    """
    limits, before = dict(STANDARD), None
    while limits != before:
        before = dict(limits)
        for name in names:
            strictest_first = sorted(values(name), reverse=name == STRUCTURE)
            limits[name] = min(strictest_first, key=lambda value: pairs.counts(limits | {name: value}, FITTING))
    return limits


def report(pairs, names):
    """What is printed: how much there is, what each value of each limit would do, and what was chosen."""
    parts = []
    for half, word in zip(HALVES, ("fitting", "reporting")):
        copies = int(((pairs.half == half) & pairs.is_copy).sum())
        parts.append(f"{word} half: {copies:,} copies and {int((pairs.half == half).sum()) - copies:,} other frames within the radius")
    lines = []
    for name in STANDARD:
        for value in values(name):
            row = [f"{value:g}" + " *" * (value == STANDARD[name])]
            for half in HALVES:
                row += pairs.counts(STANDARD | {name: value}, half)
            lines.append([name if value == values(name)[0] else "", *row])
    heads = ["limit", "value (* standard)", "fitting: frames", "copies lost", "reporting: frames", "copies lost"]
    parts.append(tables.table(heads, lines))
    chosen = fitted(pairs, names)
    rows = [[name, f"{STANDARD[name]:g}", f"{chosen[name]:g}"] for name in names]
    parts.append(tables.table(["chosen on the fitting half", "standard", "chosen"], rows))
    for words, limits in (("standard", STANDARD), ("chosen", chosen)):
        told = [f"{half}: {{}} other frames pass, {{}} copies do not".format(*pairs.counts(limits, number))
                for number, half in zip(HALVES, ("fitting", "reporting"))]
        wrong = np.flatnonzero(pairs.passing(limits) & ~pairs.is_copy)
        parts.append(f"{words}: " + "; ".join(told) + "".join(f"\n    passes: {' '.join(pairs.names[place])}" for place in wrong[:40]))
    return "\n\n".join(parts)
