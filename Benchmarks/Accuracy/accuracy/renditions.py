"""Originals with wide colours, clipped colours and as HEIC, each kind in a library of its own, and the copies of them."""
import os

from .pictures import ADOBE_RGB, DISPLAY_P3, decoded, fitted, heic, in_srgb, jpeg, oversaturated

SRGB, P3, ADOBE, CLIPPED, HEIC = "sRGB", "Display P3", "Adobe RGB", "clipped colours", "HEIC"
RENDITIONS = (P3, ADOBE, CLIPPED, HEIC)
DROPPED, CONVERTED = "profile dropped", "profile converted"
PROFILES = {P3: DISPLAY_P3, ADOBE: ADOBE_RGB}


def path(work, rendition, original):
    extension = "heic" if rendition == HEIC else "jpg"
    return os.path.join(work, "renditions", rendition.replace(" ", "-"), f"{original.name}.{extension}")


def held(original):
    """A photo has two of the renditions, by its number in turn."""
    return ((P3, CLIPPED), (ADOBE, HEIC), (P3, HEIC), (ADOBE, CLIPPED))[original.number % 4]


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
        else:
            data = heic(shown, 90, subsampling=("4:2:0", "4:4:4")[maker.original.number // 4 % 2])
            stored = decoded(data)
            for name, picture in (("of-heic-q90", stored), ("of-heic-half", fitted(stored, max(shown.size) // 2))):
                _add(maker, name, HEIC, jpeg(picture, quality=90), rendition)
        target = path(maker.work, rendition, maker.original)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        with open(target, "wb") as file:
            file.write(data)


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


def _add(maker, name, row, data, rendition):
    transform = f"{name}-{rendition.lower().replace(' ', '-')}"
    maker.add(transform, row, "same", data, keeps_metadata=False, stored=rendition)
