"""Other frames of an original's scene, each with sensor noise of its own: whole, or as copies of 160 to 500 pixels."""
import math

import numpy as np
from PIL import Image, ImageChops

from .pictures import exposed, fitted, most_detailed, moved, rotated, shifted

# From these on another frame must never be found, whatever its size.
TOLD_SHIFT, TOLD_ZOOM, TOLD_ROTATION = 0.15, 0.5, 0.25
SHIFTS = (0.1, 0.15, 0.2, 0.25, 0.3, 0.5, 1, 3)
ZOOMS = (0.25, 0.5, 1, 2)
ROTATIONS = (0.25, 0.5, 1, 2)
# About the most detailed point, where a picture shows a zoom or a rotation least; and shift, zoom and rotation together.
POINT_ZOOMS, POINT_ROTATIONS, MIXTURES = (0.5, 1), (0.25, 0.5, 1), 4
STOPS = (-0.7, -0.3, -0.1, 0.1, 0.3, 0.7)
# Parts of the photos for which a frame is made whole, and as a small copy.
WHOLE, SMALL = 0.15, 0.3
SMALL_SIDES = (160, 500)
# The part of a frame, in percent of its area, whose change has to be noticed.
LOCAL_SHARE = 6
# Gray levels that pasted content has to differ from what it covers, else the change is not to be seen.
VISIBLE = 12
# Gray levels by which light has to change the mean: less is lost in black, white and rounding.
BRIGHTER = 1
NOISE = 1.5
TWINS = "other frame, not told by pictures"
SHIFT, ZOOM, ROTATION, POINT, MIXED, LIGHT, LOCAL, CROP = (
    f"other frame: {what}" for what in (
        "shift", "zoom", "rotation", "zoom, rotation about detail", "mixed movement", "light", "local change", "crop, mirror"))
# A library of siblings holds these, whole.
SIBLINGS = (SHIFT, ZOOM, ROTATION, POINT, MIXED, LIGHT, LOCAL, CROP)


def make(maker):
    """Adds the frames that chance gives this original to the variants of `maker`."""
    width, height = maker.upright.size
    for percent in SHIFTS:
        def shifted_frame(percent=percent):
            length = percent / 100 * max(width, height)
            angle = maker.random(f"shift{percent}").uniform(0, 2 * math.pi)
            return shifted(maker.upright, length * math.cos(angle), length * math.sin(angle))
        _frame(maker, f"shift{percent}", SHIFT, shifted_frame, percent >= TOLD_SHIFT)
    for percent in ZOOMS:
        def zoomed(percent=percent):
            x, y = (side * (1 - 1 / (1 + percent / 100)) / 2 for side in (width, height))
            return maker.upright.resize((width, height), Image.Resampling.BICUBIC, box=(x, y, width - x, height - y))
        _frame(maker, f"zoom{percent}", ZOOM, zoomed, percent >= TOLD_ZOOM)
    for degrees in ROTATIONS:
        def turned(degrees=degrees):
            return rotated(maker.upright, degrees if maker.random(f"rotate{degrees}").random() < 0.5 else -degrees)
        # Pillow cuts the fractions off in a rotation: half a level that the noise gives back.
        _frame(maker, f"rotate{degrees}", ROTATION, turned, degrees >= TOLD_ROTATION, level=0.5)
    _moved_about_detail(maker)
    for stops in STOPS:
        _frame(maker, f"light{stops:+}", LIGHT, lambda stops=stops: exposed(maker.upright, stops), brighter=True)
    for percent in (LOCAL_SHARE, 2):
        _local(maker, percent)
    _frame(maker, "noise", TWINS, lambda: maker.upright, told=False, sigma=4)
    for percent in (2, 5, 10):
        _frame(maker, f"crop{percent}", CROP, lambda percent=percent: _cropped(maker, percent))
    _frame(maker, "mirror", CROP, lambda: maker.upright.transpose(Image.Transpose.FLIP_LEFT_RIGHT))


