"""Wide colour profiles, written byte by byte: no package makes them."""
import struct


def display_p3():
    """The primaries of Display P3 and sRGB's curve."""
    curve = b"para\0\0\0\0" + struct.pack(">HH", 3, 0) + b"".join(
        map(_fixed, (2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045)))
    return _profile("Display P3", ((0.51512, 0.24120, -0.00105), (0.29198, 0.69225, 0.04189), (0.15710, 0.06657, 0.78407)), curve)


def adobe_rgb():
    """The primaries and the gamma of Adobe RGB (1998)."""
    curve = b"curv\0\0\0\0" + struct.pack(">IHH", 1, 0x0233, 0)
    return _profile(
        "Adobe RGB (1998)", ((0.60974, 0.31111, 0.01947), (0.20528, 0.62567, 0.06087), (0.14919, 0.06322, 0.74457)), curve)


def _fixed(value):
    return struct.pack(">i", round(value * 65536))


def _xyz(*values):
    return b"XYZ \0\0\0\0" + b"".join(map(_fixed, values))


def _text(words):
    coded = words.encode("utf-16-be")
    return b"mluc\0\0\0\0" + struct.pack(">II2s2sII", 1, 12, b"en", b"US", len(coded), 28) + coded


def _profile(name, primaries, curve):
    """An ICC profile, version 4."""
    red, green, blue = primaries
    tags = {
        b"desc": _text(name), b"cprt": _text("CC0"), b"wtpt": _xyz(0.96420, 1.0, 0.82491),
        b"rXYZ": _xyz(*red), b"gXYZ": _xyz(*green), b"bXYZ": _xyz(*blue), b"rTRC": curve, b"gTRC": curve, b"bTRC": curve,
    }
    table, body, start = b"", b"", 128 + 4 + 12 * len(tags)
    for name, content in tags.items():
        content += b"\0" * (-len(content) % 4)
        table += struct.pack(">4sII", name, start + len(body), len(content))
        body += content
    header = struct.pack(
        ">I4sI4s4s4s12s4s4sI4s4sQI12s", start + len(body), b"\0\0\0\0", 0x04000000, b"mntr", b"RGB ", b"XYZ ",
        struct.pack(">6H", 2020, 1, 1, 0, 0, 0), b"acsp", b"\0\0\0\0", 0, b"\0\0\0\0", b"\0\0\0\0", 0, 0,
        _fixed(0.9642) + _fixed(1.0) + _fixed(0.8249))
    header += b"\0" * (128 - len(header))
    return header + struct.pack(">I", len(tags)) + table + body
