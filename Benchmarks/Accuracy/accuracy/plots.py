"""Figures as inline SVG: no script, no network."""
from html import escape

COLORS = {"found right": "#2f7d4f", "multiple, right among": "#a9cfa0", "not found": "#d9d9d9",
          "multiple, without": "#f0b65a", "found a twin": "#e58fb0", "found wrong": "#c8322b", "error": "#5b3a8c"}
LINES = ["#1f5fa8", "#c8322b", "#2f7d4f", "#8a5a00", "#5b3a8c", "#007c89"]


def _svg(width, height, parts, title):
    return (f'<svg viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" aria-label="{escape(title)}">'
            + "".join(parts) + "</svg>")


def _text(x, y, words, anchor="start", size=12, color="#333"):
    place = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"'
    return f'<text {place} font-size="{size}" fill="{color}">{escape(str(words))}</text>'


def _box(x, y, width, height, color, title="", more=""):
    title = f"<title>{escape(title)}</title>" if title else ""
    place = f'x="{x:.2f}" y="{y:.2f}" width="{width:.2f}" height="{height:.2f}"'
    return f'<rect {place} fill="{color}" {more}>{title}</rect>'


def legend(entries):
    return '<p class="legend">' + "".join(
        f'<span><i style="background:{color}"></i>{escape(name)}</span>' for name, color in entries) + "</p>"


def stacked_bars(rows, title):
    """`rows`: name, Counter of outcomes; None leaves a gap. Bars show shares."""
    left, width, height, parts, y = 330, 520, 16, [], 4
    for row in rows:
        if row is None:
            y += 10
            continue
        name, counter = row
        total = counter.total()
        parts.append(_text(left - 8, y + 12, name, "end"))
        x = left
        for outcome, color in COLORS.items():
            if counter[outcome]:
                wide = width * counter[outcome] / total
                # What is rare and matters stays visible.
                wide = max(wide, 2) if outcome == "found wrong" else wide
                parts.append(_box(x, y, wide, height, color, f"{name}: {outcome} {counter[outcome]} of {total}"))
                x += wide
        parts.append(_text(left + width + 8, y + 12, total, size=11, color="#777"))
        y += height + 3
    return _svg(left + width + 70, y + 4, parts, title)


def trade_off(curves, points, title, x_words, y_words):
    """`curves`: name, list of (x, y, marked) in shares; `points`: name, x, y."""
    side, left, top = 420, 60, 10
    parts = [_box(left, top, side, side, "#fafafa", more='stroke="#ccc"')]
    for step in range(6):
        at = step / 5
        parts.append(_text(left + at * side, top + side + 16, f"{at:.0%}", "middle", 11))
        parts.append(_text(left - 6, top + side * (1 - at) + 4, f"{at:.0%}", "end", 11))
        parts.append(f'<path d="M{left} {top + side * at}h{side}" stroke="#e6e6e6"/>')

    def place(x, y):
        return left + x * side, top + (1 - y) * side

    for number, (name, line) in enumerate(curves):
        color = LINES[number]
        path = " ".join("%.1f,%.1f" % place(x, y) for x, y, _ in line)
        parts.append(f'<polyline points="{path}" fill="none" stroke="{color}" stroke-width="2"/>')
        for x, y, marked in line:
            if marked:
                cx, cy = place(x, y)
                said = f"{escape(name)} at its usual threshold: {y:.1%} of true copies, {x:.1%} of other frames"
                parts.append(f'<circle cx="{cx:.1f}" cy="{cy:.1f}" r="4.5" fill="{color}"><title>{said}</title></circle>')
        parts.append(f'<path d="M{left + side + 16} {top + 14 + number * 20}h20" stroke="{color}" stroke-width="3"/>')
        parts.append(_text(left + side + 42, top + 18 + number * 20, name))
    for number, (name, x, y) in enumerate(points):
        cx, cy = place(x, y)
        color = LINES[len(curves) + number]
        parts.append(_box(cx - 6, cy - 6, 12, 12, color, f"{name}: {y:.1%}, {x:.1%}", 'stroke="#fff"'))
        below = top + 18 + (len(curves) + number) * 20
        parts.append(_box(left + side + 20, below - 10, 12, 12, color))
        parts.append(_text(left + side + 42, below, f"{name}: {y:.1%}, {x:.1%}"))
    parts.append(_text(left + side / 2, top + side + 36, x_words, "middle"))
    parts.append(f'<g transform="translate(14 {top + side / 2}) rotate(-90)">{_text(0, 0, y_words, "middle")}</g>')
    return _svg(left + side + 330, top + side + 46, parts, title)


def heat_map(columns, rows, title, bad=False):
    """`rows`: name and one share for each column, or None. Dark is much; red where much is bad."""
    left, wide, tall = 190, 92, 20
    parts = [_text(left + n * wide + wide / 2, 14, name, "middle", 11) for n, name in enumerate(columns)]
    for line, (name, shares) in enumerate(rows):
        y = 22 + line * tall
        parts.append(_text(left - 8, y + 14, name, "end"))
        for n, share in enumerate(shares):
            if share is None:
                continue
            hue = (200, 50, 43) if bad else (47, 125, 79)
            color = "#%02x%02x%02x" % tuple(round(255 + (part - 255) * share) for part in hue)
            ink = "#fff" if share > 0.55 else "#333"
            shown = f"{share:.1%}" if 0 < share < 0.0995 or 0.9 < share < 1 else f"{share:.0%}"
            parts.append(_box(left + n * wide, y, wide - 1, tall - 1, color))
            parts.append(_text(left + n * wide + wide / 2, y + 14, shown, "middle", 11, ink))
    return _svg(left + wide * len(columns) + 10, 26 + tall * len(rows), parts, title)
