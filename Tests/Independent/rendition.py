"""Compares renditions with those of Pillow and littleCMS.

    rendition.py QUALITY short|long PIXELS (FILE RENDITION)...

Pillow turns each FILE upright, converts it to sRGB, composites it on white and averages it by area, from full size. For
each file a line says whether the RENDITION has the right size, and no metadata and no profile; the mean absolute error of
its levels; that of Pillow's JPEG of the same quality; and the greatest shift of a channel's mean.
"""

import io
import sys

import numpy as np
from PIL import Image, ImageCms, ImageOps


def displayed(path):
    """The picture at full size, as a browser shows it."""
    image = Image.open(path)
    profile = image.info.get("icc_profile")
    if image.mode in ("I", "I;16"):
        image = Image.fromarray((np.asarray(image, dtype=np.float64) / 257 + 0.5).astype(np.uint8))
    image = ImageOps.exif_transpose(image)
    if profile and image.mode in ("L", "RGB", "RGBA"):
        source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
        mode = image.mode if image.mode == "RGBA" else "RGB"
        image = ImageCms.profileToProfile(
            image, source, ImageCms.createProfile("sRGB"), ImageCms.Intent.RELATIVE_COLORIMETRIC, mode
        )
    if image.mode in ("P", "LA", "RGBA", "PA") or "transparency" in image.info:
        image = image.convert("RGBA")
        image = Image.alpha_composite(Image.new("RGBA", image.size, "white"), image)
    return image.convert("RGB")


def rendered(image, side, pixels):
    stored = min(image.size) if side == "short" else max(image.size)
    scale = min(pixels, stored) / stored
    size = tuple(max(1, int(length * scale + 0.5)) for length in image.size)
    return image.resize(size, Image.Resampling.BOX)


def levels(image):
    return np.asarray(image.convert("RGB"), dtype=np.float64)


def main():
    quality, side, pixels = int(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    for path, rendition in zip(sys.argv[4::2], sys.argv[5::2]):
        expected = rendered(displayed(path), side, pixels)
        ours = Image.open(rendition)
        is_bare = not ours.getexif() and not {"icc_profile", "comment", "exif", "xmp", "photoshop"} & set(ours.info)
        if ours.format != "JPEG" or ours.size != expected.size or not is_bare:
            print("wrong", ours.format, ours.size, expected.size, sorted(ours.info))
            continue
        file = io.BytesIO()
        expected.save(file, "JPEG", quality=quality)
        error = levels(ours) - levels(expected)
        floor = levels(Image.open(file)) - levels(expected)
        print("ok", abs(error).mean(), abs(floor).mean(), abs(error.mean(axis=(0, 1))).max())


main()
