"""An independent implementation of the comparison of two pictures, version 2 (article "Content signature").

It uses other algorithms than the library: the smoothing and the slopes are products with matrices, and the least
squares are solved by orthogonal factors (`numpy.linalg.lstsq`), not by elimination in the normal equations.
"""

import math

import numpy as np

SIDE = 64
INNER = slice(1, -1)  # the cells at the edge do not count
CELLS = (SIDE - 2) ** 2
RIDGE = 5000  # squared levels for each squared cell
NOISE_FLOOR = 2  # levels for each cell

LIMITS = {
    "rms": 2.8, "worstPixel": 13, "worst2x2": 10.5, "worst4x4": 6.5, "mean": 0.9, "tone": 1.045, "displacement": 0.0007,
    "displacementPixels": 0.9, "residual2x2": 10.5, "gradientNormalised4x4": 0.8,
}
# Pictures that pass are conclusive within these limits too: fractions of the frame and of the brightness, times the noise.
PROOF = {"movement": 0.00105, "relativeLight": 0.02, "detail": 8}
CERTAINTY = 4  # standard errors by which a movement is excluded
LEAST_NOISE = 0.25  # levels
GREATEST_ERROR = 0.01  # of the frame; pictures with more do not show a movement
LEAST_PART = 0.005  # of the squared slopes, by which a movement has to show
PIXELS_FOR_CELL = 2  # along the longer side; fewer show no movement
INCONCLUSIVE = 0.49  # the greatest score of pictures that are not conclusive
# The noise for each level of a quantiser's step. Limits are widened by the root of the sum of squares.
CODING_NOISE = {
    "rms": 0.16, "worstPixel": 0.64, "worst2x2": 0.19, "residual2x2": 0.19, "gradientNormalised4x4": 0.053,
}


def repeated_ends(offsets):
    """The matrix that sums the cells of a line at these offsets with these factors. The end cells are repeated."""
    matrix = np.zeros((SIDE, SIDE))
    for cell in range(SIDE):
        for offset, factor in offsets.items():
            matrix[cell, min(max(cell + offset, 0), SIDE - 1)] += factor
    return matrix


SMOOTHING = repeated_ends({-1: 0.25, 0: 0.5, 1: 0.25})
EIGHTH_ORDER = {1: 672, 2: -168, 3: 32, 4: -3}  # over 840
SLOPE = repeated_ends({-1: -0.5, 1: 0.5})
SLOPE[4:-4] = repeated_ends({
    sign * k: sign * factor / 840 for k, factor in EIGHTH_ORDER.items() for sign in (1, -1)})[4:-4]
PLACE = (2 * np.arange(SIDE) + 1) / SIDE - 1  # in the frame, -1 to 1


def smoothed(thumbnail):
    return SMOOTHING @ thumbnail.astype(float) @ SMOOTHING.T


def fit(a, b):
    """The parts of `a - b` that movement and a change of tone explain, the movement, and the slopes."""
    mean = (a + b) / 2
    across, down = mean @ SLOPE.T, SLOPE @ mean
    terms = [mean] + [slope * place for slope in (across, down) for place in (1, PLACE[None, :], PLACE[:, None])]
    columns = np.stack([term[INNER, INNER].ravel() for term in terms], axis=1)
    difference = (a - b)[INNER, INNER].ravel()
    # The constant term is the mean of the remainder after the other terms.
    centered = columns - columns.mean(axis=0)
    if not (centered[:, 0] ** 2).sum() > 1e-9 * (columns[:, 0] ** 2).sum():
        centered[:, 0] = 0  # a flat picture has no tone beside its brightness
    ridge = np.diag([0] + [math.sqrt(RIDGE)] * 6)[1:]
    left = np.concatenate([centered, ridge])
    right = np.concatenate([difference - difference.mean(), np.zeros(6)])
    solution = np.linalg.lstsq(left, right, rcond=None)[0]
    moved = columns[:, 1:] @ solution[1:]
    toned = centered[:, 0] * solution[0] + (difference - moved).mean()
    return whole(moved), whole(toned), solution[1:].reshape(2, 3), whole(np.hypot(columns[:, 1], columns[:, 4]))


