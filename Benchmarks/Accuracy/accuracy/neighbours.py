"""Can two real frames of one scene be told apart, by the rule of the made frames?"""
import functools, math

import numpy as np
from PIL import Image

from .frames import BRIGHTER, LOCAL_SHARE, TOLD_ROTATION, TOLD_ZOOM, VISIBLE
from .pictures import fitted, upright_rgb

SIDE = 640
# Of a smaller shift, in percent, the optical flow of two real frames is not certain.
LEAST_SHIFT = 0.3
# One step of optical flow measures a movement of about one pixel, so larger movements are measured on smaller pictures.
REDUCTIONS = (1, 2, 4, 8, 16)


@functools.lru_cache(None)
def can_be_told_apart(first, second):
    """The files of two frames, measured on pictures of 640 pixels."""
    one, other = _gray(first), _gray(second)
    if one.shape != other.shape:
        return True
    difference = one - other
    if abs(difference.mean()) >= BRIGHTER or _greatest_local(np.abs(difference)) >= VISIBLE:
        return True
    motions = [_motion(_reduced(difference, by), _reduced((one + other) / 2, by)) for by in REDUCTIONS]
    return any(
        shift >= LEAST_SHIFT or zoom >= TOLD_ZOOM or rotation >= TOLD_ROTATION for shift, zoom, rotation in motions)


@functools.lru_cache(64)
def _gray(path):
    with Image.open(path) as picture:
        return np.asarray(fitted(upright_rgb(picture), SIDE, Image.Resampling.BOX).convert("L"), float)


def _reduced(picture, by):
    height, width = (side // by for side in picture.shape)
    return picture[: height * by, : width * by].reshape(height, by, width, by).mean((1, 3))


def _greatest_local(difference):
    """The greatest mean of a part that is as large as a local change of made frames."""
    height, width = (max(1, round(side * math.sqrt(LOCAL_SHARE / 100))) for side in difference.shape)
    sums = np.pad(difference.cumsum(0).cumsum(1), ((1, 0), (1, 0)))
    parts = sums[height:, width:] - sums[:-height, width:] - sums[height:, :-width] + sums[:-height, :-width]
    return parts.max() / (height * width)


def _motion(difference, picture):
    """Shift and zoom in percent and rotation in degrees that explain the difference best."""
    down, across = np.gradient(picture)
    height, width = picture.shape
    y, x = np.mgrid[:height, :width] - np.reshape([(height - 1) / 2, (width - 1) / 2], (2, 1, 1))
    columns = [across, down, across * x + down * y, across * -y + down * x, np.ones_like(picture)]
    terms = np.stack([column.ravel() for column in columns])
    right, lower, zoom, rotation, _ = np.linalg.lstsq(terms @ terms.T, terms @ difference.ravel(), rcond=None)[0]
    return 100 * math.hypot(right, lower) / max(picture.shape), 100 * abs(zoom), math.degrees(abs(rotation))
