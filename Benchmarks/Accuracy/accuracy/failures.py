"""The answers that are worth a look, each as pictures with what differs."""
import base64, io
from dataclasses import dataclass

import numpy as np
from PIL import Image, ImageOps

from .libraries import ORIGINAL, original_path
from .outcomes import AMONG, ERROR, NONE, TWIN, WITHOUT, WRONG
from .pictures import upright_rgb
from .tables import OWN_HASH

MOST, MOST_OF_A_ROW = 60, 4


def worth_a_look(results):
    """Wrong ones first; of each row and outcome some, of different photos; full identifiers before compact ones."""
    ranked, taken, seen = [], {}, set()
    for answer in results.answers:
        rank = _rank(answer)
        if rank is not None:
            ranked.append((rank, answer.form != "full", answer.condition != "stripped", answer))
    chosen = []
    for rank, _, _, answer in sorted(ranked, key=lambda entry: entry[:3]):
        row = (rank, results.row(answer.variant), answer.outcome)
        photo = (answer.outcome, results.row(answer.variant), answer.variant.photo)
        if photo in seen or taken.get(row, 0) >= MOST_OF_A_ROW or len(chosen) >= MOST:
            continue
        seen.add(photo)
        taken[row] = taken.get(row, 0) + 1
        chosen.append(answer)
    return chosen


def _rank(answer):
    if answer.outcome in (ERROR, WRONG):
        return 0
    if answer.outcome == TWIN:
        return 4
    if answer.form == "full" and answer.library == "originals" and answer.variant.label == "same":
        return {NONE: 1, WITHOUT: 1, AMONG: 2}.get(answer.outcome)
    if answer.form == "full" and answer.outcome == WITHOUT and answer.variant.label == "other" and answer.variant.goal:
        return 3
    return None


@dataclass
class Measures:
    """How two signatures' pictures differ, in gray levels."""
    rms: float
    worst_cell: float
    worst_block: float
    """Of the means of 4×4 cells."""
    mean: float
    bits: int
    """Between the hashes."""


def measures(results, one, other):
    """Of two pairs of photo number and transform; None without signatures."""
    if one not in results.pictures or other not in results.pictures:
        return None
    a, b = (np.frombuffer(results.pictures[pair], np.uint8).reshape(64, 64).astype(float) for pair in (one, other))
    difference = a - b
    blocks = difference.reshape(16, 4, 16, 4).mean(axis=(1, 3))
    return Measures(
        rms=float(np.sqrt((difference**2).mean())), worst_cell=float(np.abs(difference).max()),
        worst_block=float(np.abs(blocks).max()), mean=float(difference.mean()),
        bits=(results.hashes[one][OWN_HASH] ^ results.hashes[other][OWN_HASH]).bit_count())


def pictures(results, answer, work):
    """The query, what was named (or the true original), and their difference; data URLs and measures."""
    variant = answer.variant
    asked = (variant.photo, variant.transform)
    other = answer.named or (variant.photo, ORIGINAL)
    query, named = (_open(results, pair, work) for pair in (asked, other))
    return {
        "query": _url(query), "other": _url(named), "otherIs": other, "difference": _difference(query, named),
        "measures": None if variant.turned else measures(results, asked, other),
    }


def _open(results, pair, work):
    original = results.originals[pair[0]]
    variant = next((v for v in results.variants if (v.photo, v.transform) == pair), None)
    path = variant.path(work, "stripped", original.name) if variant else original_path(work, "stripped", original)
    with Image.open(path) as picture:
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
