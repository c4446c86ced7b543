"""One page that needs no network and no script: tables, plots, and the answers worth a look as pictures."""
import re
from collections import Counter
from html import escape

from . import frames, limits, peers, plots, tables
from .libraries import ORIGINALS
from .originals import FITTING, PHOTOGRAPH, REPORTING
from .outcomes import FILE, FOUND, IDENTIFIER, RIGHT, WAYS
from .variants import SCALERS, SIZES

STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; margin: 2em auto; max-width: 1080px; padding: 0 1em; color: #222 }
h2 { margin-top: 2em } table { border-collapse: collapse; font-size: 13px } td, th { padding: 2px 8px; text-align: right }
th { border-bottom: 1px solid #999; font-weight: 600 } td { white-space: nowrap } td:first-child, th:first-child { text-align: left; white-space: normal }
tr:nth-child(even) td { background: #f6f6f6 } .bad { color: #c8322b; font-weight: 700 } .note { color: #666 }
.legend span { margin-right: 1.2em } .legend i { display: inline-block; width: 12px; height: 12px; margin-right: 5px }
.pairs { display: grid; grid-template-columns: repeat(auto-fill, minmax(500px, 1fr)); gap: 1em } figure { margin: 0; border: 1px solid #ddd; border-radius: 6px; padding: .6em; font-size: 13px }
figure div { display: flex; gap: 6px; align-items: flex-start } figure span { flex: 1; text-align: center; color: #666 } figure img { max-width: 100%; display: block; margin: 0 auto; max-height: 190px }
svg { max-width: 100%; height: auto; font-family: system-ui, sans-serif }
"""


def page(answers, distances, facts, pairs, look):
    """`pairs`: the comparisons for the limits, None if the run did not come so far; `look`: figures, as HTML."""
    return "\n".join([
        "<!doctype html><html lang=en><meta charset=utf-8><title>Accuracy of content match</title>", f"<style>{STYLE}</style>",
        "<h1>Accuracy of content match</h1>",
        "<p class=note>" + " · ".join(f"{escape(name)}: {escape(str(value))}" for name, value in facts.items()) + "</p>",
        "<h2>Requirements</h2><p>Each picture is in one half, by a hash of its file's digest. The limits of the comparison are "
        "chosen on the fitting half. Figures of the reporting half are the result.</p>",
        _table(*tables.requirement_table(answers, facts)),
        "<h2>Copies of photographs</h2><p>Asked in a library that holds the originals: by an <i>identifier</i> alone, or by the "
        "<i>file</i> (<code>photos match</code>), which the command may compare more closely. The files of these two have no "
        "metadata. <i>With time</i>: the identifier has the capture time. The figures are of the reporting half.</p>",
        plots.legend(plots.COLORS.items()), _bars(answers), _table(*tables.rows_of_copies(answers)),
        "<h3>Why everyday copies are not found</h3>", _table(*tables.reasons(answers)),
        "<h3>Kinds of originals</h3>", _table(*tables.groups_of_originals(answers)), _sizes(answers), _frames(answers),
        "<h2>Libraries with and without the true photo</h2><p>Copies of all pictures, both halves. Siblings are other frames that "
        "can be told apart. Without the true photo (siblings only, unrelated) the right answer is <i>not found</i>. The last "
        "column has the rule of three: if no photo of n has a wrong answer, the rate is below 3/n at 95 % confidence.</p>",
        _table(*tables.by_library(answers)),
        "<h2>Real bursts, brackets, focus stacks and sequences</h2><p>Copies of each frame (quality 85, 640 and 320 pixels), asked in a "
        "library of all frames, and in libraries of every second frame, without the true one.</p>", _table(*tables.by_scene(answers)),
        _thresholds(answers, distances), _limits(pairs),
        "<h2>Worth a look</h2><p>Wrong ones first; of each row some.</p><div class=pairs>", look, "</div>",
        "<h2>All counts</h2><details><summary>Table</summary>", _table(*tables.all_counts(answers)), "</details></html>"])


def _bars(answers):
    rows = []
    for row in tables.COPY_ROWS:
        for way in WAYS:
            part = tables.of_half(tables.copies(answers, row, way), REPORTING)
            if part:
                rows.append((f"{row}: {way}", Counter(answer.outcome for answer in part)))
        rows.append(None)
    return plots.stacked_bars(rows, "Copies of photographs by class")


def _sizes(answers):
    by_transform = {}
    for answer in tables.of_half(answers, REPORTING):
        if answer.library == ORIGINALS and answer.kind == PHOTOGRAPH:
            by_transform.setdefault((answer.transform, answer.way), []).append(answer)
    columns = [(side, way) for side in SIZES for way in (IDENTIFIER, FILE)]
    rows = [
        (scaler, [tables.share(by_transform.get((f"{scaler}-{side}", way), []), {RIGHT}) for side, way in columns])
        for scaler in (*SCALERS, "shifted")]
    return ("<h3>Smaller copies</h3><p>Share found right by scaler and pixels of the longer side; <i>shifted</i> is bicubic, half a "
            "pixel off.</p>" + plots.heat_map([f"{side} {way}" for side, way in columns], rows, "Found right by size and scaler"))


def _frames(answers):
    asked = {}
    for answer in answers:
        if answer.label == "other" and answer.library == ORIGINALS:
            name, size = answer.transform.removesuffix("-small"), "small" if answer.transform.endswith("-small") else "whole"
            key = name if answer.told or not name.startswith(("light", "local6")) else f"{name} (not told)"
            asked.setdefault((key, size, answer.way), []).append(answer)
    columns = [(size, way) for size in ("whole", "small") for way in (IDENTIFIER, FILE)]
    names = dict.fromkeys(name for name, *_ in asked)
    order = [name for kind in ("shift", "zoom", "rotate", "light", "local", "crop", "mirror", "noise")
             for name in sorted(names, key=_amount) if name.startswith(kind)]
    rows = [(f"{name} ({len(asked.get((name, 'small', IDENTIFIER), ())):,} small)",
             [tables.share(asked.get((name, *column), []), FOUND) for column in columns]) for name in order]
    return ("<h2>Other frames, step by step</h2><p>Share of other frames that are found as the original, both halves: whole frames, and "
            "copies of 160 to 500 pixels. Numbers are percent of the frame, degrees, or stops; local is the changed part of the area. "
            f"Shifts below {frames.TOLD_SHIFT} %, zooms below {frames.TOLD_ZOOM} %, noise alone and the smaller local change are beyond "
            "what pictures of this size tell; <i>not told</i> are frames whose light differs by less than a level, or whose change is not "
            "to be seen.</p>" + plots.heat_map([f"{size}, {way}" for size, way in columns], rows, "Other frames found", bad=True))


def _amount(name):
    # A mixture of movements has the amount of the first one.
    amount = re.search(r"\d+(\.\d+)?", name)
    return (float(amount[0]) if amount else 0, name)


def _thresholds(answers, distances):
    curves = []
    for method, usual in peers.THRESHOLDS.items():
        same = Counter(each.bits for each in distances if each.method == method and each.label == "same")
        other = Counter(each.bits for each in distances if each.method == method and each.label == "other" and each.told)
        if not same or not other:
            continue
        line, taken, mistaken = [], 0, 0
        for bits in range(257):
            taken, mistaken = taken + same[bits], mistaken + other[bits]
            line.append((mistaken / other.total(), taken / same.total(), bits == usual))
        curves.append((method, line))
    points = []
    for way in (IDENTIFIER, FILE):
        shares = [
            tables.share([a for a in answers if (a.library, a.way, a.label) == (ORIGINALS, way, label) and a.told], FOUND) or 0
            for label in ("other", "same")]
        points.append((f"photos, {way}: found", *shares))
    return ("<h2>No threshold of a hash is good</h2><p>Each curve is a hash, from a strict to a loose threshold; the dot is the usual one. "
            "Squares are photos' answers in the library of originals. Frames that no picture of this size tells are left out.</p>" + plots.trade_off(
                curves, points, "True copies against other frames", "other frames taken for the original", "true copies recognised"))


def _limits(pairs):
    if pairs is None:
        return ""
    counted = {half: limits.compared_counts(pairs, half) for half in (FITTING, REPORTING)}
    heads = ["limit", "value", "fitting: frames pass", "copies lost", "reporting: frames pass", "copies lost"]
    lines = [[name, f"{value:g}" + " (standard)" * standard, *fitting, *reporting]
             for name, value, standard, fitting, reporting in limits.effects(pairs)]
    chosen = limits.fitted(pairs)
    compared = [[words, *(number for half in (FITTING, REPORTING) for number in pairs.counts(values, half))]
                for words, values in (("standard", limits.STANDARD), ("chosen on the fitting half", chosen))]
    changed = ", ".join(f"{name} {value:g} (standard {limits.STANDARD[name]:g})" for name, value in chosen.items()
                        if value != limits.STANDARD[name]) or "none"
    passing = "; ".join(" ".join(names) for names in limits.passing_frames(pairs, limits.STANDARD)[:40]) or "none"
    return (
        "<h2>The limits of the comparison of 64 × 64 cells</h2><p>The independent program compares codes of identifiers with thumbnails of "
        f"files, within the radius of the hash: {counted[FITTING][0]:,} copies and {counted[FITTING][1]:,} other frames of the fitting half, "
        f"{counted[REPORTING][0]:,} and {counted[REPORTING][1]:,} of the reporting half. <i>Copies lost</i> do not pass alone. An answer "
        "depends on more than one pair.</p>" + _table(["limits", *heads[2:]], compared)
        + f"<p>Limits that the fitting half would change, the fewest frames first, then the fewest lost copies, then the strictest: {escape(changed)}. "
        f"Other frames that pass under the standard limits: {escape(passing)}.</p>"
        + "<details><summary>Effect of each limit, the others at their standard values</summary>" + _table(heads, lines) + "</details>")


def _table(heads, lines):
    def row(cells, tag):
        return "<tr>" + "".join(f"<{tag}>{escape(str(cell))}</{tag}>" for cell in cells) + "</tr>"

    if not lines:
        return "<p class=note>None.</p>"
    return "<table>" + row(heads, "th") + "".join(row(line, "td") for line in lines) + "</table>"
