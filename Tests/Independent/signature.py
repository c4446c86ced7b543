#!/usr/bin/env python3
"""The content signature, version 1, a second time.

What the article "Content signature" specifies, by other means than the library's: matrices of weights instead of sums
row by row, cosines instead of a table, rows of gray for what is missing. Only the solution of the least squares takes the
same steps, because the article prescribes them. It shares no code with the library; its author knew the library's. Tests
on both sides hold the two together.

    signature.py FOLDER                compares with what the library made, see `check_folder`
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

SIDE = 64
MISSING = 128  # the level of rows that never came
NOISE_FLOOR = 2  # levels for each cell, of the published comparisons


# Decoded luma to thumbnail


def axis_weights(stored, eighths):
    """How much each decoded pixel counts in each of 64 cells: integers, 64 by the decoded length."""
    decoded = (stored * eighths + 7) // 8
    extent = stored * eighths  # half a cell, in 1/1024 of a decoded pixel
    centers = (2 * np.arange(SIDE, dtype=np.int64) + 1) * extent
    pixels = 1024 * np.arange(decoded, dtype=np.int64) + 512
    raw = np.maximum(0, max(2 * extent, 1024) - np.abs(pixels[None, :] - centers[:, None]))
    sums = raw.sum(axis=1, keepdims=True)
    return ((raw << 24) + sums // 2) // sums


def thumbnail(luma, stored_width, stored_height, eighths):
    """64×64 levels, as stored, of decoded luma (rows by columns), of which rows at the bottom may be missing."""
    across = axis_weights(stored_width, eighths)
    down = axis_weights(stored_height, eighths)
    missing = np.full((down.shape[1] - luma.shape[0], across.shape[1]), MISSING, np.uint8)
    whole = np.concatenate([luma, missing])
    # Sums of products below 2^32 are exact in floating point, and fast; those of the columns need integers.
    rows = (whole.astype(np.float64) @ across.T.astype(np.float64)).astype(np.int64)
    sums = down @ rows
    divisors = np.outer(down.sum(axis=1), across.sum(axis=1))
    return ((2 * sums + divisors) // (2 * divisors)).astype(np.uint8)


def displayed(levels, orientation):
    """A picture as displayed, by its EXIF orientation (1 to 8)."""
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
    """The 256 bits, bit 8·n + k being bit k of byte n, as 64 hexadecimal digits."""
    coefficients = (COSINES @ levels.astype(np.int64) @ COSINES.T).ravel()
    lower_median = np.sort(coefficients)[127]
    return np.packbits(coefficients > lower_median, bitorder="little").tobytes().hex()


def quality(levels):
    """Steps between neighbours, in whole hundredths of 255, summed: 0 to 100."""
    values = levels.astype(np.int64)
    steps = (np.abs(np.diff(values, axis=axis)) * 100 // 255 for axis in (0, 1))
    return min(100, int(sum(step.sum() for step in steps)) // 90)


# Verification

EIGHTH_ORDER = {1: 672, 2: -168, 3: 32, 4: -3}  # over 840


def slopes_across(values):
    """840 times the slope from column to column."""
    slopes = np.empty_like(values)
    slopes[:, 0] = 840 * (values[:, 1] - values[:, 0])
    slopes[:, -1] = 840 * (values[:, -1] - values[:, -2])
    slopes[:, 1:-1] = 420 * (values[:, 2:] - values[:, :-2])
    middle = range(4, SIDE - 4)
    slopes[:, 4:-4] = sum(
        factor * (values[:, [x + k for x in middle]] - values[:, [x - k for x in middle]])
        for k, factor in EIGHTH_ORDER.items()
    )
    return slopes


def solve(matrix, right):
    """Elimination in the order of the terms; one that earlier ones explain already gets zero."""
    size = len(right)
    rows = [[float(value) for value in row] for row in matrix]
    right = [float(value) for value in right]

    def counts(term):
        return rows[term][term] > 1e-9 * float(matrix[term][term])

    for term in range(size):
        if counts(term):
            for later in range(term + 1, size):
                factor = rows[later][term] / rows[term][term]
                rows[later] = [value - factor * above for value, above in zip(rows[later], rows[term])]
                right[later] -= factor * right[term]
    solution = [0.0] * size
    for term in reversed(range(size)):
        if counts(term):
            known = sum(rows[term][other] * solution[other] for other in range(term + 1, size))
            solution[term] = (right[term] - known) / rows[term][term]
    return solution


def block_means(values, side):
    blocks = SIDE // side
    return values.reshape(blocks, side, blocks, side).mean(axis=(1, 3))


def verification(a, b, size_a, size_b, noise_floor):
    """The measures by name, and whether the shapes agree, for two thumbnails and displayed sizes."""
    a, b = a.astype(np.int64), b.astype(np.int64)
    total = a + b
    terms = [np.ones_like(total), total, slopes_across(total), slopes_across(total.T).T]
    normal = [[int((one * other).sum()) for other in terms] for one in terms]
    offset, tone, right, down = solve(normal, [int((term * (a - b)).sum()) for term in terms])
    differences = (a - b) - right * terms[2] - down * terms[3]
    residuals = differences - offset - tone * terms[1]
    slopes = np.sqrt(terms[2].astype(float) ** 2 + terms[3].astype(float) ** 2) / 1680
    across_part, down_part = right * 1680 / SIDE, down * 1680 / SIDE
    smaller = min(size_a, size_b)
    measures = {
        "rms": math.sqrt((differences**2).mean()),
        "worstPixel": np.abs(differences).max(),
        "worst2x2": np.abs(block_means(differences, 2)).max(),
        "worst4x4": np.abs(block_means(differences, 4)).max(),
        "mean": abs(differences.mean()),
        "shift": math.hypot(across_part, down_part),
        "shiftPixels": math.hypot(across_part * smaller[0], down_part * smaller[1]),
        "residual2x2": np.abs(block_means(residuals, 2)).max(),
        "gradientNormalised4x4": (
            block_means(np.abs(residuals), 4) / (block_means(slopes, 4) + noise_floor)).max(),
    }
    (width, height), (other_width, other_height) = size_a, size_b
    agrees = abs(width * other_height - height * other_width) <= max(size_a + size_b)
    return {name: float(value) for name, value in measures.items()}, agrees


def passes(measures, agrees, limits, slack=1):
    ratios = {name: value / limits[name] for name, value in measures.items()}
    # The more generous limit of the two counts.
    ratios["shift"] = min(ratios["shift"], ratios.pop("shiftPixels"))
    return agrees and all(ratio <= slack for ratio in ratios.values())


# What the library made


def check_folder(folder):
    """`cases.json` holds `pictures` (each with its raw `luma` file and the signature) and `comparisons` of two of them.

    Returns what differs.
    """
    cases = json.loads((folder / "cases.json").read_text())
    complaints, shown = [], []
    for picture in cases["pictures"]:
        width = (picture["width"] * picture["eighths"] + 7) // 8
        luma = np.fromfile(folder / picture["luma"], np.uint8).reshape(-1, width)
        stored = thumbnail(luma, picture["width"], picture["height"], picture["eighths"])
        levels = displayed(stored, picture["orientation"])
        shown.append(levels)
        if base64.b64decode(picture["thumbnail"]) != levels.tobytes():
            complaints.append(f"{picture['name']}: the thumbnail differs")
        if picture["quality"] != quality(levels):
            complaints.append(f"{picture['name']}: quality {picture['quality']}, here {quality(levels)}")
        for turns, theirs in enumerate(picture["hashes"]):
            ours = hash_hex(np.rot90(levels, -turns))
            if ours != theirs:
                complaints.append(f"{picture['name']}: hash {theirs} after {turns} turns, here {ours}")
    for pair in cases["comparisons"]:
        one, other = pair["first"], pair["second"]
        name = f"{cases['pictures'][one]['name']} and {cases['pictures'][other]['name']}"
        sizes = [tuple(cases["pictures"][index]["displayed"]) for index in (one, other)]
        measures, agrees = verification(shown[one], shown[other], *sizes, cases["noiseFloor"])
        for measure, value in measures.items():
            if not abs(value - pair["measures"][measure]) <= 1e-9 * max(1, abs(value)):
                complaints.append(f"{name}: {measure} {pair['measures'][measure]!r}, here {value!r}")
        verdicts = [passes(measures, agrees, cases["limits"], slack) for slack in (1, 2)]
        if verdicts != [pair["passes"], pair["isCompatible"]] or agrees != pair["aspectAgrees"]:
            complaints.append(f"{name}: passes or is compatible on one side only")
    print(f"{len(cases['pictures'])} pictures and {len(cases['comparisons'])} comparisons: "
          f"{len(complaints)} differences")
    return complaints


# Published vectors


def xorshift():
    state = 2463534242
    while True:
        state ^= state << 13 & 0xFFFFFFFF
        state ^= state >> 17
        state ^= state << 5 & 0xFFFFFFFF
        yield state & 255


def pattern(name, width, height):
    """A picture by formula; the formulas are in the head of the file of vectors."""
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


def scene(left, up, light):
    """A thumbnail by formula."""
    x = 8 * np.arange(SIDE, dtype=np.int64)[None, :] + left
    y = 8 * np.arange(SIDE, dtype=np.int64)[:, None] + up
    wave = np.abs((x * x + 3 * y * y + 320 * x) // 976 % 512 - 256)
    return np.minimum(255, wave * 3 // 4 + 20 + light)


def compared(words):
    """A line that compares two scenes, by this program."""
    one, other = [list(map(int, words[first : first + 5])) for first in (1, 7)]
    measures, agrees = verification(scene(*one[:3]), scene(*other[:3]), tuple(one[3:]), tuple(other[3:]), NOISE_FLOOR)
    return words[:12] + [repr(value) for value in measures.values()] + [str(agrees).lower()]


def computed(words):
    """A line of vectors, by this program."""
    if words[0] == "scene": return compared(words)
    name, width, height, eighths, rows, orientation = words[0], *map(int, words[1:6])
    luma = pattern(name, (width * eighths + 7) // 8, (height * eighths + 7) // 8).astype(np.uint8)
    levels = displayed(thumbnail(luma[:rows], width, height, eighths), orientation)
    return words[:6] + [hash_hex(levels), str(quality(levels)), f"{zlib.crc32(levels.tobytes()):08x}"]


def agree(word, other):
    """The same, or the same number but for rounding."""
    return word == other or "." in word and abs(float(word) - float(other)) <= 1e-9 * max(1, abs(float(word)))


def check_vectors(path, prints):
    complaints, count = [], 0
    for line in path.read_text().splitlines():
        words = line.split()
        if not words or line.startswith("#"):
            if prints: print(line)
            continue
        count += 1
        expected = computed(words)
        if prints: print(" ".join(expected))
        elif len(words) != len(expected) or not all(map(agree, words, expected)): complaints.append(f"{line}\nhere {' '.join(expected)}")
    if not prints: print(f"{count} vectors: {len(complaints)} differences")
    return complaints


if __name__ == "__main__":
    if len(sys.argv) == 2 and not sys.argv[1].startswith("-"):
        found = check_folder(Path(sys.argv[1]))
    elif len(sys.argv) == 3 and sys.argv[1] in ("--vectors", "--print-vectors"):
        found = check_vectors(Path(sys.argv[2]), prints=sys.argv[1] == "--print-vectors")
    else:
        sys.exit(__doc__)
    sys.exit("\n".join(found) if found else 0)
