"""Generated thumbnails in the cache of a library, and gray pictures in its catalogue."""
import os, random, sqlite3, struct, time

SIDE, WIDTH, HEIGHT = 256, 340, 256
COLUMNS, ROWS = -(-WIDTH // 16), HEIGHT // 16


def segment(marker, payload):
    return struct.pack(">BBH", 0xFF, marker, len(payload) + 2) + payload


# Symbols of one length: 4 bits for the size of a DC difference, 3 for the size of an AC coefficient without zeros before
# it. No code has only ones.
HEADER = (
    b"\xff\xd8" + segment(0xDB, b"\x00" + bytes([10] * 64)) + segment(
        0xC0, struct.pack(">BHHB", 8, HEIGHT, WIDTH, 3) + b"\x01\x22\x00\x02\x11\x00\x03\x11\x00")
    + segment(0xC4, b"\x00\0\0\0\x0c" + bytes(12) + bytes(range(12)))
    + segment(0xC4, b"\x10\0\0\x07" + bytes(13) + bytes(range(7)))
    + segment(0xDD, struct.pack(">H", COLUMNS))
    + segment(0xDA, b"\x03\x01\x00\x02\x00\x03\x00\x00\x3f\x00"))


def number(value, length):
    """The size and the bits of a coefficient, as in Annex F of the JPEG standard."""
    size = abs(value).bit_length()
    bits = value if value > 0 else value + (1 << size) - 1
    return f"{size:0{length}b}" + (f"{bits:0{size}b}" if size else "")


def row(dice):
    """The coded blocks of 16 lines of pixels."""
    levels, bits = [0, 0, 0], []
    for _ in range(COLUMNS):
        for component in (0, 0, 0, 0, 1, 2):
            level = max(-80, min(80, levels[component] + dice.randint(-12, 12)))
            bits.append(number(level - levels[component], 4))
            levels[component] = level
            for _ in range(10 if component == 0 else 3):
                bits.append(number(dice.choice((-5, -3, -2, -1, 1, 1, 2, 4)), 3))
            bits.append("000")
    text = "".join(bits)
    text += "1" * (-len(text) % 8)
    return int(text, 2).to_bytes(len(text) // 8, "big").replace(b"\xff", b"\xff\x00")


def jpeg(rows, dice):
    """A thumbnail of random rows: each row begins anew after a restart marker."""
    lines = dice.choices(rows, k=ROWS)
    markers = [b"\xff" + bytes([0xD0 + index % 8]) for index in range(ROWS - 1)] + [b"\xff\xd9"]
    return HEADER + b"".join(part for pair in zip(lines, markers) for part in pair)


def fill(catalogue, cache, months):
    """Adds a different thumbnail and gray picture of each photo of these months, and returns how many and their bytes."""
    dice = random.Random(1)
    rows = [row(dice) for _ in range(512)]
    lines = [bytes(dice.choices(range(40, 220), k=8) * 8) for _ in range(512)]
    library, pictures = sqlite3.connect(catalogue), sqlite3.connect(cache)
    count = size = 0
    for database in (library, pictures):
        database.execute("PRAGMA synchronous = OFF")
    with library, pictures:
        photos = library.execute(
            "SELECT asset.id, sha256 FROM asset JOIN resource ON assetID = asset.id AND kind = 0 "
            f"WHERE substr(captureDate, 1, 7) IN ({', '.join('?' * len(months))})", months).fetchall()
        hour = int(time.time() / 3600)
        for photo, digest in photos:
            picture = jpeg(rows, dice)
            count, size = count + 1, size + len(picture)
            pictures.execute(
                "INSERT INTO thumbnail (digest, side, version, used, jpeg) VALUES (?, ?, 1, ?, ?)", (digest, SIDE, hour, picture))
            library.execute("INSERT INTO thumbnail VALUES (?, ?)", (photo, b"".join(dice.choices(lines, k=64))))
    library.close()
    pictures.close()
    return count, size
