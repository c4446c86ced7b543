"""Counts what was answered, for each table of the page."""
from collections import Counter
from dataclasses import dataclass

from . import frames
from .libraries import ABSENT, NEXT_FRAMES, ORIGINALS, SCENES, SIBLINGS, UNRELATED
from .limits import FLAT_QUALITY
from .originals import FITTING, PHOTOGRAPH, REPORTING
from .outcomes import AMONG, COMPACT, FILE, FOUND, IDENTIFIER, NONE, RIGHT, TWIN, WITH_TIME, WITHOUT, WRONG
from .renditions import CLIPPED, CONVERTED, DARK, DROPPED, HEIC
from .variants import EVERYDAY, SHIFTED, THUMBNAIL

COPY_ROWS = (*EVERYDAY, DROPPED, CONVERTED, CLIPPED, HEIC, DARK, THUMBNAIL, SHIFTED)
# Of the classes that the requirement for small copies names.
NEVER_FOUND = (frames.SHIFT, frames.ZOOM, frames.ROTATION, frames.POINT, frames.MIXED, frames.LIGHT, frames.LOCAL)
SMALL_SIDE, LARGE_SIDE = 500, 1000


def share(answers, outcomes):
    return sum(answer.outcome in outcomes for answer in answers) / len(answers) if answers else None


def percent(part):
    return "–" if part is None else f"{part:.1%}".replace("%", " %")


def of_half(answers, half):
    return [answer for answer in answers if half is None or answer.half == half]


def everyday(answers, way):
    """Of photographs, in the library of originals."""
    return [
        answer for answer in answers
        if answer.row in EVERYDAY and answer.way == way and answer.library == ORIGINALS and answer.kind == PHOTOGRAPH]


def copies(answers, row, way, kind=PHOTOGRAPH):
    """In the library that holds the true photos and no siblings."""
    others = (SIBLINGS, ABSENT, UNRELATED, SCENES, NEXT_FRAMES)
    return [a for a in answers if a.row == row and a.way == way and a.kind == kind and a.library not in others]


def small_frames(answers):
    """Other frames in copies of 160 to 500 pixels, asked in the library of originals by identifiers and by files."""
    return [
        answer for answer in answers
        if answer.library == ORIGINALS and answer.label == "other" and answer.transform.endswith("-small") and answer.row in NEVER_FOUND]


@dataclass
class Requirement:
    what: str
    required: str
    goal: str
    reached: dict
    """By half, words."""


