"""Pixels to pixels: what viewers, services and cameras do to a picture."""
import io, math

import numpy as np
from PIL import Image, ImageCms, ImageOps

from .profiles import display_p3

Image.MAX_IMAGE_PIXELS = 150_000_000
DISPLAY_P3 = display_p3()
_SRGB = ImageCms.createProfile("sRGB")


def upright_rgb(picture):
    """As displayed: turned, transparency on white, 8 bits."""
    if picture.mode == "I;16":
        picture = Image.fromarray((np.asarray(picture).astype(np.uint32) * 255 // 65535).astype(np.uint8))
    picture = ImageOps.exif_transpose(picture)
    if picture.mode in ("RGBA", "LA") or "transparency" in picture.info:
        picture = picture.convert("RGBA")
        white = Image.new("RGBA", picture.size, "white")
        picture = Image.alpha_composite(white, picture)
    return picture.convert("RGB")


def jpeg(picture, subsampling="4:2:0", **options):
    buffer = io.BytesIO()
    options = options if picture.mode == "L" else dict(options, subsampling=subsampling)
    picture.save(buffer, "JPEG", **options)
    return buffer.getvalue()


def decoded(data):
    return Image.open(io.BytesIO(data)).convert("RGB")


def in_srgb(picture, profile):
    if not profile:
        return picture.copy()
    return ImageCms.profileToProfile(picture, ImageCms.ImageCmsProfile(io.BytesIO(profile)), _SRGB, outputMode="RGB")


def to_display_p3(picture):
    return ImageCms.profileToProfile(picture, _SRGB, ImageCms.ImageCmsProfile(io.BytesIO(DISPLAY_P3)), outputMode="RGB")


def reflected(picture, margin):
    return Image.fromarray(np.pad(np.asarray(picture), ((margin, margin), (margin, margin), (0, 0)), "reflect"))


def moved(picture, matrix):
    """Each pixel taken from where the affine matrix says, in pixels of the picture; beyond the border it is mirrored."""
    a, b, c, d, e, f = matrix
    width, height = picture.size
    reach = max(
        max(abs(a * x + b * y + c - x), abs(d * x + e * y + f - y)) for x in (0, width) for y in (0, height))
    margin = min(math.ceil(reach) + 3, width - 1, height - 1)
    # The matrix gets to see the displayed pixels at (margin, margin).
    inside = (a, b, c + margin, d, e, f + margin)
    return reflected(picture, margin).transform(picture.size, Image.Transform.AFFINE, inside, Image.Resampling.BICUBIC)


def exposed(picture, stops):
    """More or less light, as a camera does it: in linear light."""
    coded = np.arange(256) / 255
    linear = np.where(coded <= 0.04045, coded / 12.92, ((coded + 0.055) / 1.055) ** 2.4) * 2.0**stops
    linear = np.clip(linear, 0, 1)
    coded = np.where(linear <= 0.0031308, linear * 12.92, 1.055 * linear ** (1 / 2.4) - 0.055)
    return picture.point([int(value * 255 + 0.5) for value in coded] * 3)
