"""The command `photos`, run as people run it; its answers are JSON Lines."""
import json, os, subprocess, tempfile

# Done; some inputs failed; not found; a person decides; pictures are not decoded: all are answers here.
ANSWERS = {0, 2, 3, 4, 6}


class Photos:
    def __init__(self, binary, jobs=1):
        self.binary, self.jobs = binary, jobs
        self.version = subprocess.run([binary, "--version"], capture_output=True, text=True, check=True).stdout.strip()

    def lines(self, *arguments, lines=(), end="\n"):
        """The objects printed, one after the other, without the summary. `lines` become the standard input."""
        with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as complaints:
            for line in lines:
                given.write((line + end).encode())
            given.seek(0)
            command = [self.binary, *arguments, "--json", "--progress", "none", "--jobs", str(self.jobs)]
            process = subprocess.Popen(command, stdin=given, stdout=subprocess.PIPE, stderr=complaints)
            try:
                for line in process.stdout:
                    item = json.loads(line)
                    if "summary" not in item:
                        yield item
            finally:
                process.stdout.close()
                process.wait()
            if process.returncode not in ANSWERS:
                complaints.seek(0)
                words = complaints.read()[-2000:].decode(errors="replace")
                raise RuntimeError(f"photos {arguments[0]} ended with {process.returncode}: {words}")

    def imported(self, library, paths):
        """Imports by reference; for each path, the local identifier it got or was folded into."""
        arguments = ("import", "--library", library, "--reference", "--files-from", "-", "-0")
        folded = {item["path"]: item.get("localIdentifier") for item in self.lines(*arguments, lines=paths, end="\0")}
        missing = [path for path in paths if not folded.get(path)]
        if missing:
            raise RuntimeError(f"photos import kept no photo of {len(missing)} files, for example {missing[0]}")
        return {path: folded[path] for path in paths}

    def identified(self, library, compact):
        """Cloud identifiers by local identifier."""
        arguments = ["identify", "--library", library, "--all"] + ["--compact"] * compact
        return {item["localIdentifier"]: item["cloudIdentifier"] for item in self.lines(*arguments)}

    def resolved(self, library, identifiers):
        """One answer for each identifier, in their order."""
        yield from self.lines("resolve", "--library", library, "-", lines=identifiers)

    def matched(self, library, paths):
        """One answer for each file, by path."""
        arguments = ("match", "--library", library, "--files-from", "-", "-0")
        return {item["path"]: item for item in self.lines(*arguments, lines=paths, end="\0")}

    def hashed(self, paths):
        """What identifies each file, by path."""
        return {item["path"]: item for item in self.lines("hash", "--files-from", "-", "-0", lines=paths, end="\0")}


def build(repository):
    """A release build of this checkout."""
    print("Building photos (release) …", flush=True)
    subprocess.run(["swift", "build", "-c", "release", "--product", "photos"], cwd=repository, check=True)
    shown = subprocess.run(
        ["swift", "build", "-c", "release", "--show-bin-path"], cwd=repository, check=True, capture_output=True, text=True)
    return os.path.join(shown.stdout.strip(), "photos")
