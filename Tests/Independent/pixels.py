"""Compares the pixels of pictures with those of Pillow.

    pixels.py (FILE WIDTH HEIGHT CHANNELS SAMPLES)...

Pillow turns each FILE upright and composites it on white. SAMPLES is a file with the samples of each pixel. For each FILE a
line has the mean absolute difference of the samples and the greatest one, or says that the size is wrong.
"""

import sys

import numpy as np
from PIL import Image, ImageOps


def main():
    arguments = sys.argv[1:]
    for path, width, height, channels, samples in zip(*(arguments[index::5] for index in range(5))):
        image = ImageOps.exif_transpose(Image.open(path))
        if "A" in image.mode or "transparency" in image.info:
            image = image.convert("RGBA")
            image = Image.alpha_composite(Image.new("RGBA", image.size, "white"), image)
        expected = np.asarray(image.convert("L" if channels == "1" else "RGB"), dtype=np.int32)
        size = (int(height), int(width)) + ((3,) if channels == "3" else ())
        if expected.shape != size:
            print("wrong", expected.shape, size)
            continue
        difference = abs(np.fromfile(samples, dtype=np.uint8).reshape(size).astype(np.int32) - expected)
        print("ok", difference.mean(), difference.max())


main()
