#!/usr/bin/env python3
"""Prints the PDQ hashes of displayed pictures at full size, computed by Meta's code in the package pdqhash.

    pdq.py FILE...                     a line for each: hash (64 hexadecimal digits), quality, path
    pdq.py --parts FOLDER FILE...      the same for files of parts of the pictures, which it writes to the folder
"""

import sys
from pathlib import Path

try:
    import numpy as np
    import pdqhash
    from PIL import Image, ImageOps
except ImportError as error:
    sys.exit(f"This program needs {error.name}: pip install numpy pdqhash Pillow")

# The left, upper, right and lower end of a part in tenths of the width and height.
PARTS = [(0, 0, 10, 10), (0, 0, 6, 7), (4, 0, 10, 6), (2, 3, 9, 10)]
# The format, the longest side, and the options of Pillow.
ENCODINGS = [
    ("jpg", 4000, {"quality": 92, "subsampling": "4:4:4"}),
    ("jpg", 1400, {"quality": 80, "subsampling": "4:2:0", "progressive": True}),
    ("jpg", 700, {"quality": 60, "subsampling": "4:2:2"}),
    ("png", 500, {}),
]


def displayed(path):
    with Image.open(path) as picture:
        return ImageOps.exif_transpose(picture).convert("RGB")


def write_parts(folder, paths):
    """Writes parts of the pictures in two encodings, with the profile of the picture and an orientation."""
    for number, path in enumerate(paths):
        picture = displayed(path)
        for part, ends in enumerate(PARTS):
            lengths = picture.size + picture.size
            cropped = picture.crop([length * end // 10 for length, end in zip(lengths, ends)])
            for encoding in (number + part) % 4, (number + part + 1) % 4:
                suffix, longest, options = ENCODINGS[encoding]
                stored = cropped.copy()
                stored.thumbnail((longest, longest))
                exif = Image.Exif()
                exif[0x0112] = (number + part + encoding) % 8 + 1
                file = folder / f"{number}-{part}-{encoding}.{suffix}"
                stored.save(file, exif=exif, icc_profile=picture.info.get("icc_profile"), **options)
                yield file


arguments = sys.argv[1:]
paths = write_parts(Path(arguments[1]), arguments[2:]) if arguments[:1] == ["--parts"] else arguments
for path in paths:
    bits, quality = pdqhash.compute(np.ascontiguousarray(displayed(path)))
    print(np.packbits(bits).tobytes().hex(), quality, path)
