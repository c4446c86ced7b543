#!/usr/bin/env python3
"""Prints the PDQ hashes of displayed pictures at full size, computed by Meta's code in the package pdqhash.

    pdq.py FILE...        a line for each: hash (64 hexadecimal digits), quality
"""

import sys

try:
    import numpy as np
    import pdqhash
    from PIL import Image, ImageOps
except ImportError as error:
    sys.exit(f"This program needs {error.name}: pip install numpy pdqhash Pillow")

for path in sys.argv[1:]:
    with Image.open(path) as picture:
        pixels = np.ascontiguousarray(ImageOps.exif_transpose(picture).convert("RGB"))
    bits, quality = pdqhash.compute(pixels)
    print(np.packbits(bits).tobytes().hex(), quality)
