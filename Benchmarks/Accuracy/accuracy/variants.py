"""Makes variants of originals whose truth is known: the same photo again, edits of it, and other frames of the same scene."""
import hashlib, io, math, os
from dataclasses import dataclass

import numpy as np
from PIL import Image, ImageOps

from . import containers, frames, peers, renditions
from .originals import FRAME, PHOTOGRAPH
from .pictures import decoded, fitted, heic, in_srgb, jpeg, reflected, sharpened, upright_rgb

CONDITIONS = ("exif", "stripped")
SIZES = (1600, 1080, 640, 320, 160)
SCALERS = {
    "lanczos": Image.Resampling.LANCZOS, "bicubic": Image.Resampling.BICUBIC, "bilinear": Image.Resampling.BILINEAR,
    "hamming": Image.Resampling.HAMMING, "area": Image.Resampling.BOX}
SHIFTED_BY, SHIFTED_SIZES = 0.5, (640, 160)
# Rows, in the order of the page. The first ones are everyday copies.
REENCODED, HEIC_COPY, STRIPPED, TURNED, SMALLER, SERVICE = EVERYDAY = (
    "encoded again", "HEIC copy", "metadata dropped", "turned", "smaller, 320 to 1600 px", "services")
THUMBNAIL, SHIFTED = "smaller, 160 px", "smaller, scaler half a pixel off"
EDITED = "edit"
# The parts of the photos that have hashes of the peers, and copies with the capture time.
PEERS_PART, TIMES_PART = 4, 3
_FLIP = Image.Transpose
# Turns displayed pixels into those a file stores under this EXIF orientation.
STORED = {
    2: _FLIP.FLIP_LEFT_RIGHT, 3: _FLIP.ROTATE_180, 4: _FLIP.FLIP_TOP_BOTTOM, 5: _FLIP.TRANSPOSE, 6: _FLIP.ROTATE_90,
    7: _FLIP.TRANSVERSE, 8: _FLIP.ROTATE_270}


@dataclass
class Variant:
    photo: int
    """The original's number."""
    transform: str
    row: str
    """The row it is counted in."""
    label: str
    """same, edited or other."""
    extension: str
    side: int
    """The longer one, pixels."""
    hashes: dict
    """The peers' hashes; empty for most photos."""
    stored: str = renditions.SRGB
    """The rendition of the original that it is a variant of: there is a library for each."""
    told: bool = True
    """Of other frames: False where pictures of this size cannot tell them from the original (stated limits)."""
    keeps_metadata: bool = True
    """Whether it is also made with the capture time."""
    turned: bool = False
    """Its pixels are turned and no tag says so."""

    @property
    def scaler_shift(self):
        """By which its scaler moved it, in percent of the longer side."""
        return 100 * SHIFTED_BY / self.side if self.row == SHIFTED else 0

    def path(self, work, condition, name):
        return os.path.join(work, "variants", condition, self.transform, f"{name}.{self.extension}")


