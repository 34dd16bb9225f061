"""Photographs of sheets that nobody took: a printed page, marked as pens mark, crumpled, lit and photographed.

Everything comes from one seed. What was ticked is known, so whatever the reader says can be held against it. It is
pixels that are drawn upon: the page is rendered once and copied.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random
from typing import Any

import cv2
import numpy as np
import pypdfium2

from pitboss.sheets.layout import BOX, HEIGHT, RANKS, SUITS, WIDTH, Cell, Page

DOTS = 8
"""Dots a millimetre of the drawn page: 200 dpi."""
Image = Any
Point = tuple[float, float]


@dataclass
class Paper:
    """A page with what was written on it. ``marked``: cells that were ticked. ``muddled``: cells where something else
    is, a rubbed-out tick or a stroke that went astray: empty in truth, and nobody is blamed for asking."""

    image: Image
    marked: set[str] = field(default_factory=set)
    muddled: set[str] = field(default_factory=set)


@dataclass
class Photograph:
    jpeg: bytes
    marked: set[str]
    muddled: set[str]
    said: dict[str, Any]


def rendered(pdf: bytes, page: int = 0) -> Image:
    """A page of a PDF as grey dots."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        drawn = document[page].render(scale=DOTS * 25.4 / 72, grayscale=True).to_numpy()
        return np.ascontiguousarray(drawn.reshape(drawn.shape[:2]))
    finally:
        document.close()


def round_of_cards(random: Random, page: Page) -> list[str]:
    """Cells that a supervisor would tick: a round of some spots, its cards, now and then an irregularity."""
    cells: list[str] = []
    rows = list(range(page.first_card, page.last_card + 1))
    for nth in rows[: random.randint(min(6, len(rows)), len(rows))]:
        cells += [f"card.{nth}.rank.{random.choice(RANKS)}", f"card.{nth}.suit.{random.choice(SUITS)}"]
        cells.append(f"card.{nth}.to.{random.choice(['1', '2', '3', '4', '5', '6', '7', 'dealer', 'burned'])}")
        if random.random() < 0.04:
            cells.append(f"card.{nth}.to.split")
    if page.first_card > 1:
        return cells
    for spot in random.sample("1234567", random.randint(1, 7)):
        amounts = random.sample([1, 2, 3, 5], random.randint(0, 2)) + random.sample([10, 20, 30, 50], 1)
        cells += [f"spot.{spot}.bet.{amount}" for amount in amounts]
        if random.random() < 0.3:
            cells.append(f"spot.{spot}.did.{random.choice(['double', 'split', 'surrender', 'insurance'])}")
        cells.append(f"spot.{spot}.came.{random.choice(['won', 'natural', 'lost', 'tie'])}")
    codes = {cell.name.split(".")[1] for cell in page.cells if cell.name.startswith("code.")}
    for code in random.sample(sorted(codes), random.choice([0, 0, 1, 2])):
        cells += [f"code.{code}.seen", f"code.{code}.at.{random.choice('1234567')}"]
        cells.append(f"code.{code}.{random.choice(['as_prescribed', 'otherwise'])}")
    cells += [f"flag.{flag}" for flag in ("decks", "shuffled", "cut_card_out", "cctv") if random.random() < 0.3]
    return sorted(set(cells))


def marked(blank: Image, page: Page, ticks: list[str], random: Random, *, untidy: bool = True) -> Paper:
    """Tick these cells by pen, each a little differently; ``untidy``: also rub ticks out and let the pen slip."""
    paper = Paper(blank.copy())
    cells = {cell.name: cell for cell in page.cells}
    ink, thick = random.randint(20, 75), random.uniform(0.4, 0.8)
    habit = random.choice(["cross", "tick", "fill", "slash", "any"])
    for name in ticks:
        style = habit if habit != "any" else random.choice(["cross", "tick", "fill", "slash"])
        _tick(paper.image, cells[name], style, ink, thick, random)
        paper.marked.add(name)
    if untidy:
        empty = [name for name in cells if name not in paper.marked]
        for name in random.sample(empty, random.randint(0, 3)):
            _rub_out(paper.image, cells[name], random)
            paper.muddled.add(name)
        for _ in range(random.randint(0, 3)):
            _astray(paper, page, ink, thick, random)
        _handwriting(paper.image, page, ink, thick, random)
    return paper


