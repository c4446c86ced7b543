"""A wide colour profile, written byte by byte: no package makes one."""
import struct


def display_p3():
    """An ICC profile (version 4) with the primaries of Display P3 and sRGB's curve."""
    def fixed(value):
        return struct.pack(">i", round(value * 65536))

    def xyz(*values):
        return b"XYZ \0\0\0\0" + b"".join(map(fixed, values))

    def text(words):
        coded = words.encode("utf-16-be")
        return b"mluc\0\0\0\0" + struct.pack(">II2s2sII", 1, 12, b"en", b"US", len(coded), 28) + coded

    curve = b"para\0\0\0\0" + struct.pack(">HH", 3, 0) + b"".join(
        map(fixed, (2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045)))
    tags = {
        b"desc": text("Display P3"), b"cprt": text("CC0"), b"wtpt": xyz(0.96420, 1.0, 0.82491),
        b"rXYZ": xyz(0.51512, 0.24120, -0.00105), b"gXYZ": xyz(0.29198, 0.69225, 0.04189),
        b"bXYZ": xyz(0.15710, 0.06657, 0.78407), b"rTRC": curve, b"gTRC": curve, b"bTRC": curve,
    }
    table, body, start = b"", b"", 128 + 4 + 12 * len(tags)
    for name, content in tags.items():
        content += b"\0" * (-len(content) % 4)
        table += struct.pack(">4sII", name, start + len(body), len(content))
        body += content
    header = struct.pack(
        ">I4sI4s4s4s12s4s4sI4s4sQI12s", start + len(body), b"\0\0\0\0", 0x04000000, b"mntr", b"RGB ", b"XYZ ",
        struct.pack(">6H", 2020, 1, 1, 0, 0, 0), b"acsp", b"\0\0\0\0", 0, b"\0\0\0\0", b"\0\0\0\0", 0, 0,
        fixed(0.9642) + fixed(1.0) + fixed(0.8249))
    header += b"\0" * (128 - len(header))
    return header + struct.pack(">I", len(tags)) + table + body
