"""Pictures with writing, each with a second one in which one word, digit or sign differs.

A picture is a ground, drawn or a photograph, and items of text on it. All choices depend on kind and number only.
"""
import os
from dataclasses import dataclass, replace

import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageFont

NAMES = (
    "Anna Berg Carl Dietz Maria Klein Peter Lang Sofia Weber Jonas Huber Clara Stein Felix Braun Laura Wolf David Kraus "
    "Nina Roth Simon Beck Julia Frank Lukas Vogel").split()
WORDS = (
    "the of and to in is that for it was on are as with his they at be this from have or by one had not but what all were "
    "when we there can an your which their said if do will each about how up out them then she many some so these would "
    "other into has more her two like him see time could no make than first been its who now people my made over did down "
    "only way find use may water long little very after words called just where most know through back much before go good "
    "new write our used me man too any day same right look think also around another came come work three word must because "
    "does part even place well such here take why things help put years different away again off went old number great tell").split()
STREETS = "Mill Lane,High Street,Park Road,Church Hill,Station Way,Bridge Street,Oak Avenue,King Street,Harbour Road,North Gate".split(",")
# A sign and what it may be confused with by a program, and never by a reader.
SIGNS = {"+": "-", "-": "+", ":": ".", "!": "?", "?": "!", "€": "$", "$": "€", "%": "&", "/": "-", "=": "+", "#": "*"}
FONTS = os.environ.get("FONTS", "/usr/share/fonts/truetype/dejavu")
SANS = ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf", "DejaVuSansCondensed.ttf", "DejaVuSansCondensed-Bold.ttf")
SERIF = ("DejaVuSerif.ttf", "DejaVuSerif-Bold.ttf", "DejaVuSerifCondensed.ttf", "DejaVuSerif-Italic.ttf")
MONO = ("DejaVuSansMono.ttf", "DejaVuSansMono-Bold.ttf")


@dataclass(frozen=True)
class Item:
    text: str
    place: tuple
    font: str
    size: int
    """The height of the font in pixels."""
    ink: tuple
    edge: tuple = None
    """The colour of the outline."""


