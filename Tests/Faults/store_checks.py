"""A library with two stores, and the comparison of its catalogue with them."""
import hashlib, os, sqlite3, subprocess, sys, tempfile
from pathlib import Path

import store_kinds


def digest(path):
    """The SHA-256 of a file; None if it cannot be read."""
    try:
        return hashlib.sha256(path.read_bytes()).digest()
    except OSError:
        return None


class Scene:
    def __init__(self, photos, prefix):
        self.photos = os.path.abspath(photos)
        self.root = Path(tempfile.mkdtemp(prefix=prefix))
        self.disks = [self.root / "one", self.root / "two"]
        self.begin_stores(store_kinds.Folder)
        self.faults = self.checks = 0

    def run(self, *arguments, **environment):
        return subprocess.run(
            [self.photos, *map(str, arguments)], env={**os.environ, **environment}, capture_output=True, text=True
        )

    def must(self, *arguments):
        outcome = self.run(*arguments)
        if outcome.returncode:
            sys.exit(f"{arguments}: {outcome.returncode}\n{outcome.stdout}{outcome.stderr}")
        return outcome.stdout

    def fault(self, text):
        self.faults += 1
        print("FAULT:", text, flush=True)

    def begin_stores(self, kind):
        """Puts the stores into the disks, or into servers of this kind."""
        self.stores = {disk.name: kind(disk) for disk in self.disks}

    def in_store(self, store, sha256):
        name = sha256.hex()
        content = store.bytes(f"originals/{name[:2]}/{name}")
        return content is not None and hashlib.sha256(content).digest() == sha256

    def check(self, library, what):
        """Compares every record of the catalogue with the files and the stores."""
        self.checks += 1
        database = sqlite3.connect(f"file:{library / 'catalog.sqlite'}?mode=ro", uri=True)
        for location, path, sha256 in database.execute("SELECT location, path, sha256 FROM resource"):
            if location == 0:
                if digest(library / os.fsdecode(path)) != sha256:
                    self.fault(f"{what}: {path} is missing or wrong")
            elif not all(self.in_store(store, sha256) for store in self.stores.values()):
                self.fault(f"{what}: an original that is elsewhere is not in both stores")
        rows = database.execute(
            "SELECT name, sha256 FROM storeCopy JOIN store ON store.id = storeCopy.storeID WHERE state = 1"
        )
        for name, sha256 in rows:
            if not self.in_store(self.stores[name], sha256):
                self.fault(f"{what}: a copy in {name} is listed as present, and is not")
        database.close()
