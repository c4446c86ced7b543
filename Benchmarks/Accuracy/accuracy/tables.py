"""Counts answers."""
from collections import Counter

from .answers import OUTCOMES


def counted(judged, flat):
    counts = {}
    for answer in judged:
        key = (family(answer.variant, flat), answer.library, answer.condition, answer.form)
        counts.setdefault(key, Counter())[answer.outcome] += 1
    return counts


def family(variant, flat):
    if variant.photo in flat:
        return f"flat picture ({variant.label})"
    return variant.family if variant.goal else variant.family + " †"


def text(counts):
    lines = []
    for key, counter in sorted(counts.items(), key=lambda x: (x[0][1:], x[0][0])):
        lines.append(f"{key[0]:28} {key[1]:24} {key[2]:9} {key[3]:8}" + "".join(f"{counter[o]:7}" for o in OUTCOMES))
    return "\n".join(lines)
