"""Known perceptual hashes on the same files: the nearest within the threshold people use is what they find."""
import io

import numpy as np
import pdqhash
from PIL import Image

from .outcomes import AMONG, MATE, NONE, RIGHT
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


def bits(a, b):
    """Hamming distances of all pairs of two lists of hashes, rows for the first."""
    a, b = (np.frombuffer(b"".join(v.to_bytes(32, "big") for v in values), "<u8").reshape(-1, 4) for values in (a, b))
    distances = np.zeros((len(a), len(b)), np.uint16)
    for word in range(4):
        distances += np.bitwise_count(a[:, None, word] ^ b[None, :, word])
    return distances


def outcomes(asked, held, threshold):
    """What a hash finds for each of `asked` (hash, photo, truth group) among `held` (hash, photo, and group or None).

    The place of the nearest stands for a wrong one: the caller knows what it is.
    """
    photos = np.array([photo for _, photo, _ in held])
    groups = np.array([-1 if group is None else group for *_, group in held])
    for start in range(0, len(asked), 500):
        part = asked[start : start + 500]
        distances = bits([value for value, *_ in part], [value for value, *_ in held])
        nearest = distances.min(axis=1)
        right = groups[None, :] == np.array([group for *_, group in part])[:, None]
        own = right & (photos[None, :] == np.array([photo for _, photo, _ in part])[:, None])
        at_least = distances == nearest[:, None]
        any_right, any_wrong = (at_least & right).any(axis=1), (at_least & ~right).any(axis=1)
        any_own = (at_least & own).any(axis=1)
        places = distances.argmin(axis=1)
        for distance, is_right, is_own, is_wrong, place in zip(nearest, any_right, any_own, any_wrong, places):
            if distance > threshold:
                yield NONE
            elif is_right and is_wrong:
                yield AMONG
            else:
                yield RIGHT if is_own else MATE if is_right else int(place)
