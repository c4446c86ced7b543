"""Compares pictures of a given size, or parts of pictures, with those of Pillow.

    sized.py (FILE LEFT TOP RIGHT BOTTOM WIDTH HEIGHT CHANNELS SAMPLES)...

Pillow turns each FILE upright, converts it to sRGB, composites it on white and averages the part, which is given in
fractions of its sides, to WIDTH by HEIGHT pixels. SAMPLES is a file with the samples of each pixel. For each FILE a line
has the mean absolute difference of the samples.
"""

import io
import sys

import numpy as np
from PIL import Image, ImageCms, ImageOps


def main():
    arguments = sys.argv[1:]
    for path, *fields, samples in zip(*(arguments[index::9] for index in range(9))):
        left, top, right, bottom = (float(field) for field in fields[:4])
        width, height, channels = (int(field) for field in fields[4:])
        image = ImageOps.exif_transpose(Image.open(path))
        profile = image.info.get("icc_profile")
        if profile and image.mode == "RGB":
            source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
            image = ImageCms.profileToProfile(image, source, ImageCms.createProfile("sRGB"))
        if "A" in image.mode or "transparency" in image.info:
            image = image.convert("RGBA")
            image = Image.alpha_composite(Image.new("RGBA", image.size, "white"), image)
        image = image.convert("L" if channels == 1 else "RGB")
        box = (left * image.width, top * image.height, right * image.width, bottom * image.height)
        expected = np.asarray(image.resize((width, height), Image.Resampling.BOX, box), dtype=np.int32)
        found = np.fromfile(samples, dtype=np.uint8)
        if found.size != expected.size:
            print("wrong", found.size, expected.shape)
            continue
        print("ok", abs(found.reshape(expected.shape).astype(np.int32) - expected).mean())


main()
