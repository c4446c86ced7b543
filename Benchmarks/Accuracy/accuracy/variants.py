"""Makes variants of photos whose truth is known: the same photo again, edits of it, and other frames of the same scene."""
import datetime, hashlib, io, math, os
from dataclasses import dataclass

import numpy as np
from PIL import Image, ImageChops, ImageEnhance, ImageOps, ImageStat

from . import containers, peers
from .pictures import DISPLAY_P3, decoded, exposed, in_srgb, jpeg, reflected, rotated, shifted, to_display_p3, upright_rgb

CONDITIONS = ("exif", "stripped")
SIZES = (1600, 1024, 640, 320, 160)
SCALERS = {"lanczos": Image.Resampling.LANCZOS, "bicubic": Image.Resampling.BICUBIC, "area": Image.Resampling.BOX}
PHASES = (0, 0.25, 0.5, 0.75)
# What moves nothing by more, in pixels of a copy that was made smaller, services' scalers do as well (up to 0.75 on both axes,
# and the fit errs by some tenths): no picture tells them apart. Copies of the same size were not scaled: there it counts.
SCALER_SHIFT = 1.25
# In small copies this would be much of the frame. What moves by more than this share of the longer side is told apart.
TOLD_SHARE = 0.0025
# Gray levels that pasted content has to differ from what it covers, else the change is not to be seen.
VISIBLE = 12
# Gray levels by which light has to change the mean: less is lost in black, white and rounding.
BRIGHTER = 1
NOISE = 1.5
EXPOSURE = "other: exposure"
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
    family: str
    """The row it is counted in."""
    label: str
    """same, edited or other."""
    extension: str
    goal: bool
    """False where no comparison of pictures of this size can tell (stated limits): counted apart."""
    keeps_metadata: bool
    side: int
    """The longer one, pixels."""
    phase: float
    """By which its scaler moved it, pixels of its own."""
    moved: float
    """By which the content of another frame is moved at most, as a share of the longer side; 0 if it differs otherwise."""
    turned: bool
    """Its pixels are turned and no tag says so."""
    hashes: dict
    """The peers' hashes."""
    light: float
    """Its mean luma, levels."""

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
        self.light = ImageStat.Stat(in_srgb(self.upright, self.profile).convert("L")).mean[0]
        self.made, self.decoys = [], 0

    def random(self, transform):
        """Depends on seed, file and transform only, not on order or jobs."""
        digest = hashlib.sha256(f"{self.seed}|{self.original.digest}|{transform}".encode()).digest()
        return np.random.default_rng(int.from_bytes(digest[:8], "big"))

    def all(self):
        self.reencoded()
        self.reduced()
        self.edited()
        self.other_frames()
        return self.made

    # MARK: The same photo

    def reencoded(self):
        picture = self.upright
        for quality in (30, 50, 75, 85, 95):
            self.same(f"q{quality}", "re-encode", picture, quality=quality)
        self.same("progressive", "re-encode", picture, quality=85, progressive=True)
        self.same("4:4:4", "re-encode", picture, quality=85, subsampling="4:4:4")
        self.same("twice", "re-encode", decoded(jpeg(picture, quality=75)), quality=60)
        self.same("png", "re-encode", picture, png=True)
        self.add("metadata-stripped", "metadata", "same", self.data, keeps_metadata=False,
                 orientation=self.original.orientation)
        if self.original.orientation != 1:
            self.same("orientation-baked", "orientation", picture, quality=92)
        for tag, operation in STORED.items():
            self.same(f"orientation-{tag}", "orientation", picture.transpose(operation), quality=92, orientation=tag)
        for degrees, operation in ((90, _FLIP.ROTATE_90), (180, _FLIP.ROTATE_180), (270, _FLIP.ROTATE_270)):
            self.same(f"tag-lost-{degrees}", "orientation tag lost", picture.transpose(operation), quality=92, turned=True)

    def reduced(self):
        width, height = self.upright.size
        margin = min(width, height, math.ceil(PHASES[-1] * max(width, height) / SIZES[-1]) + 1)
        padded = reflected(self.upright, margin)
        for side in SIZES:
            if side >= max(width, height):
                continue
            scale = max(width, height) / side
            size = (max(1, round(width / scale)), max(1, round(height / scale)))
            for scaler, kernel in SCALERS.items():
                for phase in PHASES:
                    transform = f"{scaler}-{side}" + (f"-phase{phase}" if phase else "")
                    angle = self.random(transform).uniform(0, 2 * math.pi)
                    x = margin + phase * math.cos(angle) * width / size[0]
                    y = margin + phase * math.sin(angle) * height / size[1]
                    small = padded.resize(size, kernel, box=(x, y, x + width, y + height))
                    self.same(transform, f"{side} px" + (", phase error" if phase else ""), small, phase=phase, quality=85)
        for name, side, options in (
            ("share-1600", 1600, dict(quality=70)), ("share-2048", 2048, dict(quality=85, progressive=True)),
        ):
            shared = in_srgb(self.upright, self.profile)
            shared.thumbnail((side, side), Image.Resampling.LANCZOS)
            self.add(name, "share app", "same", jpeg(shared, **options), keeps_metadata=False)

    def same(self, transform, family, picture, turned=False, orientation=1, phase=0, **encoding):
        data = self.encode(picture, **encoding)
        self.add(transform, family, "same", data, orientation=orientation, turned=turned, phase=phase)

    # MARK: Edits

    def edited(self):
        picture = self.upright
        self.add("gray", "edit: gray", "edited", jpeg(picture.convert("L"), quality=90))
        self.add("auto-contrast", "edit: enhanced", "edited", self.encode(ImageOps.autocontrast(picture, cutoff=0.5), quality=90))
        self.add("saturated", "edit: enhanced", "edited", self.encode(ImageEnhance.Color(picture).enhance(1.3), quality=90))
        wide = to_display_p3(in_srgb(picture, self.profile))
        self.add("p3", "wide gamut", "edited", jpeg(wide, quality=90, icc_profile=DISPLAY_P3))
        self.add("p3-profile-lost", "edit: profile lost", "edited", jpeg(wide, quality=90))

    # MARK: Other frames

    def other_frames(self):
        picture = self.upright
        width, height = picture.size
        for percent in (0.1, 0.2, 0.5, 1, 3):
            length = percent / 100 * max(width, height)
            angle = self.random(f"shift{percent}").uniform(0, 2 * math.pi)
            other = shifted(picture, length * math.cos(angle), length * math.sin(angle))
            self.frame(f"shift{percent}", "other: shift", other, moved=percent / 100)
        for degrees in (0.5, 1, 2):
            turn = degrees if self.random(f"rotate{degrees}").random() < 0.5 else -degrees
            # Pillow cuts the fractions off in a rotation: half a level that the noise gives back.
            self.frame(f"rotate{degrees}", "other: rotation", rotated(picture, turn), level=0.5, moved=math.radians(degrees) / 2)
        for percent in (1, 2, 5):
            x, y = (side * (1 - 1 / (1 + percent / 100)) / 2 for side in picture.size)
            zoomed = picture.resize(picture.size, Image.Resampling.BICUBIC, box=(x, y, width - x, height - y))
            self.frame(f"zoom{percent}", "other: zoom", zoomed, moved=max(x, y) / max(width, height))
        for stops in (-0.7, -0.3, -0.1, 0.1, 0.3, 0.7):
            self.frame(f"exposure{stops:+}", EXPOSURE, exposed(picture, stops), brighter=True)
        self.frame("noise", "other: noise only", picture, goal=False, sigma=4)
        for percent in (6, 2):
            changed, difference = self.locally_changed(percent)
            self.frame(f"local{percent}", f"other: local {percent} %", changed, goal=percent == 6 and difference >= VISIBLE)
        for percent in (2, 5, 10):
            random, share = self.random(f"crop{percent}"), 1 - percent / 100
            w, h = round(width * share), round(height * share)
            x, y = int(random.integers(0, width - w + 1)), int(random.integers(0, height - h + 1))
            self.frame(f"crop{percent}", "other: crop", picture.crop((x, y, x + w, y + h)))
        self.frame("mirror", "other: mirror", picture.transpose(_FLIP.FLIP_LEFT_RIGHT))

    def locally_changed(self, percent):
        """A part of the frame covered by another part: of some places, where it is seen best."""
        random, (width, height) = self.random(f"local{percent}"), self.upright.size
        share = math.sqrt(percent / 100)
        w, h = round(width * share), round(height * share)
        gray = np.asarray(self.upright.convert("L"), np.int16)
        best = (-1, 0, 0, 0, 0)
        for _ in range(24):
            x, u = (int(v) for v in random.integers(0, width - w + 1, 2))
            y, v = (int(v) for v in random.integers(0, height - h + 1, 2))
            difference = np.abs(gray[y : y + h : 4, x : x + w : 4] - gray[v : v + h : 4, u : u + w : 4]).mean()
            best = max(best, (float(difference), x, y, u, v))
        difference, x, y, u, v = best
        changed = self.upright.copy()
        changed.paste(self.upright.crop((u, v, u + w, v + h)), (x, y))
        return changed, difference

    def frame(self, transform, family, picture, goal=True, sigma=NOISE, level=0, moved=0, brighter=False):
        """Another shot: sensor noise and capture time of its own.

        One that differs in light only counts if it is brighter or darker with its noise, of which white cuts a half off.
        """
        random = self.random("noise " + transform)
        tile = np.clip(random.normal(128 + level, sigma, (256, 256)) + 0.5, 0, 255).astype(np.uint8)
        across, down = -(-picture.width // 256), -(-picture.height // 256)
        noise = Image.fromarray(np.tile(tile, (down, across))[: picture.height, : picture.width])
        noisy = ImageChops.add(picture, Image.merge("RGB", [noise] * 3), scale=1, offset=-128)
        if brighter:
            goal = abs(np.subtract(*(np.asarray(p.convert("L"), np.int16) for p in (noisy, self.upright))).mean()) >= BRIGHTER
        # Two seconds and more apart: frames of a tripod, no burst.
        self.decoys += 1
        later = datetime.timedelta(seconds=2 * self.decoys, milliseconds=int(random.integers(0, 400)))
        data = self.encode(noisy, quality=92)
        self.add(transform, family, "other", data, time=self.original.time + later, goal=goal, moved=moved)

    # MARK: Files

    def encode(self, picture, png=False, **options):
        if self.profile:
            options["icc_profile"] = self.profile
        if not png:
            return jpeg(picture, **options)
        buffer = io.BytesIO()
        picture.save(buffer, "PNG", compress_level=1, **options)
        return buffer.getvalue()

    def add(self, transform, family, label, data, time=None, orientation=1, keeps_metadata=True, goal=True, turned=False,
            phase=0, moved=0):
        bare = containers.with_metadata(data, containers.exif_block(orientation=orientation))
        extension = "png" if data.startswith(containers.PNG_START) else "jpg"
        with Image.open(io.BytesIO(bare)) as picture:
            side = max(picture.size)
            shown = upright_rgb(in_srgb(picture, picture.info.get("icc_profile") if picture.mode == "RGB" else None))
        variant = Variant(
            photo=self.original.number, transform=transform.replace(":", ""), family=family, label=label, extension=extension,
            goal=goal, keeps_metadata=keeps_metadata, side=side, phase=phase, moved=moved, turned=turned,
            hashes=peers.file_hashes(bare),
            light=ImageStat.Stat(shown.convert("L")).mean[0])
        block = containers.exif_block(time or self.original.time, self.original.camera, orientation)
        for condition in CONDITIONS:
            path = variant.path(self.work, condition, self.original.name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as file:
                has_metadata = condition == "exif" and keeps_metadata
                file.write(containers.with_metadata(data, block) if has_metadata else bare)
        self.made.append(variant)


def make(original, work, seed):
    """For a pool: the variants of one original and the original's own hashes and mean luma."""
    maker = Maker(original, work, seed)
    return peers.file_hashes(maker.data), maker.light, maker.all()
