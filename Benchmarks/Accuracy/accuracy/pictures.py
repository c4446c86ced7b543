"""Pixels to pixels: what viewers, services and cameras do to a picture."""
import io, math

import numpy as np
import pillow_heif
from PIL import Image, ImageCms, ImageFilter, ImageOps

from .profiles import adobe_rgb, display_p3

pillow_heif.register_heif_opener()
Image.MAX_IMAGE_PIXELS = 150_000_000
DISPLAY_P3, ADOBE_RGB = display_p3(), adobe_rgb()
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


def heic(picture, quality, subsampling="4:2:0", icc_profile=None):
    buffer, options = io.BytesIO(), {"icc_profile": icc_profile} if icc_profile else {}
    # The preset decides how long x265 searches, not the quality: this one takes a quarter of the time of the default.
    picture.save(buffer, "HEIF", quality=quality, chroma=subsampling.replace(":", ""), enc_params={"preset": "ultrafast"}, **options)
    return buffer.getvalue()


def oversaturated(picture):
    """A JPEG with colours that no RGB has, as cameras write it: encoders that go through RGB clip them."""
    luma, *chroma = picture.convert("YCbCr").split()
    stronger = [channel.point([min(255, max(0, round(128 + 1.8 * (value - 128)))) for value in range(256)]) for channel in chroma]
    return jpeg(Image.merge("YCbCr", [luma, *stronger]), quality=92)


def fitted(picture, side, kernel=Image.Resampling.LANCZOS, reducing_gap=None):
    """No side longer than `side`; smaller pictures stay."""
    scale = side / max(picture.size)
    if scale >= 1:
        return picture
    return picture.resize([max(1, round(length * scale)) for length in picture.size], kernel, reducing_gap=reducing_gap)


def sharpened(picture, percent):
    return picture.filter(ImageFilter.UnsharpMask(radius=0.7, percent=percent, threshold=0))


def reflected(picture, margin):
    return Image.fromarray(np.pad(np.asarray(picture), ((margin, margin), (margin, margin), (0, 0)), "reflect"))


def shifted(picture, across, down):
    """Each pixel taken from so many pixels beside it, fractions too; beyond the border the picture is mirrored."""
    margin = min(math.ceil(max(abs(across), abs(down))) + 2, min(picture.size) - 1)
    x, y = margin + across, margin + down
    box = (x, y, x + picture.width, y + picture.height)
    return reflected(picture, margin).resize(picture.size, Image.Resampling.BICUBIC, box=box)


def rotated(picture, degrees):
    """About the centre; the size stays, and beyond the border the picture is mirrored."""
    reach = math.hypot(*picture.size) / 2 * math.radians(abs(degrees))
    margin = min(math.ceil(reach) + 3, min(picture.size) - 1)
    turned = reflected(picture, margin).rotate(degrees, Image.Resampling.BICUBIC)
    return turned.crop((margin, margin, margin + picture.width, margin + picture.height))


def moved(picture, across, down, percent, degrees, centre):
    """Zoomed and rotated about a point, then shifted by pixels; the size stays, and beyond the border the picture is mirrored."""
    reach = math.hypot(*picture.size) * (abs(percent) / 100 + math.radians(abs(degrees))) + math.hypot(across, down)
    margin = min(math.ceil(reach) + 3, min(picture.size) - 1)
    scale, angle = 1 / (1 + percent / 100), math.radians(degrees)
    a, b = scale * math.cos(angle), scale * math.sin(angle)
    x, y = centre
    # A point p of the frame is taken from centre + (a, b; −b, a)·(p − centre) + shift of the mirrored picture.
    coefficients = (
        a, b, x + across + margin - a * x - b * y,
        -b, a, y + down + margin + b * x - a * y)
    return reflected(picture, margin).transform(picture.size, Image.Transform.AFFINE, coefficients, Image.Resampling.BICUBIC)


def most_detailed(picture):
    """The point, in pixels, around which a ninth of each side has the most contrast."""
    cells = np.asarray(picture.convert("L").resize((64, 64), Image.Resampling.BOX), float)
    down, across = np.gradient(cells)
    sums = np.pad((across**2 + down**2).cumsum(0).cumsum(1), ((1, 0), (1, 0)))
    energy = sums[7:, 7:] - sums[:-7, 7:] - sums[7:, :-7] + sums[:-7, :-7]
    row, column = np.unravel_index(energy.argmax(), energy.shape)
    return (column + 3.5) * picture.width / 64, (row + 3.5) * picture.height / 64


def exposed(picture, stops):
    """More or less light, as a camera does it: in linear light."""
    coded = np.arange(256) / 255
    linear = np.where(coded <= 0.04045, coded / 12.92, ((coded + 0.055) / 1.055) ** 2.4) * 2.0**stops
    linear = np.clip(linear, 0, 1)
    coded = np.where(linear <= 0.0031308, linear * 12.92, 1.055 * linear ** (1 / 2.4) - 0.055)
    return picture.point([int(value * 255 + 0.5) for value in coded] * 3)
