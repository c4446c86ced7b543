"""Originals with wide colours, clipped colours, as HEIC and darkened, each kind in a library of its own, and the copies of them."""
import os

from .pictures import ADOBE_RGB, DISPLAY_P3, decoded, exposed, fitted, heic, in_srgb, jpeg, oversaturated

SRGB, P3, ADOBE, CLIPPED, HEIC, DARK = "sRGB", "Display P3", "Adobe RGB", "clipped colours", "HEIC", "darkened"
RENDITIONS = (P3, ADOBE, CLIPPED, HEIC, DARK)
DROPPED, CONVERTED = "profile dropped", "profile converted"
# Stops by which a dark original is darker, and its neighbours of an exposure bracket differ from it.
DARKER, NEIGHBOURS = (2, 3, 4, 5, 6), (-1, -0.5, -0.25, -0.12, 0.12, 0.25, 0.5, 1)
NEIGHBOUR = "other frame: darkened neighbour"
PROFILES = {P3: DISPLAY_P3, ADOBE: ADOBE_RGB}


def path(work, rendition, original):
    extension = "heic" if rendition == HEIC else "jpg"
    return os.path.join(work, "renditions", rendition.replace(" ", "-"), f"{original.name}.{extension}")


def held(original):
    """A photo has two of the renditions, by its number in turn, and is darkened."""
    return ((P3, CLIPPED, DARK), (ADOBE, HEIC, DARK), (P3, HEIC, DARK), (ADOBE, CLIPPED, DARK))[original.number % 4]


def make(maker):
    """Writes the original's renditions and adds the copies of them to the variants of `maker`."""
    shown = in_srgb(maker.upright, maker.profile)
    for rendition in held(maker.original):
        if rendition in PROFILES:
            data = _wide(maker, shown, rendition)
        elif rendition == CLIPPED:
            data = oversaturated(shown)
            for name, picture in (("clipped-q92", decoded(data)), ("clipped-half", fitted(decoded(data), max(shown.size) // 2))):
                _add(maker, name, CLIPPED, jpeg(picture, quality=92), rendition)
        elif rendition == DARK:
            data = darkened(maker, shown)
        else:
            data = heic(shown, 90, subsampling=("4:2:0", "4:4:4")[maker.original.number // 4 % 2])
            stored = decoded(data)
            for name, picture in (("of-heic-q90", stored), ("of-heic-half", fitted(stored, max(shown.size) // 2))):
                _add(maker, name, HEIC, jpeg(picture, quality=90), rendition)
        target = path(maker.work, rendition, maker.original)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        with open(target, "wb") as file:
            file.write(data)


def darkened(maker, shown):
    """A photo that is nearly black, and the neighbours of its bracket, which have no noise of their own: the hardest case."""
    stops = int(maker.random("darkened").choice(DARKER))
    dark = exposed(shown, -stops)
    for name, side in (("", max(shown.size)), ("-half", max(shown.size) // 2), ("-320", 320)):
        _add(maker, f"dark-copy{name}", DARK, jpeg(fitted(dark, side), quality=85), DARK)
        for step in NEIGHBOURS:
            neighbour = fitted(exposed(shown, step - stops), side)
            _add(maker, f"dark{step:+}{name}", NEIGHBOUR, jpeg(neighbour, quality=85), DARK, label="other")
    return jpeg(dark, quality=92)


def _wide(maker, values, rendition):
    """The values are declared to be of the wide profile, so that they use all its colours, also those outside sRGB."""
    profile, half = PROFILES[rendition], max(values.size) // 2
    converted = in_srgb(values, profile)
    for name, row, picture, quality in (
        ("dropped-q85", DROPPED, values, 85), ("dropped-half", DROPPED, fitted(values, half), 85),
        ("converted-q85", CONVERTED, converted, 85), ("converted-half", CONVERTED, fitted(converted, half), 85),
    ):
        _add(maker, name, row, jpeg(picture, quality=quality), rendition)
    _add(maker, "converted-heic", CONVERTED, heic(converted, 80), rendition)
    data = jpeg(values, quality=92, icc_profile=profile)
    _add(maker, "dropped-same-pixels", DROPPED, jpeg(values, quality=92), rendition)
    return data


def _add(maker, name, row, data, rendition, label="same"):
    transform = f"{name}-{rendition.lower().replace(' ', '-')}"
    maker.add(transform, row, label, data, keeps_metadata=False, stored=rendition)
