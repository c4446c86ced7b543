"""What a run leaves behind in files, written and read: the page and the tables are made of nothing else."""
import csv, json, os
from dataclasses import dataclass, fields

from .answers import Answer
from .originals import FRAME

ANSWERS, DISTANCES, FACTS, LOOK, PAGE = "answers.csv", "distances.csv", "facts.json", "look.html", "report.html"
_FIELDS = [field.name for field in fields(Answer)]
_NUMBERS = {field.name for field in fields(Answer) if field.type is int}
_TRUTHS = {field.name for field in fields(Answer) if field.type is bool}


class Facts:
    """Properties of a run, by name."""

    def __init__(self, out):
        self.path, self.values = os.path.join(out, FACTS), {}
        if os.path.exists(self.path):
            with open(self.path, encoding="utf-8") as file:
                self.values = json.load(file)

    def add(self, values):
        self.values |= values
        with open(self.path, "w", encoding="utf-8") as file:
            json.dump(self.values, file, indent=1)


class AnswersFile:
    """The file of answers, which grows library by library."""

    def __init__(self, out):
        self.file = open(os.path.join(out, ANSWERS), "w", encoding="utf-8", newline="")
        self.writer = csv.writer(self.file)
        self.writer.writerow(_FIELDS)

    def add(self, answers):
        for answer in answers:
            self.writer.writerow([int(value) if isinstance(value, bool) else value for value in map(answer.__getattribute__, _FIELDS)])
        self.file.flush()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.file.close()


def answers(out):
    path = os.path.join(out, ANSWERS)
    if not os.path.exists(path):
        return []
    with open(path, encoding="utf-8", newline="") as file:
        return [Answer(**{name: _value(name, text) for name, text in line.items()}) for line in csv.DictReader(file)]


def _value(name, text):
    if name in _TRUTHS:
        return text == "1"
    return (int(text) if text else None) if name in _NUMBERS else text


@dataclass
class Distance:
    """From a variant to its original, by one of the hashes other programs use."""
    method: str
    label: str
    told: bool
    bits: int


def write_distances(out, originals, parts):
    """`parts`: of each original its own hashes and its variants."""
    with open(os.path.join(out, DISTANCES), "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        for original, (own, variants) in zip(originals, parts, strict=True):
            for variant in variants if original.kind != FRAME else ():
                if not variant.turned:
                    for method, value in variant.hashes.items():
                        writer.writerow([method, variant.label, int(variant.told), (value ^ own[method]).bit_count()])


def distances(out):
    path = os.path.join(out, DISTANCES)
    if not os.path.exists(path):
        return []
    with open(path, encoding="utf-8", newline="") as file:
        return [Distance(method, label, told == "1", int(bits)) for method, label, told, bits in csv.reader(file)]


def write_look(out, figures):
    with open(os.path.join(out, LOOK), "w", encoding="utf-8") as file:
        file.write(figures)


def look(out):
    path = os.path.join(out, LOOK)
    if not os.path.exists(path):
        return ""
    with open(path, encoding="utf-8") as file:
        return file.read()
