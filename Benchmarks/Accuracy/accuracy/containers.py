"""Metadata around a picture: taken off and put on without touching the picture's own bytes."""
import struct, zlib

from PIL import Image

MAKE, MODEL, ORIENTATION = 0x010F, 0x0110, 0x0112
EXIF_IFD, TIME_ORIGINAL, SUBSECONDS_ORIGINAL = 0x8769, 0x9003, 0x9291
PNG_START = b"\x89PNG\r\n\x1a\n"
# What decides how a PNG is shown; all else (text, times, EXIF) is metadata.
PNG_PICTURE = {b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND", b"sRGB", b"gAMA", b"cHRM", b"iCCP", b"sBIT"}


def exif_block(time=None, camera=None, orientation=1):
    """A TIFF block, or None when there is nothing to say. `time` is a datetime with microseconds."""
    if time is None and orientation == 1:
        return None
    exif = Image.Exif()
    if orientation != 1:
        exif[ORIENTATION] = orientation
    if time is not None:
        exif[MAKE], exif[MODEL] = camera
        inner = exif.get_ifd(EXIF_IFD)
        inner[TIME_ORIGINAL] = time.strftime("%Y:%m:%d %H:%M:%S")
        inner[SUBSECONDS_ORIGINAL] = f"{time.microsecond // 1000:03d}"
    block = exif.tobytes()
    return block.removeprefix(b"Exif\0\0")


def with_metadata(data, exif):
    """The same file with this EXIF block (None: without) and no other metadata; profile and colour markers stay."""
    return _png(data, exif) if data.startswith(PNG_START) else _jpeg(data, exif)


def _jpeg(data, exif):
    parts = [b"\xff\xd8"]
    if exif is not None:
        payload = b"Exif\0\0" + exif
        parts.append(b"\xff\xe1" + struct.pack(">H", len(payload) + 2) + payload)
    at = 2
    while True:
        if data[at] != 0xFF:
            raise ValueError("no marker where one should be")
        code = data[at + 1]
        if code == 0xFF:
            at += 1
            continue
        end = at + 2 + struct.unpack(">H", data[at + 2 : at + 4])[0]
        is_profile = code == 0xE2 and data[at + 4 :].startswith(b"ICC_PROFILE\0")
        is_metadata = 0xE0 <= code <= 0xEF or code == 0xFE
        if code in (0xE0, 0xEE) or is_profile or not is_metadata:
            parts.append(data[at:end])
        at = end
        if code == 0xDA:
            return b"".join(parts) + data[at:]


def _png(data, exif):
    parts, at = [PNG_START], len(PNG_START)
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at : at + 8])
        end = at + 12 + length
        if kind in PNG_PICTURE:
            parts.append(data[at:end])
        if kind == b"IHDR" and exif is not None:
            parts.append(struct.pack(">I", len(exif)) + b"eXIf" + exif + struct.pack(">I", zlib.crc32(b"eXIf" + exif)))
        if kind == b"IEND":
            break
        at = end
    return b"".join(parts)


def png_gamma(data):
    """The gamma a PNG states without saying that it is sRGB or has a profile; None if it states none. Pillow ignores it."""
    kinds, at, gamma = set(), len(PNG_START), None
    while at + 8 <= len(data):
        length, kind = struct.unpack(">I4s", data[at : at + 8])
        kinds.add(kind)
        if kind == b"gAMA":
            gamma = struct.unpack(">I", data[at + 8 : at + 12])[0] / 100000
        at += 12 + length
    return None if {b"sRGB", b"iCCP"} & kinds else gamma