def requirements(answers, facts):
    def counted(select, words):
        return {half: words(select(of_half(answers, half))) for half in (REPORTING, FITTING)}

    def found(part):
        return f"{percent(share(part, {RIGHT}))} of {len(part):,}"

    def taken(part):
        return f"{sum(a.outcome in FOUND for a in part):,} of {len(part):,}"

    def wrong(part):
        return f"{sum(a.outcome == WRONG for a in part):,} of {len(part):,}"

    def with_siblings(part, way):
        return [a for a in part if a.library == SIBLINGS and a.way == way and a.kind == PHOTOGRAPH and a.row in EVERYDAY]

    def candidate(part):
        return f"{percent(share(part, {RIGHT, AMONG}))} of {len(part):,}"

    def recalled(part):
        return f"{percent(sum(a.recalled for a in part) / len(part) if part else None)} of {len(part):,}"

    profile = lambda part, way: [a for row in (DROPPED, CONVERTED) for a in copies(part, row, way)]  # noqa: E731
    length = f"{facts.get('longest identifier', '–')} at most, {facts.get('median identifier', '–')} in the median"
    synthetic = lambda part: [a for a in part if a.library not in (SCENES, NEXT_FRAMES)]  # noqa: E731
    return [
        Requirement("found wrong, all libraries and classes of copies and made frames", "0", "0", counted(synthetic, wrong)),
        Requirement("found wrong, copies of real frames", "0", "0", counted(
            lambda part: [a for a in part if a.library in (SCENES, NEXT_FRAMES)], wrong)),
        Requirement("other frames found, in copies of 160 to 500 pixels: shift from 0.15 %, zoom from 0.5 %, rotation, light, local change",
                    "0", "0", counted(small_frames, taken)),
        Requirement("everyday copies of photographs found from identifiers", "97 %", "98.5 %", counted(
            lambda part: everyday(part, IDENTIFIER), found)),
        Requirement("the same with the capture time", "", "", counted(lambda part: everyday(part, WITH_TIME), found)),
        Requirement("everyday copies of photographs found with the files at hand", "99 %", "99.7 %", counted(
            lambda part: everyday(part, FILE), found)),
        Requirement("profile dropped or converted, from identifiers", "97 %", "99 %", counted(lambda part: profile(part, IDENTIFIER), found)),
        Requirement("profile dropped or converted, with the files at hand", "97 %", "99 %", counted(lambda part: profile(part, FILE), found)),
        Requirement("characters of an identifier", "1,000", "1,000", {REPORTING: length, FITTING: "(both halves)"}),
        Requirement("library with siblings, from identifiers: the right photo is found or a candidate", "99.7 %", "100 %", counted(
            lambda part: with_siblings(part, IDENTIFIER), candidate)),
        Requirement("library with siblings, with the files at hand: the right photo is found or a candidate", "99.7 %", "100 %", counted(
            lambda part: with_siblings(part, FILE), candidate)),
        Requirement("library with siblings, from identifiers: the right photo is named, also as a look-alike", "", "", counted(
            lambda part: with_siblings(part, IDENTIFIER), recalled)),
    ]


COUNT_HEADS = ["asked", "found right", "a person decides", "not found", "found a twin", "found wrong"]


def counts(answers):
    """Cells for the heads above, of answers whose photo is there."""
    outcomes = Counter(answer.outcome for answer in answers)
    return [f"{len(answers):,}", *(f"{number:,}" for number in (
        outcomes[RIGHT], outcomes[AMONG] + outcomes[WITHOUT], outcomes[NONE], outcomes[TWIN], outcomes[WRONG]))]


def rows_of_copies(answers):
    """Heads and lines: photographs of the reporting half, and the share of the fitting half beside it."""
    heads = ["copies of photographs", "", *COUNT_HEADS, "share", "fitting half"]
    lines = []
    for row in COPY_ROWS:
        for way in (IDENTIFIER, FILE, WITH_TIME, COMPACT):
            part = copies(answers, row, way)
            here, there = of_half(part, REPORTING), of_half(part, FITTING)
            if part:
                lines.append([row, way, *counts(here), percent(share(here, {RIGHT})), percent(share(there, {RIGHT}))])
    return heads, lines


def groups_of_originals(answers):
    """Heads and lines: everyday copies of kinds of originals, reporting half."""
    def pictures(test):
        return lambda answer: answer.library == ORIGINALS and answer.row in EVERYDAY and test(answer)

    groups = {
        f"photographs of {LARGE_SIDE:,} pixels and more": lambda a: a.kind == PHOTOGRAPH and a.original_side >= LARGE_SIDE,
        "smaller photographs": lambda a: a.kind == PHOTOGRAPH and a.original_side < LARGE_SIDE,
        "photographs that are not flat": lambda a: a.kind == PHOTOGRAPH and a.quality >= FLAT_QUALITY,
        "flat photographs (quality below 50)": lambda a: a.kind == PHOTOGRAPH and a.quality < FLAT_QUALITY,
        "drawings that are not flat": lambda a: a.kind != PHOTOGRAPH and a.quality >= FLAT_QUALITY,
        "flat drawings": lambda a: a.kind != PHOTOGRAPH and a.quality < FLAT_QUALITY,
    }
    lines = []
    for name, test in groups.items():
        part = list(filter(pictures(test), of_half(answers, REPORTING)))
        for way in (IDENTIFIER, FILE):
            asked = [answer for answer in part if answer.way == way]
            if asked:
                photos = len({answer.photo for answer in asked})
                lines.append([f"{name}: {photos}", way, *counts(asked), percent(share(asked, {RIGHT}))])
    return ["everyday copies of", "", *COUNT_HEADS, "share"], lines