def movement(a, b, noise, aspect):
    """The greatest of the movements that explain `a - b` best, and the greatest standard error, in frames.

    The movements are a shift across, a shift down, a zoom and a rotation. The light is removed by an orthogonal basis of
    it, and the errors are computed from singular values.
    """
    mean = (a + b) / 2
    across, down = SIDE * mean @ SLOPE.T, SIDE * SLOPE @ mean
    u, v, (width, height) = PLACE[None, :], PLACE[:, None], (min(1, aspect), min(1, 1 / aspect))
    movements = [across, down, across * u + down * v, across * v * height - down * u * width]
    columns = np.stack([picture[INNER, INNER].ravel() for picture in (*movements, a - b)], axis=1)
    light = mean[INNER, INNER].ravel()
    slopes = (columns[:, :2] ** 2).sum()
    columns = columns - columns.mean(axis=0)
    centered = light - light.mean()
    if (centered**2).sum() > 1e-9 * (light**2).sum():
        basis = centered / np.linalg.norm(centered)
        columns -= np.outer(basis, basis @ columns)
    left, values, right = np.linalg.svd(columns[:, :4], full_matrices=False)
    if not values[-1] > 0:
        return 0.0, 1.0
    inverse = right.T / values
    variance = (inverse**2).sum(axis=1).max()
    error = noise * math.sqrt(variance)
    if not error < GREATEST_ERROR or variance * slopes * LEAST_PART > 1:
        return 0.0, 1.0
    parts = inverse @ (left.T @ columns[:, 4])
    return max(math.hypot(parts[0], parts[1]), abs(parts[2]), abs(parts[3])), error


def whole(inner):
    """The picture of 64x64 cells with these inner cells; 0 at the edge."""
    return np.pad(inner.reshape(SIDE - 2, SIDE - 2), 1)


def block_means(values, side):
    blocks = SIDE // side
    return values.reshape(blocks, side, blocks, side).mean(axis=(1, 3))


def verification(a, b, size_a, size_b):
    """The measures by name, and whether the shapes agree, for two smoothed pictures and displayed sizes."""
    moved, toned, coefficients, slopes = fit(a, b)
    differences = whole((a - b)[INNER, INNER]) - moved
    residuals = differences - toned
    displacement = np.abs(coefficients).sum(axis=1) / SIDE
    noise = math.sqrt((residuals**2).sum() / CELLS)
    light = ((a + b) / 2)[INNER, INNER]
    measures = {
        "rms": math.sqrt((differences**2).sum() / CELLS),
        "worstPixel": np.abs(differences).max(),
        "worst2x2": np.abs(block_means(differences, 2)).max(),
        "worst4x4": np.abs(block_means(differences, 4)).max(),
        "mean": abs(differences.sum()) / CELLS,
        "tone": math.sqrt((toned**2).sum() / CELLS),
        "displacement": displacement.max(),
        "displacementPixels": (displacement * min(size_a, size_b)).max(),
        "residual2x2": np.abs(block_means(residuals, 2)).max(),
        "gradientNormalised4x4": (
            block_means(np.abs(residuals), 4) / (block_means(slopes, 4) + NOISE_FLOOR)).max(),
        "relativeLight": abs((light * (a - b)[INNER, INNER]).sum()) / max((light**2).sum(), 1e-300),
        "noise": noise,
    }
    (width, height), (other_width, other_height) = size_a, size_b
    agrees = abs(width * other_height - height * other_width) <= max(size_a + size_b)
    smaller = min(size_a, size_b)
    shows = agrees and max(smaller) >= PIXELS_FOR_CELL * SIDE
    measures["movement"], measures["movementError"] = (
        movement(a, b, max(noise, LEAST_NOISE), smaller[0] / smaller[1]) if shows else (0, 1))
    return {name: float(value) for name, value in measures.items()}, agrees


def limits(*steps, equal_size):
    """The limits for pictures that were quantised with these steps, in levels; 0 for an exact picture."""
    widened = {name: math.hypot(limit, *(CODING_NOISE.get(name, 0) * step for step in steps))
               for name, limit in LIMITS.items()}
    # Pictures of equal size were not scaled.
    return widened | ({"displacementPixels": 0.075} if equal_size else {})


def greatest_ratio(measures, limits):
    """The greatest ratio of a measure to its limit.

    It is at most 1 if two pictures of the same shape pass, and at most 2 if they are compatible.
    """
    ratios = {name: measures[name] / limit for name, limit in limits.items()}
    # The lesser ratio counts. The part of it above 1 counts four times, unless a movement is excluded.
    displacement = min(ratios.pop("displacement"), ratios.pop("displacementPixels"))
    displacement, possible = max(displacement, 4 * displacement - 3), possible_movement(measures) / PROOF["movement"]
    return max(min(displacement, possible) if possible <= 1 else displacement, *ratios.values())


def possible_movement(measures):
    """The movement that the pictures do not exclude, in frames."""
    return measures["movement"] + CERTAINTY * measures["movementError"]


def score(measures, agrees, limits):
    """The similarity: 1 if identical, at least 1/2 if the pictures pass and are conclusive."""
    if not agrees:
        return 0.0
    alike = 1 / (1 + greatest_ratio(measures, limits))
    return alike if is_conclusive(measures) else min(alike, INCONCLUSIVE)


def is_conclusive(measures):
    """Whether the pictures exclude another frame: one that moved, in other light, or with another detail."""
    return (possible_movement(measures) <= PROOF["movement"] and measures["relativeLight"] <= PROOF["relativeLight"]
            and measures["residual2x2"] <= PROOF["detail"] * max(measures["noise"], LEAST_NOISE))
