#!/usr/bin/env python3
"""Writes TIFF, GIF and BMP files by Pillow, and beside each file its pixels as Pillow reads them: RGB on white, in a file
with the extension .rgb.

    lossless.py FOLDER

Prints the name, width and height of each file.
"""
import os, sys
from PIL import Image

WIDTH, HEIGHT = 77, 53
folder = sys.argv[1]


def on_white(image):
    if image.mode not in ("LA", "RGBA") and "transparency" not in image.info:
        return image.convert("RGB").tobytes()
    levels = image.convert("RGBA").tobytes()
    return bytes(
        (levels[place + channel] * levels[place + 3] + 255 * (255 - levels[place + 3]) + 127) // 255
        for place in range(0, len(levels), 4)
        for channel in range(3)
    )


def add(image, name, **options):
    path = os.path.join(folder, name)
    image.save(path, **options)
    with Image.open(path) as stored, open(path + ".rgb", "wb") as pixels:
        pixels.write(on_white(stored))
        print(name, *stored.size)


places = [(x, y) for y in range(HEIGHT) for x in range(WIDTH)]
rgb = Image.new("RGB", (WIDTH, HEIGHT))
rgb.putdata([(3 * x % 256, 5 * y % 256, x * y % 256) for x, y in places])
opacity = Image.new("L", (WIDTH, HEIGHT))
opacity.putdata([2 * (x + y) % 256 for x, y in places])
rgba = rgb.copy()
rgba.putalpha(opacity)
gray, bilevel, palette = rgb.convert("L"), rgb.convert("1"), rgb.quantize(200)
gray_alpha = Image.merge("LA", (gray, opacity))

images = {"gray": gray, "bilevel": bilevel, "palette": palette, "rgb": rgb, "rgba": rgba, "grayAlpha": gray_alpha}
for kind, image in images.items():
    for compression in ("raw", "tiff_lzw", "tiff_adobe_deflate", "tiff_deflate", "packbits"):
        add(image, f"{kind}-{compression}.tif", compression=compression)
    if kind != "bilevel":
        for compression in ("tiff_lzw", "tiff_adobe_deflate"):
            add(image, f"{kind}-{compression}-2.tif", compression=compression, tiffinfo={317: 2})
# Several strips: codes of all lengths need more data than one of these rows.
large = rgb.resize((700, 500), Image.BICUBIC)
add(large, "large.tif", compression="tiff_lzw")
add(large, "large.bmp")
add(large.quantize(256), "large.gif")

for kind in ("gray", "bilevel", "palette", "rgb"):
    add(images[kind], f"{kind}.bmp")
add(rgb.quantize(16), "palette16.bmp")

for kind in ("gray", "bilevel", "palette"):
    add(images[kind], f"{kind}.gif")
    add(images[kind], f"{kind}-rows.gif", interlace=0)
add(palette, "transparent.gif", transparency=5)
add(rgb.quantize(3), "palette3.gif")