def by_library(answers):
    """Heads and lines: copies of all pictures, both halves."""
    lines = []
    for library in dict.fromkeys(answer.library for answer in answers):
        for way in (IDENTIFIER, FILE, WITH_TIME, COMPACT):
            part = [a for a in answers if a.library == library and a.way == way and a.label == "same"]
            if part:
                wrong = {answer.photo for answer in part if answer.outcome == WRONG}
                photos = len({answer.photo for answer in part})
                bound = f"< {min(1, 3 / photos):.2%}".replace("%", " %") if not wrong else f"{len(wrong)} of {photos}"
                lines.append([library, way, *counts(part), bound])
    return ["copies in a library of", "", *COUNT_HEADS, "photos with a wrong answer"], lines


def by_scene(answers):
    """Heads and lines: copies of real frames, with the true frame in the library and without it."""
    lines = []
    for scene in sorted({answer.scene for answer in answers if answer.scene}):
        part = [answer for answer in answers if answer.scene == scene]
        for way in (IDENTIFIER, FILE):
            there, absent = ([a for a in part if a.library == library and a.way == way] for library in (SCENES, NEXT_FRAMES))
            if there:
                lines.append([
                    scene, way, len({answer.photo for answer in part}), *counts(there), percent(share(there, {RIGHT, AMONG})),
                    len(absent), *(sum(answer.outcome == outcome for answer in absent) for outcome in (TWIN, WRONG))])
    heads = ["scene", "", "frames", *COUNT_HEADS, "right or candidate", "true frame absent: asked", "absent: found a twin", "absent: found wrong"]
    return heads, lines


def reasons(answers):
    """Heads and lines: why everyday copies of photographs were not found."""
    lines = []
    for way in (IDENTIFIER, FILE):
        part = everyday(of_half(answers, REPORTING), way)
        missed = Counter((answer.outcome, answer.reason) for answer in part if answer.outcome != RIGHT)
        lines += [[way, outcome, reason, f"{count:,}", percent(count / len(part))] for (outcome, reason), count in missed.most_common()]
    return ["", "outcome", "reason", "answers", "share of all"], lines


def all_counts(answers):
    """Heads and lines: every class in every library, both halves."""
    counted = {}
    for answer in answers:
        key = answer.library, answer.row, answer.kind, answer.way, "reporting" if answer.half == REPORTING else "fitting"
        counted.setdefault(key, Counter())[answer.outcome] += 1
    outcomes = (RIGHT, AMONG, WITHOUT, NONE, TWIN, WRONG)
    lines = [[*key, counter.total(), *(counter[outcome] for outcome in outcomes)] for key, counter in sorted(counted.items())]
    return ["library", "row", "kind", "", "half", "asked", *outcomes], lines


def table(heads, lines):
    """Columns for a terminal: words left, numbers right."""
    cells = [[str(cell) for cell in line] for line in [heads, *lines]]
    widths = [max(len(line[column]) for line in cells) for column in range(len(heads))]
    return "\n".join(
        "  ".join([line[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(line[1:], widths[1:]))])
        for line in cells)


def requirement_table(answers, facts):
    heads = ["what", "must", "goal", "reporting half", "fitting half"]
    return heads, [[r.what, r.required, r.goal, r.reached[REPORTING], r.reached[FITTING]] for r in requirements(answers, facts)]


def printed(answers, facts):
    """What is printed at the end."""
    return "\n\n".join(
        table(*made) for made in (
            requirement_table(answers, facts), rows_of_copies(answers), groups_of_originals(answers), by_library(answers),
            by_scene(answers), reasons(answers)))