@dataclass
class Sheet:
    ground: Image.Image
    items: list

    def drawn(self):
        picture = self.ground.copy()
        draw = ImageDraw.Draw(picture)
        for item in self.items:
            font = ImageFont.truetype(os.path.join(FONTS, item.font), item.size)
            outline = dict(stroke_width=max(1, item.size // 20), stroke_fill=item.edge) if item.edge else {}
            draw.text(item.place, item.text, font=font, fill=item.ink, **outline)
        return picture


class Kind:
    """Draws sheets of one kind."""

    def __init__(self, random, photo):
        self.random, self.photo = random, photo

    def choice(self, values):
        return values[int(self.random.integers(len(values)))]

    def number(self, low, high):
        return int(self.random.integers(low, high))

    def digits(self, count):
        return "".join(str(self.number(0, 10)) for _ in range(count))

    def clock(self):
        return f"{self.number(0, 24):02}:{self.number(0, 60):02}:{self.number(0, 60):02}"

    def date(self):
        return f"{self.number(1, 29):02}.{self.number(1, 13):02}.20{self.number(10, 27):02}"

    def price(self):
        return f"{self.number(1, 100)}.{self.number(0, 100):02}"

    def name(self):
        return f"{self.choice(NAMES[::2])} {self.choice(NAMES[1::2])}"

    def sentence(self, low, high):
        words = [self.choice(WORDS) for _ in range(self.number(low, high))]
        return " ".join(words).capitalize() + self.choice(".!?")

    def colour(self, low, high):
        return tuple(self.number(low, high) for _ in range(3))

    def on_photo(self, size):
        """A part of the photograph in this size."""
        width, height = size
        scale = max(width / self.photo.width, height / self.photo.height)
        whole = self.photo.resize([max(length, round(side * scale)) for side, length in zip(self.photo.size, size)], Image.Resampling.BICUBIC)
        left, top = (self.number(0, room + 1) for room in (whole.width - width, whole.height - height))
        return whole.crop((left, top, left + width, top + height))


def document(kind):
    size = kind.choice(((1240, 1754), (900, 1273), (1654, 2339), (1920, 1440)))
    height, font = kind.number(14, 30), kind.choice(SANS + SERIF)
    paper = kind.choice(((255, 255, 255), (250, 247, 238), (235, 238, 240)))
    items = [Item(kind.sentence(2, 5), (size[0] // 10, size[1] // 16), font, height * 2, (20, 20, 20))]
    for y in range(size[1] // 16 + height * 4, size[1] * 9 // 10, height * 3 // 2):
        if kind.random.random() < 0.08:
            continue
        line = " ".join(kind.choice(WORDS) for _ in range(int(size[0] * 0.8 / (height * 3.1))))
        if kind.random.random() < 0.2:
            line += " " + kind.digits(4)
        items.append(Item(line, (size[0] // 10, y), font, height, (30, 30, 35)))
    return Sheet(Image.new("RGB", size, paper), items)


def certificate(kind):
    width = kind.choice((400, 560, 800, 1200))
    size, unit = (width, width * 5 // 7), width / 40
    ground = Image.new("RGB", size, kind.choice(((252, 248, 235), (255, 255, 255), (240, 245, 250))))
    draw, ink = ImageDraw.Draw(ground), kind.colour(20, 120)
    for inset in (1, 1.6):
        draw.rectangle((inset * unit, inset * unit, size[0] - inset * unit, size[1] - inset * unit), outline=ink, width=max(1, int(unit / 5)))
    draw.ellipse((size[0] * 0.75, size[1] * 0.7, size[0] * 0.75 + 5 * unit, size[1] * 0.7 + 5 * unit), fill=kind.colour(120, 200))
    font = kind.choice(SERIF)
    small = max(9, int(unit * 1.1))
    return Sheet(ground, [
        Item("Certificate", (unit * 11, unit * 3), font, int(unit * 3), ink),
        Item("awarded to", (unit * 15, unit * 8), font, small, (60, 60, 60)),
        Item(kind.name(), (unit * 10, unit * 11), font, int(unit * 2), (20, 20, 20)),
        Item(kind.sentence(5, 7), (unit * 7, unit * 15), font, small, (60, 60, 60)),
        Item(kind.date(), (unit * 5, unit * 22), font, small, (40, 40, 40)),
        Item(f"No. {kind.digits(5)}", (unit * 18, unit * 22), font, small, (40, 40, 40)),
    ])


def screenshot(kind):
    size = kind.choice(((1280, 800), (1920, 1080), (1080, 2160), (750, 1334)))
    dark = kind.random.random() < 0.4
    back, ink = ((28, 30, 34), (225, 225, 225)) if dark else ((246, 246, 248), (35, 35, 40))
    ground = Image.new("RGB", size, back)
    draw, font, height = ImageDraw.Draw(ground), kind.choice(SANS), kind.number(13, 26)
    accent = kind.colour(40, 220)
    draw.rectangle((0, 0, size[0], height * 2), fill=accent)
    side = size[0] // 5
    draw.rectangle((0, height * 2, side, size[1]), fill=tuple(value - 14 if value > 14 else value + 14 for value in back))
    items = [Item(kind.clock()[:5], (size[0] - height * 4, height // 3), font, height, (255, 255, 255))]
    for row, y in enumerate(range(height * 3, size[1] - height * 2, height * 3)):
        items.append(Item(kind.choice(WORDS).capitalize(), (height // 2, y), font, height, ink))
        if row % 4 == 0:
            draw.rounded_rectangle((side + height, y, side + height * 8, y + height * 2), height // 2, fill=accent)
            items.append(Item(kind.choice(("Save", "Open", "Cancel", "Delete", "Share")), (side + height * 2, y + height // 3), font, height, (255, 255, 255)))
        else:
            items.append(Item(kind.sentence(3, 7), (side + height, y), font, height, ink))
            items.append(Item(f"{kind.number(1, 99)}%", (size[0] - height * 5, y), font, height, ink))
    return Sheet(ground, items)


def score(kind):
    ground = kind.on_photo(kind.choice(((1920, 1440), (1280, 720), (1920, 1080))))
    draw, height, font = ImageDraw.Draw(ground), kind.number(22, 44), kind.choice(SANS + MONO)
    draw.rectangle((40, 30, 40 + height * 14, 30 + height * 3), fill=(15, 20, 40))
    return Sheet(ground, [
        Item(f"SCORE {kind.digits(6)}", (50, 36), font, height, (255, 255, 255)),
        Item(f"{kind.choice(NAMES)} {kind.number(0, 9)}:{kind.number(0, 9)} {kind.choice(NAMES)}", (50, 40 + height * 5 // 4), font, height, (250, 220, 60)),
        Item(kind.clock(), (ground.width - height * 7, 40), font, height, (255, 255, 255), (0, 0, 0)),
    ])


def receipt(kind):
    size, height = kind.choice(((520, 1100), (760, 1500), (400, 800))), kind.number(15, 26)
    font = kind.choice(MONO)
    items = [Item(kind.choice(STREETS), (height, height), font, height * 3 // 2, (30, 30, 30)), Item(kind.date() + " " + kind.clock(), (height, height * 3), font, height, (40, 40, 40))]
    for y in range(height * 5, size[1] - height * 4, height * 3 // 2):
        items.append(Item(kind.choice(WORDS).upper(), (height, y), font, height, (50, 50, 50)))
        items.append(Item(f"{kind.price()} €", (size[0] - height * 6, y), font, height, (50, 50, 50)))
    items.append(Item(f"TOTAL {kind.price()} €", (height, size[1] - height * 3), font, height * 3 // 2, (20, 20, 20)))
    return Sheet(Image.new("RGB", size, kind.choice(((250, 250, 248), (238, 234, 228)))), items)


def chat(kind):
    size, height = kind.choice(((1080, 1920), (750, 1334), (640, 1136))), kind.number(16, 34)
    ground = Image.new("RGB", size, kind.choice(((229, 221, 213), (255, 255, 255), (15, 25, 35))))
    draw, font, items, y = ImageDraw.Draw(ground), kind.choice(SANS), [], height * 2
    while y < size[1] - height * 5:
        mine, text = kind.random.random() < 0.5, kind.sentence(2, 6)
        x = size[0] // 3 if mine else height
        draw.rounded_rectangle((x, y, x + size[0] * 3 // 5, y + height * 3), height, fill=(220, 248, 198) if mine else (255, 255, 255))
        items.append(Item(text, (x + height, y + height // 2), font, height, (20, 20, 20)))
        items.append(Item(kind.clock()[:5], (x + size[0] * 3 // 5 - height * 3, y + height * 15 // 8), font, max(10, height * 2 // 3), (110, 110, 110)))
        y += height * 4
    return Sheet(ground, items)


def map_(kind):
    size = kind.choice(((1200, 900), (1600, 1200), (900, 900)))
    ground = Image.new("RGB", size, (242, 239, 233))
    draw = ImageDraw.Draw(ground)
    for _ in range(6):
        x, y = kind.number(0, size[0]), kind.number(0, size[1])
        draw.ellipse((x - 120, y - 80, x + 120, y + 80), fill=kind.choice(((200, 225, 180), (170, 205, 230), (225, 220, 210))))
    for _ in range(14):
        ends = [(kind.number(0, size[0]), kind.number(0, size[1])) for _ in range(2)]
        draw.line(ends, fill=(190, 190, 190), width=16)
        draw.line(ends, fill=kind.choice(((255, 255, 255), (250, 225, 140))), width=12)
    font, height = kind.choice(SANS), kind.number(13, 24)
    items = []
    for _ in range(16):
        place = (kind.number(0, size[0] - height * 9), kind.number(0, size[1] - height * 2))
        text = kind.choice(STREETS) if kind.random.random() < 0.7 else f"A{kind.digits(2)}"
        items.append(Item(text, place, font, height, (60, 60, 70), (255, 255, 255)))
    return Sheet(ground, items)


def comic(kind):
    size, height = kind.choice(((1000, 1400), (1400, 1000), (800, 1100))), kind.number(16, 30)
    ground = Image.new("RGB", size, (255, 255, 255))
    draw, font, items = ImageDraw.Draw(ground), kind.choice(("DejaVuSans-BoldOblique.ttf", "DejaVuSans-Oblique.ttf")), []
    columns, rows = 2, 3
    for panel in range(columns * rows):
        w, h = size[0] // columns, size[1] // rows
        x, y = panel % columns * w, panel // columns * h
        draw.rectangle((x + 10, y + 10, x + w - 10, y + h - 10), fill=kind.colour(120, 255), outline=(0, 0, 0), width=4)
        for _ in range(4):
            cx, cy, r = x + kind.number(60, w - 60), y + h * 2 // 3, kind.number(20, 70)
            draw.ellipse((cx - r, cy - r, cx + r, cy + r), fill=kind.colour(60, 240), outline=(0, 0, 0), width=3)
        draw.rounded_rectangle((x + 24, y + 24, x + w - 24, y + 24 + height * 4), height, fill=(255, 255, 255), outline=(0, 0, 0), width=3)
        for line in range(2):
            items.append(Item(kind.sentence(2, 4), (x + 44, y + 32 + line * height * 3 // 2), font, height, (0, 0, 0)))
    return Sheet(ground, items)


def sign(kind):
    ground = kind.on_photo(kind.choice(((1600, 1200), (1920, 1280), (1024, 768))))
    draw, height, font = ImageDraw.Draw(ground), kind.number(22, 60), kind.choice(SANS)
    x, y = (kind.number(20, max(21, room)) for room in (ground.width - height * 11, ground.height - height * 5))
    back, ink = kind.choice((((0, 80, 160), (255, 255, 255)), ((250, 210, 0), (0, 0, 0)), ((255, 255, 255), (180, 0, 0)), ((20, 110, 60), (255, 255, 255))))
    draw.rounded_rectangle((x, y, x + height * 10, y + height * 4), height // 3, fill=back, outline=ink, width=max(2, height // 10))
    return Sheet(ground, [
        Item(kind.choice(STREETS), (x + height // 2, y + height // 3), font, height, ink),
        Item(f"{kind.choice(NAMES)} {kind.digits(2)} km", (x + height // 2, y + height * 2), font, height, ink)])


def stamp(kind):
    ground = kind.on_photo(kind.choice(((1920, 1440), (1600, 1200), (800, 600))))
    height, font = kind.number(20, 40), kind.choice(SANS + MONO)
    return Sheet(ground, [
        Item(kind.date() + " " + kind.clock(), (ground.width // 20, ground.height - height * 2), font, height, kind.choice(((255, 150, 40), (255, 255, 255), (255, 240, 60))), (0, 0, 0)),
        Item(kind.name(), (ground.width // 20, height), font, height, (255, 255, 255), (0, 0, 0))])


def caption(kind):
    ground = kind.on_photo(kind.choice(((1280, 720), (1920, 1080))))
    height, font = kind.number(26, 48), kind.choice(SANS)
    return Sheet(ground, [Item(kind.sentence(3, 6), (ground.width // 6, ground.height - height * (3 - line)), font, height, (255, 255, 255), (0, 0, 0)) for line in range(2)])


def ticket(kind):
    size, height = kind.choice(((1200, 500), (800, 340), (1000, 1600))), kind.number(16, 28)
    ground = Image.new("RGB", size, kind.colour(200, 256))
    draw, font = ImageDraw.Draw(ground), kind.choice(SANS + MONO)
    draw.rectangle((0, 0, size[0], height * 2), fill=kind.colour(20, 150))
    side = min(size) // 3 // 25 * 25
    cells = Image.fromarray((kind.random.integers(0, 2, (25, 25)) * 255).astype(np.uint8)).resize((side, side), Image.Resampling.NEAREST)
    ground.paste(Image.merge("RGB", [cells] * 3), (size[0] - side - height, size[1] - side - height))
    texts = [kind.name(), f"{kind.choice(STREETS)} - {kind.choice(STREETS)}", kind.date(), kind.clock()[:5], f"Seat {kind.digits(2)}  Row {kind.number(1, 30)}", f"{kind.price()} €"]
    return Sheet(ground, [Item(text, (height, height * 3 + line * height * 3 // 2), font, height, (20, 20, 30)) for line, text in enumerate(texts)])


DRAWN = {
    "document": document, "certificate": certificate, "screenshot": screenshot, "receipt": receipt, "chat": chat, "map": map_,
    "comic": comic, "ticket": ticket}
ON_PHOTOGRAPHS = {"score": score, "sign": sign, "stamp": stamp, "caption": caption}
KINDS = {**DRAWN, **ON_PHOTOGRAPHS}


def _other_word(word, random):
    """Another word of about this length, so that the rest of the line moves little."""
    others = [other for other in NAMES + WORDS if other.lower() != word.lower()]
    nearest = min(abs(len(other) - len(word)) for other in others)
    alike = [other for other in others if abs(len(other) - len(word)) <= max(1, nearest)]
    other = alike[int(random.integers(len(alike)))]
    return other.upper() if word.isupper() else other.capitalize() if word[:1].isupper() else other.lower()


def changes(text, random):
    """The texts in which one word, one digit or one sign is another one, each with its kind and the places that change."""
    found = []
    for place, letter in enumerate(text):
        if letter.isdigit():
            other = str((int(letter) + int(random.integers(1, 10))) % 10)
            found.append(("digit", text[:place] + other + text[place + 1:]))
        elif letter in SIGNS:
            found.append(("sign", text[:place] + SIGNS[letter] + text[place + 1:]))
    place = 0
    for word in text.split(" "):
        bare = word.strip(".!?")
        if bare.isalpha() and len(bare) > 2:
            found.append(("word", text[:place] + word.replace(bare, _other_word(bare, random), 1) + text[place + len(word):]))
        place += len(word) + 1
    return found


@dataclass
class Pair:
    kind: str
    change: str
    """word, digit or sign."""
    size: int
    """The height of the changed text's font, in pixels."""
    picture: Image.Image
    other: Image.Image
    texts: tuple


def pair(kind, number, photo=None):
    """A picture and the same one with one change; `photo` is the ground of the kinds on photographs."""
    random = np.random.default_rng([number, sorted(KINDS).index(kind)])
    sheet = KINDS[kind](Kind(random, photo))
    wanted = ("word", "digit", "sign")[number % 3]
    found = [(place, *change) for place, item in enumerate(sheet.items) for change in changes(item.text, random)]
    fitting = [change for change in found if change[1] == wanted] or found
    place, change, text = fitting[int(random.integers(len(fitting)))]
    item = sheet.items[place]
    other = Sheet(sheet.ground, sheet.items[:place] + [replace(item, text=text)] + sheet.items[place + 1:])
    return Pair(kind, change, item.size, sheet.drawn(), other.drawn(), (item.text, text))
