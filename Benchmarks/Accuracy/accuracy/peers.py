"""Known perceptual hashes of the same files, and the thresholds people use."""
import io

import numpy as np
import pdqhash
from PIL import Image

from .pictures import upright_rgb

# Bits within which each hash is usually taken for the same picture.
THRESHOLDS = {"pHash-64": 10, "dHash-64": 10, "PDQ": 31}
_COSINES = np.cos(np.pi / 64 * np.outer(np.arange(8), 2 * np.arange(32) + 1))


def dhash(gray):
    cells = np.asarray(gray.resize((9, 8), Image.Resampling.LANCZOS), np.int16)
    return _number(cells[:, 1:] > cells[:, :-1])


def phash(gray):
    cells = np.asarray(gray.resize((32, 32), Image.Resampling.LANCZOS), float)
    low = _COSINES @ cells @ _COSINES.T
    return _number(low > np.median(low))


def pdq(gray):
    # Its authors' advice: reduce to about 512 pixels first.
    small = gray.resize((512, 512), Image.Resampling.BILINEAR, reducing_gap=2)
    bits, _ = pdqhash.compute(np.asarray(Image.merge("RGB", [small] * 3)))
    return _number(bits)


def hashes(picture):
    """Of a picture as these tools see it: turned as its tag says, gray."""
    gray = picture.convert("L")
    return {"pHash-64": phash(gray), "dHash-64": dhash(gray), "PDQ": pdq(gray)}


def file_hashes(data):
    picture = Image.open(io.BytesIO(data))
    picture.draft("RGB", (512, 512))
    return hashes(upright_rgb(picture))


def _number(bits):
    return int.from_bytes(np.packbits(np.asarray(bits, bool)).tobytes(), "big")
