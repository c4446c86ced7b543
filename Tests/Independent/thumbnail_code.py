"""An independent implementation of the code of a thumbnail, version 2 (article "Content signature").

It uses other algorithms than the library: the range coder's low end is one long integer, so that no carries occur, and
the probabilities are stored by name. The order of the coefficients is that of the specification.
"""

import math
from collections import defaultdict

import numpy as np

import neutral_rounding

SIDE = 64
BUDGET = 620
STEPS = [round(16 * 2 ** (k / 8)) for k in range(64)]  # in sixteenths of a level
GREATEST_LENGTH = 16
# The context for each activity of the neighbourhood below 32. Context 11 is for activities below 64, 12 for others.
CONTEXTS = [0, 1, 2, 3, 4, 5, 5, 6, 6, 7, 7, 7, 8, 8, 8, 8] + [9] * 8 + [10] * 8
CONTEXT_OF_MEAN = 13

# The orthonormal cosines, from the 20-bit cosines of the hash: frequencies by positions.
ANGLES = math.pi / 128 * np.outer(np.arange(SIDE), 2 * np.arange(SIDE) + 1)
ORTHONORMAL = np.rint(2**20 * np.cos(ANGLES)) / 2**20
ORTHONORMAL[0] = math.sqrt(0.5)
ORTHONORMAL /= math.sqrt(32)


class Probabilities:
    """The probabilities of 0, in units of 1/4096, by the name of the coded bit."""

    def __init__(self):
        self.of_zero = defaultdict(lambda: 2048)

    def bound(self, width, name):
        return (width >> 12) * self.of_zero[name] if name else width >> 1

    def adapt(self, name, bit):
        if name:
            value = self.of_zero[name]
            self.of_zero[name] = value - (value >> 4) if bit else value + (4096 - value >> 4)


class Writer(Probabilities):
    def __init__(self):
        super().__init__()
        self.low, self.range, self.count = 0, 2**32 - 1, 4

    def bit(self, wanted, name=None):
        bound = self.bound(self.range, name)
        # A plain bit leaves half of the range for both values. An adaptive 1 leaves the part above the bound.
        self.low += bound * wanted
        self.range = self.range - bound if wanted and name else bound
        self.adapt(name, wanted)
        while self.range < 2**24:
            self.low, self.range, self.count = self.low << 8, self.range << 8, self.count + 1
        return wanted

    def bytes(self):
        return self.low.to_bytes(self.count, "big").rstrip(b"\0")


class Reader(Probabilities):
    def __init__(self, data):
        super().__init__()
        self.data = iter(data)
        self.offset, self.range = 0, 2**32 - 1  # of the code, above the low end
        for _ in range(4):
            self.offset = self.offset << 8 | next(self.data, 0)

    def bit(self, _, name=None):
        bound = self.bound(self.range, name)
        found = int(self.offset >= bound)
        self.offset -= bound * found
        self.range = self.range - bound if found and name else bound
        self.adapt(name, found)
        while self.range < 2**24:
            self.offset, self.range = self.offset << 8 | next(self.data, 0), self.range << 8
        return found


def walk(coder, wanted):
    """Codes the 4096 numbers, and returns them.

    A writer codes `wanted`. A reader ignores its values and returns the numbers that it reads.
    """
    magnitudes = np.zeros((SIDE + 2, SIDE + 2), int).tolist()  # two rows and columns of zeros before them
    coded = []
    for index, number in enumerate(wanted):
        v, u = divmod(index, SIDE)
        line, above, top = magnitudes[v + 2], magnitudes[v + 1], magnitudes[v]
        activity = 2 * (line[u + 1] + above[u + 2]) + above[u + 1] + line[u] + top[u + 2]
        context = CONTEXT_OF_MEAN if index == 0 else CONTEXTS[activity] if activity < 32 else 11 + (activity >= 64)
        band = min(3, (u + v) // 16) if context < 3 else 0
        magnitude, length = abs(number), 0
        while length < GREATEST_LENGTH and coder.bit(int(length < magnitude.bit_length()), ("length", context, band, length)):
            length += 1
        found = int(length > 0)
        for place in reversed(range(length - 1)):
            name = ("second", length) if place == length - 2 else None
            found = found << 1 | coder.bit(magnitude >> place & 1, name)
        if index > 0:
            line[u + 2] = found
        coded.append(-found if found and coder.bit(int(number < 0)) else found)
    return coded


def written(numbers):
    writer = Writer()
    walk(writer, numbers.ravel().tolist())
    return writer.bytes()


class Exact:
    """The coefficients of a picture, and their effects on the movement."""

    def __init__(self, thumbnail):
        self.coefficients = neutral_rounding.transformed(
            neutral_rounding.smoothed_sixteenths(thumbnail) / 16, ORTHONORMAL)
        self.effects = neutral_rounding.effects(thumbnail, ORTHONORMAL)

    def numbers(self, step):
        return neutral_rounding.rounded(self.coefficients / step, self.effects)

    def added(self, other, numbers, step):
        """What is added to the numbers of another picture for this one."""
        added = neutral_rounding.nearest((self.coefficients - other.coefficients) / step)
        sums = neutral_rounding.adjusted(numbers + added, self.coefficients / step, self.effects, added != 0)
        return sums - numbers


def encode(thumbnail, budget=BUDGET):
    """The code with the finest step that fits, found by bisection; with the coarsest step if no code fits."""
    return encode_renderings(thumbnail, None, budget)[0]


def encode_renderings(thumbnail, unconverted, budget=BUDGET):
    """The code of a picture, and of the difference of its unconverted rendering, which share step and budget."""
    picture = Exact(thumbnail)
    other = None if unconverted is None else Exact(unconverted)

    def with_step(index):
        step = STEPS[index] / 16
        numbers = picture.numbers(step)
        difference = b"" if other is None else written(other.added(picture, numbers, step))
        return bytes([index]) + written(numbers), difference

    fine, coarse, codes = 0, len(STEPS) - 1, {}
    while fine < coarse:
        middle = (fine + coarse) // 2
        codes[middle] = with_step(middle)
        if sum(map(len, codes[middle])) <= budget:
            coarse = middle
        else:
            fine = middle + 1
    return codes[fine] if fine in codes else with_step(fine)


def decode(code, difference=b""):
    """The smoothed picture that the code represents, and the quantiser's step in levels.

    With the code of a difference the picture is the unconverted one.
    """
    step = STEPS[code[0]] / 16
    quantised = sum(np.array(walk(Reader(part), [0] * SIDE**2)) for part in (code[1:], difference)).reshape(SIDE, SIDE)
    coefficients = neutral_rounding.represented(quantised) * step
    return ORTHONORMAL.T @ coefficients @ ORTHONORMAL, step
