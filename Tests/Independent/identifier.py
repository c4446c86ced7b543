"""An independent implementation of the text of cloud identifiers, version 2 (section "Identifier string")."""

import base64
import hashlib
import struct
import zlib

import numpy as np

import thumbnail_code


def text(kind, stable_id, body):
    whole = bytes([kind]) + stable_id + body
    whole += struct.pack("<I", zlib.crc32(whole))
    return "opk2_" + base64.urlsafe_b64encode(whole).decode().rstrip("=")


def counting(first, count):
    return bytes(range(first, first + count))


def bare():
    """A photo with the digest of the file only."""
    return text(1, counting(0, 16), b"\0" + counting(16, 16))


def full(difference=b""):
    """A photo with every field, except the difference if it has no byte."""
    code = thumbnail_code.encode(np.full((64, 64), 100))
    return text(1, counting(0, 16), b"".join([
        bytes([1 | 2 | 4 | 8 | 16 | (32 if difference else 0)]), counting(16, 16),
        counting(32, 16), bytes([6]),
        struct.pack("<B32sBII", 2, counting(48, 32), 87, 3024, 4032),
        struct.pack("<HBBBBBIh", 2021, 7, 4, 10, 20, 30, 123_456_789, -570),
        counting(80, 8),
        struct.pack("<H", len(code)), code,
        struct.pack("<H", len(difference)) + difference if difference else b"",
    ]))


def album(kind, title, count):
    """A collection with this title. The digests of the members' contents begin with 10, 11, 12 and so on."""
    members = sorted(bytes([10 + index]) + counting(1, 5) for index in range(count))[:32]
    body = hashlib.sha256(title.encode()).digest()[:8] + struct.pack("<IB", count, len(members)) + b"".join(members)
    return text(kind, counting(0, 16), body)


def line(words):
    """The line with the identifier of this name."""
    texts = {"bare": bare, "full": full, "renderings": lambda: full(counting(96, 6)),
             "album": lambda: album(2, "Trip", 3), "folder": lambda: album(3, "", 0)}
    return words[:2] + [texts[words[1]]()]
