"""The answers that are worth a look, each as pictures with what differs."""
import base64, glob, io, os
from html import escape

import numpy as np
from PIL import Image, ImageOps

from .libraries import ORIGINAL, ORIGINALS
from .originals import PHOTOGRAPH
from .outcomes import AMONG, ERROR, FILE, IDENTIFIER, NONE, TWIN, WITHOUT, WRONG
from .pictures import upright_rgb
from .tables import COPY_ROWS

MOST, MOST_OF_A_ROW = 90, 4


def worth_a_look(answers):
    """Wrong ones first; of each row and outcome some, of different photos."""
    ranked = [(rank, answer) for answer in answers if (rank := _rank(answer)) is not None]
    chosen, taken, seen = [], {}, set()
    for rank, answer in sorted(ranked, key=lambda entry: entry[0]):
        row, photo = (rank, answer.row, answer.way), (answer.row, answer.photo)
        if photo in seen or taken.get(row, 0) >= (MOST if rank == 0 else MOST_OF_A_ROW) or len(chosen) >= MOST:
            continue
        seen.add(photo)
        taken[row] = taken.get(row, 0) + 1
        chosen.append(answer)
    return chosen


def _rank(answer):
    if answer.outcome in (ERROR, WRONG):
        return 0
    if answer.kind == PHOTOGRAPH and answer.row in COPY_ROWS and answer.present and answer.outcome in (NONE, WITHOUT, AMONG):
        if answer.library == ORIGINALS or answer.row not in COPY_ROWS[:6]:
            return {FILE: 1, IDENTIFIER: 2}.get(answer.way)
    return 3 if answer.outcome == TWIN and answer.way == IDENTIFIER else None


def figures(answers, work):
    """HTML: the query, what was named (or the true original), and their difference."""
    made = []
    for answer in worth_a_look(answers):
        named = (answer.named_photo or answer.photo, answer.named_transform or ORIGINAL)
        query, other = _open(work, answer.photo, answer.transform), _open(work, *named)
        if query is None or other is None:
            continue
        words = named[1] if named[0] == answer.photo else " ".join(named)
        words += "" if answer.named_photo else " (not named)"
        bad = " class=bad" if answer.outcome == WRONG else ""
        distance = "" if answer.distance is None else f"Distance {answer.distance} bits."
        made.append(
            f"<figure><b{bad}>{answer.outcome}</b>: {escape(answer.transform)} of {escape(answer.photo)} · "
            f"{answer.library}, {answer.way}"
            f"<div><span><img src='{_url(query)}' alt=''>asked</span><span><img src='{_url(other)}' alt=''>{escape(words)}</span>"
            f"<span><img src='{_difference(query, other)}' alt=''>difference × 8</span></div>"
            f"{escape(answer.explanation)} <span class=note>{escape(answer.reason)} {distance}</span></figure>")
    return "\n".join(made)


def _open(work, photo, transform):
    folder = "originals/stripped" if transform == ORIGINAL else f"variants/stripped/{glob.escape(transform)}"
    paths = glob.glob(os.path.join(work, folder, glob.escape(photo) + ".*"))
    if not paths:
        return None
    with Image.open(paths[0]) as picture:
        return upright_rgb(picture)


def _url(picture, kind="JPEG"):
    small = picture.copy()
    small.thumbnail((200, 200))
    buffer = io.BytesIO()
    small.save(buffer, kind, **({"quality": 72} if kind == "JPEG" else {}))
    return f"data:image/{kind.lower()};base64," + base64.b64encode(buffer.getvalue()).decode()


def _difference(query, named):
    """Around gray, eight times as strong."""
    size = ImageOps.contain(query, (160, 160)).size
    a, b = (np.asarray(picture.convert("L").resize(size, Image.Resampling.BOX), float) for picture in (query, named))
    return _url(Image.fromarray(np.clip(128 + 8 * (a - b), 0, 255).astype(np.uint8)))