def photographed(paper: Paper, random: Random, *, upside_down: bool | None = None, tall: int = 2600) -> Photograph:
    """Fold it, lay it on a table, light it badly, and press the button."""
    said: dict[str, Any] = {}
    image = paper.image.astype(np.float32)
    if random.random() < 0.5:
        image = _folded(image, random)
        said["folded"] = True
    image, said["turned"] = _laid_down(image, random, tall, upside_down)
    image = _lit(image, random, said)
    blur = random.uniform(0.0, 1.5)
    if blur > 0.3:
        image = cv2.GaussianBlur(image, (0, 0), blur)
    if random.random() < 0.25:
        image = _moved(image, random)
        said["moved"] = True
    noise = random.uniform(1, 7)
    image = image + np.random.default_rng(random.getrandbits(32)).normal(0, noise, image.shape)
    quality = random.randint(45, 92)
    done, jpeg = cv2.imencode(".jpg", np.clip(image, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, quality])
    assert done
    said |= {"blur": round(blur, 2), "noise": round(noise, 1), "quality": quality}
    return Photograph(jpeg.tobytes(), paper.marked, paper.muddled, said)


def of_a_screen(paper: Paper, random: Random) -> bytes:
    """A page photographed from a screen: the grid of its dots beats with that of the camera."""
    image = cv2.resize(paper.image, None, fx=0.55, fy=0.55, interpolation=cv2.INTER_AREA)
    grid: Image = np.repeat(np.repeat(image, 3, axis=0), 3, axis=1).astype(np.float32)
    grid[::3] *= 0.82
    grid[:, ::3] *= 0.86
    image, _ = _laid_down(grid, random, 2400, False)
    return cv2.imencode(".jpg", np.clip(image * 0.95 + 8, 0, 255).astype(np.uint8))[1].tobytes()


def _mm(points: list[Point]) -> Any:
    return (np.array(points) * DOTS * 16).round().astype(np.int32)


def _stroke(image: Image, points: list[Point], shade: int, thick: float) -> None:
    """A line of the pen through these points, in millimetres; it only ever makes the paper darker."""
    layer = np.full_like(image, 255)
    cv2.polylines(layer, [_mm(points)], False, shade, max(1, round(thick * DOTS)), cv2.LINE_AA, 4)
    xs, ys = [x for x, _ in points], [y for _, y in points]
    left, top = (max(0, int((min(one) - 2) * DOTS)) for one in (xs, ys))
    right, bottom = (int((max(one) + 2) * DOTS) for one in (xs, ys))
    part = image[top:bottom, left:right]
    np.minimum(part, layer[top:bottom, left:right], out=part)


def _tick(image: Image, cell: Cell, style: str, shade: int, thick: float, random: Random) -> None:
    def at(x: float, y: float) -> Point:
        return cell.x + BOX * (x + random.uniform(-0.09, 0.09)), cell.y + BOX * (y + random.uniform(-0.09, 0.09))

    shade = max(0, min(110, shade + random.randint(-12, 12)))
    if style == "cross":
        _stroke(image, [at(0.14, 0.14), at(0.86, 0.86)], shade, thick)
        _stroke(image, [at(0.86, 0.12), at(0.14, 0.88)], shade, thick)
    elif style == "tick":
        _stroke(image, [at(0.16, 0.5), at(0.42, 0.82), at(0.95, 0.02)], shade, thick)
    elif style == "slash":
        _stroke(image, [at(0.12, 0.9), at(0.88, 0.1)], shade, thick)
    else:
        zigzag = [at(0.15 + 0.1 * n, 0.2 if n % 2 else 0.8) for n in range(8)]
        _stroke(image, zigzag, shade, thick * 1.2)


def _rub_out(image: Image, cell: Cell, random: Random) -> None:
    """A tick in pencil and an eraser: what is left is faint, and the paper around it grey."""
    faint = random.randint(185, 222)
    _stroke(image, [(cell.x + 0.8, cell.y + 0.8), (cell.x + BOX - 0.8, cell.y + BOX - 0.8)], faint, 0.5)
    _stroke(image, [(cell.x + BOX - 0.8, cell.y + 0.8), (cell.x + 0.8, cell.y + BOX - 0.8)], faint, 0.5)
    left, top = int(cell.x * DOTS), int(cell.y * DOTS)
    part = image[top : top + int(BOX * DOTS), left : left + int(BOX * DOTS)]
    part[:] = (part * random.uniform(0.88, 0.96)).astype(np.uint8)


def _astray(paper: Paper, page: Page, shade: int, thick: float, random: Random) -> None:
    """The pen slips: a stroke over the page that means nothing. Cells that it goes through are muddled."""
    x, y = random.uniform(10, 195), random.uniform(48, 250)
    angle, length = random.uniform(0, math.tau), random.uniform(7, 24)
    points = [
        (x + math.cos(angle) * length * t + random.uniform(-0.6, 0.6), y + math.sin(angle) * length * t)
        for t in (0.0, 0.35, 0.7, 1.0)
    ]
    _stroke(paper.image, points, shade, thick)
    for (x0, y0), (x1, y1) in pairwise(points):
        for step in range(21):
            px, py = x0 + (x1 - x0) * step / 20, y0 + (y1 - y0) * step / 20
            for cell in page.cells:
                if cell.x - 0.5 <= px <= cell.x + BOX + 0.5 and cell.y - 0.5 <= py <= cell.y + BOX + 0.5:
                    paper.muddled.add(cell.name)


