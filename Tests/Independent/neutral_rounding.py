"""An independent implementation of neutral rounding (article "Content signature").

The results decide bits, so every operation of doubles is rounded and has the order of the specification: sums are
accumulated (`numpy.add.accumulate`), never pairwise or by BLAS.
"""

import numpy as np

SIDE = 64
INNER = slice(1, -1)
RIDGE = 5000.0
INDEPENDENT = 1e-9
REACH = 0.2  # of a step: a coefficient nearer to an integer is not rounded the other way
MOVEMENT = range(2, 8)


def summed(values, axis=-1):
    """The sum in the order of the elements."""
    return np.take(np.add.accumulate(values, axis=axis), -1, axis=axis)


def smoothed_sixteenths(levels):
    """The smoothed picture in sixteenths of a level: integers."""
    padded = np.pad(levels.astype(np.int64), 1, "edge")
    down = padded[:-2] + 2 * padded[1:-1] + padded[2:]
    return down[:, :-2] + 2 * down[:, 1:-1] + down[:, 2:]


def slopes(picture):
    """The slopes to the right, for integers: the sums are exact, so that only the division is rounded."""
    def difference(k, cells):
        return picture[:, [cell + k for cell in cells]] - picture[:, [cell - k for cell in cells]]
    ordinary, inside = range(1, SIDE - 1), range(4, SIDE - 4)
    result = np.zeros((SIDE, SIDE))
    result[:, ordinary] = difference(1, ordinary) / 32
    weighted = sum(factor * difference(k, inside) for k, factor in ((1, 672), (2, -168), (3, 32), (4, -3)))
    result[:, inside] = weighted / 16 / 840
    return result


def terms(levels):
    """The eight terms of the fit for the inner cells of a picture: 8, 62, 62."""
    picture = smoothed_sixteenths(levels)
    across, down = slopes(picture), slopes(picture.T).T
    place = (2 * np.arange(SIDE) + 1 - SIDE) / SIDE
    u, v = place[None, :], place[:, None]
    every = [np.ones((SIDE, SIDE)), picture / 16, across, down, across * u, across * v, down * u, down * v]
    return np.stack(every)[:, INNER, INNER]


def solutions(matrix):
    """The inverse by elimination in the order of the terms; a term that earlier ones explain has a row of zeros."""
    count = len(matrix)
    rows, right = matrix.copy(), np.eye(count)
    for term in range(count):
        if not rows[term, term] > INDEPENDENT * matrix[term, term]:
            continue
        for later in range(term + 1, count):
            factor = rows[later, term] / rows[term, term]
            rows[later] -= factor * rows[term]
            right[later] -= factor * right[term]
    solution = np.zeros((count, count))
    for term in reversed(range(count)):
        if rows[term, term] > INDEPENDENT * matrix[term, term]:
            known = summed(rows[term][:, None] * solution, axis=0)
            solution[term] = (right[term] - known) / rows[term, term]
    return solution


def transformed(pictures, orthonormal):
    """The coefficients of pictures, frequencies down by frequencies across: first the sums over rows, then over columns."""
    down = summed(orthonormal[:, :, None] * pictures[..., None, :, :], axis=-2)
    return summed(down[..., None, :] * orthonormal, axis=-1)


def effects(levels, orthonormal):
    """By how much a unit of each coefficient changes the six terms of movement: 6, 64, 64."""
    columns = terms(levels)
    flat = columns.reshape(8, -1)
    normal = np.stack([summed(flat * one) for one in flat])
    for term in MOVEMENT:
        normal[term, term] += RIDGE
    moved = summed(solutions(normal)[2:, :, None, None] * columns, axis=1)
    return transformed(np.pad(moved, ((0, 0), (1, 1), (1, 1))), orthonormal)


def represented(numbers):
    """What the reader of the code takes the numbers for, in steps."""
    return np.sign(numbers) * np.maximum(np.abs(numbers) - 1 / 16, 0)


def nearest(exact):
    """The nearest integers, halves away from 0."""
    return (np.sign(exact) * np.floor(np.abs(exact) + 0.5)).astype(int)


def rounded(exact, effects):
    """The integers for coefficients in steps: the nearest, or the other neighbour where this makes the movement vanish."""
    numbers = nearest(exact)
    return adjusted(numbers, exact, effects, numbers != 0)


def adjusted(numbers, exact, effects, allowed):
    """The integers, of which those that are allowed to may change by one towards the coefficients."""
    shape, numbers, exact, allowed = numbers.shape, numbers.ravel().copy(), exact.ravel(), allowed.ravel()
    effects = effects.reshape(6, -1)
    movement = summed(effects * (exact - represented(numbers)))
    excess = exact - numbers
    others = numbers + np.where(excess > 0, 1, -1)
    changes = effects * (represented(numbers) - represented(others))
    allowed = allowed & (np.abs(excess) > REACH)
    least = summed(movement * movement)
    while allowed.any():
        moved = movement[:, None] + changes
        sums = np.where(allowed, summed(moved * moved, axis=0), np.inf)
        best = sums.argmin()
        if not sums[best] < least:
            break
        least, movement, allowed[best] = sums[best], moved[:, best], False
        numbers[best] = others[best]
    return numbers.reshape(shape)