class Maker:
    """All variants of one original, one after the other, the files of both conditions written as they are made."""

    def __init__(self, original, work, seed):
        self.original, self.work, self.seed = original, work, seed
        with open(original.path, "rb") as file:
            self.data = file.read()
        picture = Image.open(io.BytesIO(self.data))
        self.profile = picture.info.get("icc_profile") if picture.mode == "RGB" else None
        self.upright = upright_rgb(picture)
        self.made = []

    def random(self, transform):
        """Depends on seed, file and transform only, not on order or jobs."""
        digest = hashlib.sha256(f"{self.seed}|{self.original.digest}|{transform}".encode()).digest()
        return np.random.default_rng(int.from_bytes(digest[:8], "big"))

    def all(self):
        if self.original.kind == FRAME:
            self.of_frames()
            return self.made
        self.reencoded()
        self.reduced()
        self.services()
        self.edited()
        frames.make(self)
        if self.original.kind == PHOTOGRAPH:
            renditions.make(self)
        return self.made

    # MARK: The same photo

    def reencoded(self):
        picture = self.upright
        for quality in (50, 92):
            self.same(f"q{quality}", REENCODED, picture, quality=quality)
        self.same("progressive", REENCODED, picture, quality=85, progressive=True)
        self.same("4-4-4", REENCODED, picture, quality=85, subsampling="4:4:4")
        self.same("twice", REENCODED, decoded(jpeg(picture, quality=75)), quality=60)
        self.same("png", REENCODED, picture, png=True)
        shown = in_srgb(picture, self.profile)
        self.add("heic", HEIC_COPY, "same", heic(shown, 80), keeps_metadata=False)
        self.add("heic-half", HEIC_COPY, "same", heic(fitted(shown, max(shown.size) // 2), 80), keeps_metadata=False)
        self.add("metadata-dropped", STRIPPED, "same", self.data, keeps_metadata=False, orientation=self.original.orientation)
        tag = int(self.random("tag").integers(2, 9))
        self.same("orientation-tag", TURNED, picture.transpose(STORED[tag]), quality=92, orientation=tag)
        degrees = (_FLIP.ROTATE_90, _FLIP.ROTATE_180, _FLIP.ROTATE_270)[self.random("lost").integers(0, 3)]
        self.same("tag-lost", TURNED, picture.transpose(degrees), quality=92, turned=True)

    def reduced(self):
        width, height = self.upright.size
        for side in (side for side in SIZES if side < max(width, height)):
            row = SMALLER if side > SIZES[-1] else THUMBNAIL
            random = self.random(f"scaler-{side}")
            scaler = random.choice(list(SCALERS))
            small = fitted(in_srgb(self.upright, self.profile), side, SCALERS[scaler])
            subsampling = ("4:2:0", "4:4:4")[random.integers(0, 2)]
            self.add(f"{scaler}-{side}", row, "same", jpeg(small, quality=int(random.integers(60, 93)), subsampling=subsampling))
            if side in SHIFTED_SIZES:
                self.shifted(side)

    def shifted(self, side):
        """By a scaler that is not phase-exact."""
        (width, height), scale = self.upright.size, max(self.upright.size) / side
        margin, angle = math.ceil(SHIFTED_BY * scale) + 1, self.random(f"shifted-{side}").uniform(0, 2 * math.pi)
        size = (max(1, round(width / scale)), max(1, round(height / scale)))
        x = margin + SHIFTED_BY * math.cos(angle) * scale
        y = margin + SHIFTED_BY * math.sin(angle) * scale
        small = reflected(self.upright, margin).resize(size, Image.Resampling.BICUBIC, box=(x, y, x + width, y + height))
        self.same(f"shifted-{side}", SHIFTED, small, quality=85)

    def services(self):
        """Pipelines like those of photo services, networks and messengers, as their files show them: sRGB, no metadata."""
        shown = in_srgb(self.upright, self.profile)
        half = max(shown.size) // 2
        for name, picture, options in (
            ("photo-service", sharpened(fitted(shown, 2048), 40), dict(quality=85, progressive=True)),
            ("network", sharpened(fitted(shown, 1080), 60), dict(quality=72, progressive=True)),
            ("messenger", fitted(decoded(jpeg(fitted(shown, 1600), quality=75)), 1280, Image.Resampling.BILINEAR), dict(quality=60)),
            ("gallery", sharpened(fitted(shown, half, Image.Resampling.BICUBIC), 80), dict(quality=88, subsampling="4:4:4")),
            ("reduced-in-steps", fitted(shown, half * 4 // 5, Image.Resampling.BILINEAR, reducing_gap=1.1), dict(quality=80)),
        ):
            self.add(name, SERVICE, "same", jpeg(picture, **options), keeps_metadata=False)

    def of_frames(self):
        shown = in_srgb(self.upright, self.profile)
        self.add("real-q85", FRAME, "same", jpeg(shown, quality=85))
        for side in (640, 320):
            self.add(f"real-{side}", FRAME, "same", jpeg(fitted(shown, side, Image.Resampling.BICUBIC), quality=85))

    def same(self, transform, row, picture, turned=False, orientation=1, **encoding):
        self.add(transform, row, "same", self.encode(picture, **encoding), orientation=orientation, turned=turned)

    # MARK: Edits

    def edited(self):
        picture = self.upright
        self.add("gray", EDITED, "edited", jpeg(picture.convert("L"), quality=90))
        self.add("auto-contrast", EDITED, "edited", self.encode(ImageOps.autocontrast(picture, cutoff=0.5), quality=90))

    # MARK: Files

    def encode(self, picture, png=False, **options):
        if self.profile:
            options["icc_profile"] = self.profile
        if not png:
            return jpeg(picture, **options)
        buffer = io.BytesIO()
        picture.save(buffer, "PNG", compress_level=1, **options)
        return buffer.getvalue()

    def add(self, transform, row, label, data, time=None, orientation=1, keeps_metadata=True, **about):
        is_heic = data[4:8] == b"ftyp"
        bare = data if is_heic else containers.with_metadata(data, containers.exif_block(orientation=orientation))
        extension = "heic" if is_heic else "png" if data.startswith(containers.PNG_START) else "jpg"
        with Image.open(io.BytesIO(bare)) as picture:
            side = max(picture.size)
        is_compared = self.original.number % PEERS_PART == 0 and "stored" not in about
        keeps_metadata &= label == "same" and self.original.number % TIMES_PART == 0
        variant = Variant(
            photo=self.original.number, transform=transform, row=row, label=label, extension=extension, side=side,
            keeps_metadata=keeps_metadata, hashes=peers.file_hashes(bare) if is_compared else {}, **about)
        self.write(variant, "stripped", bare)
        if keeps_metadata:
            block = containers.exif_block(time or self.original.time, self.original.camera, orientation)
            self.write(variant, "exif", containers.with_metadata(data, block))
        self.made.append(variant)

    def write(self, variant, condition, data):
        path = variant.path(self.work, condition, self.original.name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(data)


def make(original, work, seed):
    """For a pool: the hashes of the peers and the variants of one original."""
    maker = Maker(original, work, seed)
    variants = maker.all()
    own = peers.file_hashes(maker.data) if original.number % PEERS_PART == 0 and original.kind != FRAME else {}
    return own, variants