def _handwriting(image: Image, page: Page, shade: int, thick: float, random: Random) -> None:
    for written in page.written:
        if random.random() < 0.6:
            continue
        x, points = written.x + 2, []
        while x < written.x + written.width * 0.8:
            points.append((x, written.y + written.height * random.uniform(0.3, 0.95)))
            x += random.uniform(0.8, 1.8)
        if len(points) > 1:
            _stroke(image, points, shade, thick)


def _folded(image: Image, random: Random) -> Image:
    """Once across or along: the halves do not lie in one plane, and the crease catches the light."""
    tall, wide = image.shape
    across = random.random() < 0.5
    size = tall if across else wide
    at, depth = size * random.uniform(0.3, 0.7), random.uniform(0.3, 1.1) * DOTS
    ramp = np.clip(1 - np.abs(np.arange(size) - at) / (size / 2), 0, 1).astype(np.float32) * depth
    ys, xs = np.mgrid[0:tall, 0:wide].astype(np.float32)
    if across:
        xs, ys = xs + ramp[:, None] * random.choice([-1, 1]), ys + ramp[:, None] * 0.5
    else:
        xs, ys = xs + ramp[None, :] * 0.5, ys + ramp[None, :] * random.choice([-1, 1])
    image = cv2.remap(image, xs, ys, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    lines = np.arange(size)
    crease = 1 - random.uniform(0.08, 0.3) * np.exp(-(((lines - at) / (0.25 * DOTS)) ** 2))
    tilt = np.where(lines < at, random.uniform(0.88, 1), 1)
    light = (crease * tilt).astype(np.float32)
    return image * (light[:, None] if across else light[None, :])


def _laid_down(image: Image, random: Random, tall: int, upside_down: bool | None) -> tuple[Image, bool]:
    """On a dark table, seen from a little aside."""
    height, width = tall, int(tall * random.uniform(0.74, 0.8))
    turned = random.random() < 0.35 if upside_down is None else upside_down
    share = random.uniform(0.82, 0.95)
    half_y, half_x = height * share / 2, height * share / 2 * WIDTH / HEIGHT
    if half_x > width * 0.48:
        half_y, half_x = half_y * width * 0.48 / half_x, width * 0.48
    angle = random.uniform(-0.09, 0.09)
    corners = []
    for sx, sy in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        x, y = sx * half_x * random.uniform(0.93, 1.0), sy * half_y * random.uniform(0.95, 1.0)
        corners.append((
            width / 2 + x * math.cos(angle) - y * math.sin(angle),
            height / 2 + x * math.sin(angle) + y * math.cos(angle),
        ))  # fmt: skip
    if turned:
        corners = corners[2:] + corners[:2]
    rows, columns = image.shape
    source = np.array([(0, 0), (columns, 0), (columns, rows), (0, rows)], np.float32)
    matrix = cv2.getPerspectiveTransform(source, np.array(corners, np.float32))
    table = random.uniform(25, 120)
    ground = np.full((height, width), table, np.float32)
    seen = cv2.warpPerspective(image, matrix, (width, height), flags=cv2.INTER_AREA)
    there = cv2.warpPerspective(np.ones_like(image), matrix, (width, height))
    return seen * there + ground * (1 - there), turned


def _lit(image: Image, random: Random, said: dict[str, Any]) -> Image:
    """A lamp from one side, and sometimes the shadow of a hand."""
    height, width = image.shape
    ys, xs = np.mgrid[0 : 1 : height * 1j, 0 : 1 : width * 1j].astype(np.float32)
    angle, fall = random.uniform(0, math.tau), random.uniform(0.05, 0.5)
    slope = (xs - 0.5) * math.cos(angle) + (ys - 0.5) * math.sin(angle)
    light = random.uniform(0.62, 0.98) * (1 - fall * (slope + 0.5))
    if random.random() < 0.4:
        edge = random.uniform(0.15, 0.85)
        soft = random.uniform(0.004, 0.05)
        across = xs * math.sin(angle) ** 2 + ys * math.cos(angle) ** 2 + 0.06 * np.sin(xs * 9)
        light = light * (1 - random.uniform(0.15, 0.5) / (1 + np.exp(np.clip((edge - across) / soft, -60, 60))))
        said["shadow"] = True
    return image * light.astype(np.float32) + random.uniform(0, 12)


def _moved(image: Image, random: Random) -> Image:
    length = random.randint(2, 4)
    kernel = np.zeros((5, 5), np.float32)
    dx, dy = random.choice([(1, 0), (0, 1), (1, 1)])
    for step in range(length):
        kernel[min(4, step * dy + 1), min(4, step * dx + 1)] = 1
    return cv2.filter2D(image, -1, kernel / kernel.sum())
