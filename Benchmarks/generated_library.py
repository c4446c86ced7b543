"""Rows of generated photos, with resources, a history, albums and the selections of apps."""
import random, sqlite3, time

ASSET = """INSERT INTO asset (stableID, localIdentifier, mediaType, width, height, captureDate, addedDate, modificationDate, isFavorite,
    condition, make, model, latitude, longitude, duration, subtypes, burstIdentifier, deletedDate, isHidden)
    VALUES (randomblob(16), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"""
RESOURCE = """INSERT INTO resource (assetID, kind, location, path, originalFilename, bytes, sha256, copyNumber, format, orientation)
    VALUES (?, 0, 0, ?, ?, ?, ?, 0, 'jpeg', 1)"""


def asset(number, dice):
    is_video, is_placed = dice.random() < 0.08, dice.random() < 0.5
    captured = None if dice.random() < 0.02 else "20%02d-%02d-%02dT%02d:%02d:%02d" % (
        dice.randint(5, 25), dice.randint(1, 12), dice.randint(1, 28), dice.randrange(24), dice.randrange(60), dice.randrange(60))
    subtypes = dice.choice([1, 4, 1 << 21]) if dice.random() < 0.005 else dice.choice([0, 0, 8])
    return (
        "%08X-0000-8000-8000-%012X" % (dice.getrandbits(32), number), "video" if is_video else "image",
        dice.choice([4032, 3024, 1920, 6000]), dice.choice([3024, 4032, 1080, 4000]), captured, 1.6e9 + number, 1.6e9 + number,
        dice.random() < 0.01, "ok" if dice.random() < 0.99 else "damaged", "Canon", "EOS R5",
        dice.uniform(-60, 70) if is_placed else None, dice.uniform(-180, 180) if is_placed else None,
        dice.uniform(1, 100) if is_video else None, subtypes, f"burst {number // 10}" if dice.random() < 0.03 else None,
        1.7e9 if dice.random() < 0.01 else None, dice.random() < 0.01)


def resource(number, dice):
    return (number, b"originals/%d" % number, b"IMG_%04d.JPG" % (number % 9999), dice.randint(10**5, 10**7), dice.randbytes(32))


def insert(database, numbers, dice):
    with database:
        assets = [asset(number, dice) for number in numbers]
        database.executemany(ASSET, assets)
        database.executemany("INSERT INTO history (token, date) VALUES (?, ?)", ((number, time.time()) for number in numbers))
        database.executemany(
            "INSERT INTO historyObject VALUES (?, 1, ?, 1)",
            ((number, row[0]) for number, row in zip(numbers, assets)))
        database.executemany(RESOURCE, (resource(number, dice) for number in numbers))


def rank(number):
    """The rank of the n-th member: see Rank.swift."""
    return number.to_bytes(4, "big") + bytes(6)


def add_albums(database, count, size, dice):
    """Adds albums of twenty photos each, in fifty folders."""
    folder = "INSERT INTO folder (localIdentifier, title, rank, createdDate, stableID) VALUES (?, ?, ?, 0, randomblob(16))"
    folders = [
        database.execute(folder, (f"folder {number}", f"Folder {number}", rank(number))).lastrowid for number in range(min(count, 50))]
    for number in range(count):
        album = database.execute(
            "INSERT INTO album (localIdentifier, title, createdDate, folderID, rank, stableID) VALUES (?, ?, 0, ?, ?, randomblob(16))",
            (f"album {number}", f"Album {number}", dice.choice(folders), rank(number))).lastrowid
        photos = dice.sample(range(1, size + 1), min(size, 20))
        database.executemany(
            "INSERT INTO albumAsset VALUES (?, ?, ?)", ((album, photo, rank(index)) for index, photo in enumerate(photos)))


def fill(path, size, selections, albums=0):
    """Fills the empty catalogue at `path` with `size` photos.

    The apps in `selections` see every n-th photo with limited access.
    """
    database = sqlite3.connect(path)
    dice = random.Random(size)
    database.execute("PRAGMA cache_size = -500000")
    database.execute("PRAGMA synchronous = OFF")
    for start in range(1, size + 1, 50_000):
        insert(database, range(start, min(start + 50_000, size + 1)), dice)
    with database:
        for name, share in ("large", 10), ("small", size // 100):
            row = database.execute(
                "INSERT INTO album (localIdentifier, title, createdDate, rank, stableID) VALUES (?, ?, 0, ?, randomblob(16))",
                (name, name, rank(0))).lastrowid
            database.execute(
                "INSERT INTO albumAsset SELECT ?, id, randomblob(10) FROM asset WHERE id % ? = 0", (row, share))
        add_albums(database, albums, size, dice)
        for app, share in selections.items():
            database.execute(
                "INSERT INTO appAsset (app, assetID, localIdentifier, since, captureDate, burstIdentifier, isShown) "
                "SELECT ?, id, localIdentifier, 1, captureDate, burstIdentifier, deletedDate IS NULL AND NOT isHidden FROM asset WHERE id % ? = 0",
                (app, share))
    database.close()
