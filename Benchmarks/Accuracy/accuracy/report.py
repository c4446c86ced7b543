"""One page that needs no network and no script: figures, all counts, and the answers worth a look as pictures."""
from collections import Counter
from html import escape

from . import failures, plots, tables
from .outcomes import AMONG, MATE, NONE, OUTCOMES, RIGHT, TWIN, WITHOUT, WRONG
from .tables import METHODS, OWN_HASH
from .variants import PHASES, SCALERS, SIZES

STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; margin: 2em auto; max-width: 1080px; padding: 0 1em; color: #222 }
h2 { margin-top: 2em } table { border-collapse: collapse; font-size: 13px } td, th { padding: 2px 8px; text-align: right }
th { border-bottom: 1px solid #999; font-weight: 600 } td:first-child, th:first-child { text-align: left }
tr:nth-child(even) td { background: #f6f6f6 } .bad { color: #c8322b; font-weight: 700 } .note { color: #666 }
.tiles { display: flex; gap: 1em; flex-wrap: wrap } .tiles div { border: 1px solid #ddd; border-radius: 6px; padding: .6em 1em; max-width: 300px }
.tiles b { display: block; font-size: 26px } .legend span { margin-right: 1.2em } .legend i { display: inline-block; width: 12px; height: 12px; margin-right: 5px }
.pairs { display: grid; grid-template-columns: repeat(auto-fill, minmax(500px, 1fr)); gap: 1em } figure { margin: 0; border: 1px solid #ddd; border-radius: 6px; padding: .6em; font-size: 13px }
figure div { display: flex; gap: 6px; align-items: flex-start } figure span { flex: 1; text-align: center; color: #666 } figure img { max-width: 100%; display: block; margin: 0 auto; max-height: 190px }
svg { max-width: 100%; height: auto; font-family: system-ui, sans-serif }
"""


# The section of pictures lies between these: re-made pages keep it.
WORTH_A_LOOK, ALL_COUNTS = "<h2>Worth a look</h2>", "<h2>All counts</h2>"


def page(results, counts, programs, facts, recall, pictures):
    parts = [
        "<!doctype html><html lang=en><meta charset=utf-8><title>Accuracy of content match</title>", f"<style>{STYLE}</style>",
        "<h1>Accuracy of content match</h1>", _facts(facts), _tiles(results, counts, recall), _answers(results, counts),
        _thresholds(results), _sizes(results), _frames(results), _distances(results), _programs(programs),
        pictures, _all(results, counts)]
    return "\n".join(parts)


def _facts(facts):
    return "<p class=note>" + " · ".join(f"{escape(name)}: {escape(str(value))}" for name, value in facts.items()) + "</p>"


def _tiles(results, counts, recall):
    wrong, words = tables.headline(results, counts)
    same = tables.rows_of(results, "same")
    stripped = tables.summed(counts, same, "originals", "stripped", "full")
    exif = tables.summed(counts, same, "originals", "exif", "full")
    tiles = [
        (f"{wrong:,}", words, wrong),
        (f"{stripped[RIGHT] / max(1, stripped.total()):.1%}", f"of {stripped.total():,} true copies without EXIF found right, among originals", 0),
        (f"{exif[RIGHT] / max(1, exif.total()):.1%}", "the same with EXIF", 0),
        (f"{recall['named'] / max(1, recall['asked']):.2%}", f"of {recall['asked']:,} answers for true copies name the right photo at least as a look-alike; "
         f"{recall['withinRadius']:,} of {recall['hashed']:,} lie within 31 bits", 0)]
    return "<div class=tiles>" + "".join(
        f"<div><b{' class=bad' if bad else ''}>{number}</b>{escape(words)}</div>" for number, words, bad in tiles) + "</div>"


def _answers(results, counts):
    parts = ["<h2>What is answered</h2><p>Identifiers of variants without EXIF, asked in a library that holds the originals. A dagger "
             "(†) marks what no picture can tell: counted apart. <i>full</i> and <i>compact</i> are identifiers of photos; "
             "the other hashes choose the nearest within their usual threshold; <i>hash alone</i> is photos' own hash at 31 bits, "
             "without the comparison that follows it.</p>", plots.legend(plots.COLORS.items())]
    for title, labels in (("The same photo again", ("same",)), ("Light edits", ("edited",)), ("Other frames", ("other",))):
        rows = []
        for row in tables.rows_of(results, *labels):
            for condition, form in (("stripped", "full"), ("stripped", "compact"), *(("", method) for method in METHODS)):
                counter = tables.summed(counts, [row], "originals", condition, form)
                if counter:
                    rows.append((f"{row}: {form}", counter))
            rows.append(None)
        parts += [f"<h3>{title}</h3>", plots.stacked_bars(rows, title)]
    rows = []
    for library in results.libraries:
        for condition, form in tables.ASKERS:
            counter = tables.summed(counts, tables.rows_of(results, "same"), library, condition, form)
            if counter:
                rows.append((f"{library}, {condition} {form}".replace(",  ", ", "), counter))
        rows.append(None)
    parts += ["<h3>True copies, in libraries with and without what resembles them</h3><p>Without the true photo (siblings only, twins "
              "only, unrelated, next frames) the right answer is <i>not found</i>. Siblings are other frames that can be told apart, twins are tripod "
              "frames that cannot; next frames are real films and stereo pairs without every second frame.</p>",
              plots.stacked_bars(rows, "True copies by library")]
    return "\n".join(parts)


# Whatever photo it is: a hash within its threshold takes a frame for the original just so.
FOUND = {RIGHT, MATE, WRONG, TWIN}


def _thresholds(results):
    curves = []
    for method, usual in METHODS.items():
        same, other = Counter(), Counter()
        for variant, distance in results.distances(method):
            if variant.label == "same" and not variant.turned:
                same[distance] += 1
            elif variant.label == "other" and variant.goal:
                other[distance] += 1
        if not same or not other:
            continue
        line, taken, mistaken = [], 0, 0
        for bits in range(257):
            taken, mistaken = taken + same[bits], mistaken + other[bits]
            line.append((mistaken / other.total(), taken / same.total(), bits == usual))
        curves.append((method, line))
    points = []
    turned = {(variant.photo, variant.transform) for variant in results.variants if variant.turned}
    for name, accepted in (("photos: found", FOUND), ("photos: found or multiple", FOUND | {AMONG, WITHOUT})):
        shares = []
        for label in ("other", "same"):
            outcomes = [
                answer.outcome in accepted for answer in results.answers
                if (answer.library, answer.condition, answer.form) == ("originals", "stripped", "full") and answer.variant.label == label
                and answer.variant.goal and (answer.variant.photo, answer.variant.transform) not in turned]
            shares.append(sum(outcomes) / max(1, len(outcomes)))
        points.append((name, *shares))
    return ("<h2>No threshold of a hash is good</h2><p>Each curve is a hash, from a strict to a loose threshold; the dot is the usual one. "
            f"Squares are photos' answers: true copies, other frames. Frames that no picture tells (†) are left out of both.{'' if curves else NO_DISTANCES}</p>" + plots.trade_off(
                curves, points, "True copies against other frames", "other frames taken for the original", "true copies recognised"))


NO_DISTANCES = " The hashes' distances are missing in the files this page was made from."


def _share(answers, accepted):
    return sum(answer.outcome in accepted for answer in answers) / len(answers) if answers else None


def _sizes(results):
    by_transform = {}
    for answer in results.answers:
        if (answer.library, answer.condition, answer.form) == ("originals", "stripped", "full"):
            by_transform.setdefault(answer.variant.transform, []).append(answer)
    rows = [
        (f"{side} px, {scaler}",
         [_share(by_transform.get(f"{scaler}-{side}" + (f"-phase{phase}" if phase else "")), {RIGHT}) for phase in PHASES])
        for side in SIZES for scaler in SCALERS if f"{scaler}-{side}" in by_transform]
    return ("<h2>Smaller copies, and scalers that shift</h2><p>Share found right, by the scaler's phase error in pixels of the smaller "
            "picture (without EXIF, full).</p>" + plots.heat_map([f"{phase} px" for phase in PHASES], rows, "Found right by size and phase error"))


def _frames(results):
    asked, close = {}, {}
    for answer in results.answers:
        if answer.variant.label == "other" and answer.library == "originals" and answer.condition == "stripped":
            asked.setdefault((answer.variant.transform, answer.form), []).append(answer)
    for method, usual in METHODS.items():
        for variant, distance in results.distances(method):
            if variant.label == "other":
                close.setdefault((variant.transform, method), []).append(distance <= usual)
    columns = ["full: found", "full: multiple", "compact: found", *METHODS]
    rows = []
    for transform in dict.fromkeys(variant.transform for variant in results.variants if variant.label == "other"):
        shares = [_share(asked.get((transform, form)), accepted)
                  for form, accepted in (("full", FOUND), ("full", {WITHOUT, AMONG}), ("compact", FOUND))]
        shares += [sum(close[transform, m]) / len(close[transform, m]) if (transform, m) in close else None for m in METHODS]
        rows.append((transform, shares))
    return ("<h2>Other frames, step by step</h2><p>Share of other frames that are taken for the original (without EXIF). Numbers are percent of the "
            "frame, degrees, or stops; local is the changed part of the area. Noise alone, the smallest shifts and the smaller local "
            "change are beyond what pictures of this size tell.</p>" + plots.heat_map(columns, rows, "Other frames taken for the original", bad=True))


def _distances(results):
    same, light, other = [], [], []
    for variant, distance in results.distances(OWN_HASH):
        if not variant.turned:
            {"same": same, "edited": light, "other": other}[variant.label].append(distance)
    series = [("the same photo", same), ("other frames", other), ("light edits", light)]
    if not same:
        return ""
    return ("<h2>The hash finds candidates, and decides nothing</h2><p>Square roots of shares, so that the rare shows.</p>"
            + plots.histogram([(name, values) for name, values in series if values], 128, "Distances to the original"))


def _programs(programs):
    counts, absent = programs
    if not counts and not absent:
        return ""
    lines = [
        [name, counter.total(), *(counter[outcome] for outcome in (RIGHT, AMONG, WRONG, NONE))]
        for name, counter in counts.items()]
    return (f"<h2>Programs that look for doubles</h2><p>A part of the photos in one folder: originals, six other frames and six true copies of each. A copy put "
            "together with its original alone is right; with other frames too, a person has to decide; with other frames only, it is wrong.{_not_run(absent)}</p>"
            + _table(["", "copies", "right", "right among others", "wrong", "nothing"], lines))


def _not_run(absent):
    return " Not run: " + escape("; ".join(f"{name} ({why})" for name, why in absent.items())) + "." if absent else ""


def worth_a_look(results, work):
    figures = []
    for answer in failures.worth_a_look(results):
        shown = failures.pictures(results, answer, work)
        variant, original = answer.variant, results.originals[answer.variant.photo]
        other_photo, other_transform = shown["otherIs"]
        is_own = other_photo == variant.photo
        named = other_transform if is_own else f"{results.originals[other_photo].name} {other_transform}"
        named += "" if answer.named else " (not named)"
        m = shown["measures"]
        measured = "" if m is None else (
            f"Distance {m.bits} bits, RMS {m.rms:.1f}, worst cell {m.worst_cell:.0f}, worst 4×4 {m.worst_block:.1f}, mean {m.mean:+.2f}.")
        bad = " class=bad" if answer.outcome == WRONG else ""
        figures.append(
            f"<figure><b{bad}>{answer.outcome}</b>: {escape(variant.transform)} of {escape(original.name)} · "
            f"{answer.library}, {answer.condition}, {answer.form}"
            f"<div><span><img src='{shown['query']}' alt=''>asked</span><span><img src='{shown['other']}' alt=''>{escape(named)}</span>"
            f"<span><img src='{shown['difference']}' alt=''>difference × 8</span></div>"
            f"{escape(answer.explanation)} <span class=note>{escape(answer.reason)} {measured}</span></figure>")
    return WORTH_A_LOOK + "<p>Wrong ones first; of each row at most four.</p><div class=pairs>" + "".join(figures) + "</div>"


def _all(results, counts):
    lines, photos = [], tables.photos_asked(results)
    for (row, library, condition, form), counter in sorted(
            counts.items(), key=lambda entry: (entry[0][1], entry[0][0], entry[0][2:])):
        limits = tables.bound(counter), tables.bound_by_photo(counter, photos, [row], library)
        numbers = [counter.total(), *(counter[outcome] for outcome in OUTCOMES)]
        lines.append([row, library, condition, form, *numbers, *map(tables.below, limits)])
    return (ALL_COUNTS + "<p>Bound: with none found wrong among n, fewer than 3/n are, at 95 % confidence (rule of three; variants of one photo "
            "are not independent, so it flatters); by photo, n is the number of photos.</p><details><summary>Table</summary>"
            + _table(["row", "library", "EXIF", "form", "asked", *OUTCOMES, "wrong, bound", "by photo"], lines) + "</details>")


def _table(heads, lines):
    def row(cells, tag):
        return "<tr>" + "".join(f"<{tag}>{escape(str(cell))}</{tag}>" for cell in cells) + "</tr>"

    return "<table>" + row(heads, "th") + "".join(row(line, "td") for line in lines) + "</table>"
