#!/usr/bin/env python3
"""An independent implementation of the content signature, version 2.

It implements the article "Content signature" with other algorithms than the library: matrices of weights instead of
sums row by row, computed cosines instead of a table, and rows of gray for missing rows. `verification.py`,
`thumbnail_code.py` and `identifier.py` describe their own algorithms. The programs share no code with the library, but
their author knew the library's code. Tests of the library and of these programs compare the results of both.

    signature.py FOLDER                compares with the library's results, see `check_folder`
    signature.py --vectors FILE        checks the published test vectors
    signature.py --print-vectors FILE  the same file with the values that this program computes
"""

import base64
import json
import math
import sys
import zlib
from pathlib import Path

try:
    import numpy as np
except ImportError:
    sys.exit("This program needs numpy: pip install numpy")

import identifier
import thumbnail_code
from verification import greatest_ratio, is_conclusive, limits, score, smoothed, verification

SIDE = 64
MISSING = 128  # the level of rows that never came
RELATIVE_TOLERANCE = 1e-9  # of measures
VECTOR_TOLERANCE = 1e-9  # at least, of measures below 1
TOLERANCE = 1e-8  # the same of all pictures: of nearly flat ones normal equations lose digits that this program keeps


# Decoded luma to thumbnail


def axis_weights(stored, eighths):
    """The weights of all decoded pixels in each of 64 cells: integers, 64 by the decoded length."""
    decoded = (stored * eighths + 7) // 8
    extent = stored * eighths  # half a cell, in 1/1024 of a decoded pixel
    centers = (2 * np.arange(SIDE, dtype=np.int64) + 1) * extent
    pixels = 1024 * np.arange(decoded, dtype=np.int64) + 512
    half_width = max(2 * extent, 1024)
    raw = np.maximum(0, half_width - np.abs(pixels[None, :] - centers[:, None]))
    peak = 1 << 14 if extent <= 1 << 18 else 1 << 9
    return (raw * peak + half_width // 2) // half_width


def thumbnail(luma, stored_width, stored_height, eighths):
    """The 64×64 levels in stored orientation of decoded luma (rows by columns). Rows at the bottom may be missing."""
    across = axis_weights(stored_width, eighths)
    down = axis_weights(stored_height, eighths)
    missing = np.full((down.shape[1] - luma.shape[0], across.shape[1]), MISSING, np.uint8)
    whole = np.concatenate([luma, missing])
    # Horizontal sums are below 2^32, so fast floating point is exact. Vertical sums need integers.
    rows = (whole.astype(np.float64) @ across.T.astype(np.float64)).astype(np.int64)
    sums = down @ rows
    divisors = np.outer(down.sum(axis=1), across.sum(axis=1))
    return ((2 * sums + divisors) // (2 * divisors)).astype(np.uint8)


def displayed(levels, orientation):
    """The displayed picture of a stored picture with this EXIF orientation (1 to 8)."""
    return {
        1: lambda p: p,
        2: np.fliplr,
        3: lambda p: np.rot90(p, 2),
        4: np.flipud,
        5: np.transpose,
        6: lambda p: np.rot90(p, -1),
        7: lambda p: np.rot90(np.transpose(p), 2),
        8: np.rot90,
    }[orientation](levels)


# Thumbnail to hash and quality

COSINES = np.array(
    [[round(2**20 * math.cos(math.pi / 128 * (i + 1) * (2 * j + 1))) for j in range(SIDE)] for i in range(16)],
    dtype=np.int64,
)


def hash_hex(levels):
    """The 256 bits as 64 hexadecimal digits; bit 8·n + k is bit k of byte n."""
    coefficients = (COSINES @ levels.astype(np.int64) @ COSINES.T).ravel()
    lower_median = np.sort(coefficients)[127]
    return np.packbits(coefficients > lower_median, bitorder="little").tobytes().hex()


def quality(levels):
    """The sum of the differences of neighbours, in whole hundredths of 255, divided by 90: 0 to 100."""
    values = levels.astype(np.int64)
    steps = (np.abs(np.diff(values, axis=axis)) * 100 // 255 for axis in (0, 1))
    return min(100, int(sum(step.sum() for step in steps)) // 90)


def is_mostly_text_or_drawing(levels):
    """Whether 35 % of the cells are near one level, 20 % are even inner cells near one level, and 5 % have strokes.

    Near is within one level. An even cell has a range of at most 2 levels in its 3x3 surroundings, one with strokes above 12.
    """
    values = levels.astype(np.int64)
    ranges = np.ptp(np.lib.stride_tricks.sliding_window_view(values, (3, 3)), axis=(2, 3))
    even = values[1:-1, 1:-1][ranges <= 2]
    near_one_level = lambda cells: max(int((np.abs(cells - level) <= 1).sum()) for level in range(256))
    return near_one_level(values) >= 1434 and near_one_level(even) >= 820 and int((ranges > 12).sum()) >= 200


# Results of the library


def check_folder(folder):
    """Compares the results in `cases.json` with this program's results, and returns the differences.

    The file contains `pictures` (each with its raw `luma` file and the signature) and `comparisons` of two pictures.
    Some pictures have a `code`, and some have an unconverted rendering. A comparison states for each side whether it is coded.
    """
    cases = json.loads((folder / "cases.json").read_text())
    pictures = cases["pictures"]
    complaints, shown = [], []
    for picture in pictures:
        shown.append(shown_levels(picture, folder))
        complaints += [f"{picture['name']}: {text}" for text in differing_signature(picture, shown[-1], folder)]
    for pair in cases["comparisons"]:
        sides = [(side["picture"], side["isCoded"]) for side in pair["sides"]]
        names = " and ".join(pictures[index]["name"] + " coded" * is_coded for index, is_coded in sides)
        compared_sides = [
            Side.coded(base64.b64decode(pictures[index]["code"]), pictures[index]["displayed"]) if is_coded
            else Side.exact(shown[index], pictures[index]["displayed"]) for index, is_coded in sides]
        complaints += [f"{names}: {text}" for text in differing_comparison(pair, *compared_sides)]
    coded = sum("code" in picture for picture in pictures)
    print(f"{len(pictures)} pictures, {coded} codes and {len(cases['comparisons'])} comparisons: "
          f"{len(complaints)} differences")
    return complaints


def shown_levels(picture, folder):
    width = (picture["width"] * picture["eighths"] + 7) // 8
    luma = np.fromfile(folder / picture["luma"], np.uint8).reshape(-1, width)
    stored = thumbnail(luma, picture["width"], picture["height"], picture["eighths"])
    return displayed(stored, picture["orientation"])


def differing_signature(picture, levels, folder):
    if base64.b64decode(picture["thumbnail"]) != levels.tobytes():
        yield "the thumbnail differs"
    if picture["quality"] != quality(levels):
        yield f"quality {picture['quality']}, here {quality(levels)}"
    if picture["isMostlyTextOrDrawing"] != is_mostly_text_or_drawing(levels):
        yield "mostly text or drawing on one side only"
    for turns, theirs in enumerate(picture["hashes"]):
        ours = hash_hex(np.rot90(levels, -turns))
        if ours != theirs:
            yield f"hash {theirs} after {turns} turns, here {ours}"
    other = None
    if "unconverted" in picture:
        other = shown_levels(picture | picture["unconverted"], folder)
        yield from differing_rendering(picture["unconverted"], levels, other)
    if "code" in picture:
        # A rendering that does not differ is left out.
        code, difference = thumbnail_code.encode_renderings(
            levels, other if other is not None and renderings_differ(levels, other) else None)
        if base64.b64decode(picture["code"]) != code:
            yield "the code differs"
        if base64.b64decode(picture.get("difference", "")) != difference:
            yield "the code of the difference differs"


def renderings_differ(levels, other):
    """Whether a cell of the smoothed pictures differs by more than a level."""
    return np.abs(smoothed(levels) - smoothed(other)).max() > 1


def differing_rendering(rendering, levels, other):
    if renderings_differ(levels, other) != ("thumbnail" in rendering):
        yield "only one side has an unconverted rendering"
    elif "thumbnail" in rendering:
        if base64.b64decode(rendering["thumbnail"]) != other.tobytes():
            yield "the unconverted thumbnail differs"
        if rendering["hash"] != hash_hex(other):
            yield "the hash of the unconverted thumbnail differs"


def differing_comparison(pair, one, other):
    values, agrees, ratio = compared(one, other)
    for name, value in values.items():
        if not near(pair["values"][name], value, TOLERANCE):
            yield f"{name} {pair['values'][name]!r}, here {value!r}"
    verdicts = [agrees and ratio <= slack for slack in (1, 2)] + [is_conclusive(values)]
    if verdicts != [pair["passes"], pair["isCompatible"], pair["isConclusive"]] or agrees != pair["aspectAgrees"]:
        yield "passes, is compatible or conclusive on one side only"


class Side:
    """A picture to be compared: smoothed levels, the displayed size, and the step of its code; 0 without a code."""

    def __init__(self, levels, step, size):
        self.levels, self.step, self.size = levels, step, tuple(size)

    @staticmethod
    def exact(levels, size):
        return Side(smoothed(levels), 0, size)

    @staticmethod
    def coded(code, size):
        return Side(*thumbnail_code.decode(code), size)


def compared(one, other):
    """The measures and the score by name, whether the shapes agree, and the greatest ratio of measure to limit."""
    measures, agrees = verification(one.levels, other.levels, one.size, other.size)
    allowed = limits(one.step, other.step, equal_size=one.size == other.size)
    return measures | {"score": score(measures, agrees, allowed)}, agrees, greatest_ratio(measures, allowed)


def near(value, other, tolerance):
    return abs(value - other) <= max(tolerance, RELATIVE_TOLERANCE * abs(other))


# Published vectors


def xorshift():
    state = 2463534242
    while True:
        state ^= state << 13 & 0xFFFFFFFF
        state ^= state >> 17
        state ^= state << 5 & 0xFFFFFFFF
        yield state & 255


def pattern(name, width, height):
    """A picture that a formula defines; the header of the file of vectors has the formulas."""
    x = np.arange(width, dtype=np.int64)[None, :]
    y = np.arange(height, dtype=np.int64)[:, None]
    if name == "noise":
        return np.array([level for _, level in zip(range(width * height), xorshift())]).reshape(height, width)
    return {
        "ramp": lambda: (x * 255 // max(1, width - 1) + y * 255 // max(1, height - 1)) // 2,
        "checks": lambda: np.where((x * 7 // width + y * 5 // height) % 2 == 0, 40, 210),
        "rings": lambda: ((x - width // 3) ** 2 + (y - height // 2) ** 2) // max(1, width * height // 400) % 256,
        "steps": lambda: (x * x // 7 + y * 3 + x * y // 11) % 256,
        "gray": lambda: np.full((height, width), 100),
    }[name]()


def scene(kind, left, up, light):
    """A thumbnail that a formula defines; the header of the file of vectors has the formulas."""
    unit = 64 if kind in ("scene", "coded") else 1
    x = 512 * np.arange(SIDE, dtype=np.int64)[None, :] + unit * left
    y = 512 * np.arange(SIDE, dtype=np.int64)[:, None] + unit * up
    levels = np.abs((x * x + 3 * y * y + 20480 * x) // 3997696 % 512 - 256) * 3 // 4
    if kind == "faint":
        levels //= 6
    levels += 20
    place = (slice(28, 32), slice(28, 32)) if kind == "spot" else slice(None)
    levels[place] += light
    return np.minimum(255, levels)


def scene_line(words):
    """A line that compares two scenes. Each scene may be coded."""
    sides = []
    for kind, *numbers in (words[:6], words[6:12]):
        left, up, light, *size = map(int, numbers)
        levels = scene(kind, left, up, light)
        sides.append(
            Side.coded(thumbnail_code.encode(levels), size) if kind == "coded" else Side.exact(levels, size))
    values, agrees, _ = compared(*sides)
    return words[:12] + [repr(value) for value in values.values()] + [str(fact).lower() for fact in (agrees, is_conclusive(values))]


def code_line(words):
    """A line with the code of a pattern of 64x64 levels."""
    code = thumbnail_code.encode(pattern(words[1], SIDE, SIDE), budget=int(words[2]))
    return words[:3] + [str(len(code)), f"{zlib.crc32(code):08x}", code[:16].hex()]


def difference_line(words):
    """A line with the codes of a pattern and of its difference from another one."""
    codes = thumbnail_code.encode_renderings(
        *(pattern(name, SIDE, SIDE) for name in words[1:3]), budget=int(words[3]))
    return words[:4] + [*(str(len(code)) for code in codes), f"{zlib.crc32(b''.join(codes)):08x}", codes[1][:16].hex() or "-"]


def pattern_line(words):
    """A line with the signature of a pattern."""
    name, width, height, eighths, rows, orientation = words[0], *map(int, words[1:6])
    luma = pattern(name, (width * eighths + 7) // 8, (height * eighths + 7) // 8).astype(np.uint8)
    levels = displayed(thumbnail(luma[:rows], width, height, eighths), orientation)
    return words[:6] + [hash_hex(levels), str(quality(levels)), f"{zlib.crc32(levels.tobytes()):08x}"]


def computed(words):
    """A line of vectors, computed by this program."""
    kinds = {"scene": scene_line, "coded": scene_line, "code": code_line, "difference": difference_line,
             "identifier": identifier.line} | dict.fromkeys(("fine", "faint", "spot"), scene_line)
    return kinds.get(words[0], pattern_line)(words)


def agree(word, other):
    """Whether the words are equal, or are equal numbers except for rounding."""
    return word == other or "." in word and near(float(word), float(other), VECTOR_TOLERANCE)


def check_vectors(path, prints):
    complaints, count = [], 0
    for line in path.read_text().splitlines():
        words = line.split()
        if not words or line.startswith("#"):
            if prints:
                print(line)
            continue
        count += 1
        expected = computed(words)
        if prints:
            print(" ".join(expected))
        elif len(words) != len(expected) or not all(map(agree, words, expected)):
            complaints.append(f"{line}\nhere {' '.join(expected)}")
    if not prints:
        print(f"{count} vectors: {len(complaints)} differences")
    return complaints


if __name__ == "__main__":
    if len(sys.argv) == 2 and not sys.argv[1].startswith("-"):
        found = check_folder(Path(sys.argv[1]))
    elif len(sys.argv) == 3 and sys.argv[1] in ("--vectors", "--print-vectors"):
        found = check_vectors(Path(sys.argv[2]), prints=sys.argv[1] == "--print-vectors")
    else:
        sys.exit(__doc__)
    sys.exit("\n".join(found) if found else 0)