def _moved_about_detail(maker):
    centre, longer = most_detailed(maker.upright), max(maker.upright.size)

    def add(transform, row, percent=0.0, degrees=0.0, shift=0.0, angle=0.0):
        across, down = (shift / 100 * longer * part for part in (math.cos(angle), math.sin(angle)))
        told = abs(percent) >= TOLD_ZOOM or abs(degrees) >= TOLD_ROTATION or shift >= TOLD_SHIFT
        _frame(maker, transform, row, lambda: moved(maker.upright, across, down, percent, degrees, centre), told, level=0.5)

    for percent in POINT_ZOOMS:
        add(f"point-zoom{percent}", POINT, percent=percent)
    for degrees in POINT_ROTATIONS:
        sign = maker.random(f"point-rotate{degrees}").choice((-1, 1))
        add(f"point-rotate{degrees}", POINT, degrees=degrees * sign)
    for number in range(1, MIXTURES + 1):
        random = maker.random(f"mixed{number}")
        percent, degrees = (random.uniform(least, 4 * least) * random.choice((-1, 1)) for least in (0.25, 0.125))
        add(f"mixed{number}", MIXED, percent, degrees, random.uniform(0.15, 0.6), random.uniform(0, 2 * math.pi))


def greatest_movement(transform):
    """By which a frame moves the content at most, in percent of the longer side; 0 if it differs otherwise."""
    for name, factor in (("shift", 1), ("zoom", 0.5), ("rotate", 50 * math.radians(1))):
        if transform.startswith(name):
            return factor * float(transform.removeprefix(name).removesuffix("-small"))
    return 0


def _frame(maker, transform, row, picture, told=True, sigma=NOISE, level=0, brighter=False):
    """Makes `picture()` whole or as a small copy, or not at all.

    A frame that differs in light only counts if it is brighter or darker with its noise, of which white cuts a half off.
    """
    random = maker.random("frame " + transform)
    chance, side = random.random(), int(random.integers(SMALL_SIDES[0], SMALL_SIDES[1] + 1))
    if chance >= WHOLE + SMALL:
        return
    noisy = _noisy(picture(), random, sigma, level)
    if brighter:
        told = abs(np.subtract(*(np.asarray(p.convert("L"), np.int16) for p in (noisy, maker.upright))).mean()) >= BRIGHTER
    is_small = chance >= WHOLE
    if is_small:
        side = min(side, max(noisy.size) * 9 // 10)
        noisy = fitted(noisy, side, (Image.Resampling.LANCZOS, Image.Resampling.BICUBIC, Image.Resampling.BOX)[side % 3])
    maker.add(
        transform + "-small" * is_small, row if told else TWINS, "other",
        maker.encode(noisy, quality=int(random.integers(75, 93))), told=bool(told))


def _noisy(picture, random, sigma, level):
    tile = np.clip(random.normal(128 + level, sigma, (256, 256)) + 0.5, 0, 255).astype(np.uint8)
    across, down = -(-picture.width // 256), -(-picture.height // 256)
    noise = Image.fromarray(np.tile(tile, (down, across))[: picture.height, : picture.width])
    return ImageChops.add(picture, Image.merge("RGB", [noise] * 3), scale=1, offset=-128)


def _cropped(maker, percent):
    (width, height), random, share = maker.upright.size, maker.random(f"crop{percent}"), 1 - percent / 100
    w, h = round(width * share), round(height * share)
    x, y = int(random.integers(0, width - w + 1)), int(random.integers(0, height - h + 1))
    return maker.upright.crop((x, y, x + w, y + h))


def _local(maker, percent):
    """A part of the frame covered by another part: of some places, where it is seen best."""
    random, (width, height) = maker.random(f"local{percent}"), maker.upright.size
    share = math.sqrt(percent / 100)
    w, h = round(width * share), round(height * share)
    gray = np.asarray(maker.upright.convert("L"), np.int16)
    best = (-1, 0, 0, 0, 0)
    for _ in range(24):
        x, u = (int(v) for v in random.integers(0, width - w + 1, 2))
        y, v = (int(v) for v in random.integers(0, height - h + 1, 2))
        difference = np.abs(gray[y : y + h : 4, x : x + w : 4] - gray[v : v + h : 4, u : u + w : 4]).mean()
        best = max(best, (float(difference), x, y, u, v))
    difference, x, y, u, v = best

    def changed():
        picture = maker.upright.copy()
        picture.paste(maker.upright.crop((u, v, u + w, v + h)), (x, y))
        return picture
    _frame(maker, f"local{percent}", LOCAL, changed, told=percent == LOCAL_SHARE and difference >= VISIBLE)
