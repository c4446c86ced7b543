"""Programs that look for doubles in a folder, on a part of the same files."""
import contextlib, io, json, os, shutil, subprocess, tempfile
from collections import Counter

from .libraries import ORIGINAL, original_path
from .outcomes import AMONG, NONE, RIGHT, WRONG

PHOTOS = 30
SAME = ("q30", "q75", "lanczos-320", "bicubic-320-phase0.5", "orientation-6", "share-1600")
NOT_INSTALLED = "not installed"
NOT_TRIED = {"imagededup CNN": "never tried: its model has to be downloaded first"}
FRAMES = ("shift1", "rotate1", "zoom2", "exposure+0.3", "local6", "crop5")


def compared(originals, variants, unfit, work):
    """Counts of outcomes by program, and by name why others were not run.

    The folder holds originals, other frames of them and true copies. A program that puts a copy together with its
    original only has found it; with its original and others, a person has to decide; with others only, it is wrong.
    """
    firsts = [original for original in originals if original.group == original.number and original.number not in unfit]
    chosen = {original.number for original in sorted(firsts, key=lambda original: original.digest)[:PHOTOS]}
    folder = os.path.join(work, "programs")
    os.makedirs(folder)
    truth = {}
    for original in originals:
        if original.number in chosen:
            truth[_copied(folder, original_path(work, "stripped", original), ORIGINAL)] = (original.number, ORIGINAL)
    for variant in variants:
        if variant.photo in chosen and variant.transform in SAME + FRAMES and variant.goal:
            path = variant.path(work, "stripped", originals[variant.photo].name)
            truth[_copied(folder, path, variant.transform)] = (variant.photo, variant.transform)
    counts, absent = {}, dict(NOT_TRIED)
    for name, pairs in (
        ("imagededup PHash ≤ 10", _imagededup), ("findimagedupes 90 %", _findimagedupes), ("czkawka", _czkawka),
    ):
        together = pairs(folder)
        if together is None:
            absent[name] = NOT_INSTALLED
            continue
        counts[name] = Counter(
            _outcome(truth, path, together.get(path, ())) for path, (_, transform) in truth.items() if transform in SAME)
    return counts, absent


def _copied(folder, path, transform):
    name = f"{transform}_{os.path.basename(path)}"
    shutil.copyfile(path, os.path.join(folder, name))
    return name


def _outcome(truth, path, others):
    photo = truth[path][0]
    library = [truth[other] for other in others if truth[other][1] not in SAME]
    right = (photo, ORIGINAL) in library
    wrong = any(entry != (photo, ORIGINAL) for entry in library)
    return (AMONG if wrong else RIGHT) if right else (WRONG if wrong else NONE)


def _imagededup(folder):
    try:
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            from imagededup.methods import PHash

            return PHash(verbose=False).find_duplicates(image_dir=folder, max_distance_threshold=10)
    except ImportError:
        return None


def _findimagedupes(folder):
    if not shutil.which("findimagedupes"):
        return None
    paths = sorted(os.path.join(folder, name) for name in os.listdir(folder))
    said = subprocess.run(["findimagedupes", "-t", "90%", "--", *paths], capture_output=True, text=True)
    together = {}
    for line in said.stdout.splitlines():
        names = [os.path.basename(path) for path in line.split()]
        for name in names:
            together.setdefault(name, set()).update(set(names) - {name})
    return together


def _czkawka(folder):
    """At its own threshold, files of all sizes. Which codes it ends with differs by version: the file it writes counts."""
    if not shutil.which("czkawka_cli"):
        return None
    with tempfile.TemporaryDirectory() as place:
        said = os.path.join(place, "groups.json")
        subprocess.run(
            ["czkawka_cli", "image", "--directories", folder, "--minimal-file-size", "1", "--disable-cache",
             "--compact-file-to-save", said], capture_output=True)
        with open(said, encoding="utf-8") as file:
            groups = json.load(file)
    together = {}
    for group in groups:
        names = {os.path.basename(entry["path"]) for entry in group}
        for name in names:
            together.setdefault(name, set()).update(names - {name})
    return together
