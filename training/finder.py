"""Train the finder: python training/finder.py CACHE OUT [--without FOLDER] [--start WEIGHTS] [--minutes 12]."""

from __future__ import annotations

import time

import common
import cv2
import data
import numpy as np
import numpy.typing as npt
import torch
from nets import STRIDE, Finder

Heat = npt.NDArray[np.float32]

SIZE = 192
BATCH = 12
SMALLEST, LARGEST = 9.0, 56.0
"""Pixels: dice whose longer side is smaller teach nothing, and none is shown larger than that."""
ODDS = {"trays": 2.5, "wargame_trays": 3.0, "assorted": 2.0, "mixed": 0.3, "painted": 0.6, "heaps": 0.8}
"""How often a photo of each folder is shown, relative to the others."""


def look(rng: np.random.Generator, entry: data.Entry, size: int = SIZE) -> tuple[data.Pixels, data.Floats]:
    """One entry seen again: turned by quarters and a little more, zoomed, shifted; boxes in pixels."""
    picture, boxes = entry.picture, entry.boxes * entry.picture.shape[0]
    side = entry.picture.shape[0]
    zoom = _zoom(rng, entry.folder, boxes, side)
    turn = rng.integers(4) * np.pi / 2 + rng.normal(0, 0.1)
    spin = zoom * np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    if rng.random() < 0.5:
        spin[:, 0] *= -1
    spin = spin @ np.array([[1, rng.normal(0, 0.06)], [0, np.exp(rng.normal(0, 0.1))]])
    reach = max(0.0, (side * zoom - size) / 2) + size * 0.1
    middle = np.array([size / 2, size / 2]) + rng.uniform(-reach, reach, 2)
    shift = middle - spin @ [side / 2, side / 2]
    border = [cv2.BORDER_REPLICATE, cv2.BORDER_CONSTANT][int(rng.random() < 0.5)]  # mirrored dice would have no labels
    flags = cv2.INTER_LINEAR if zoom > 0.7 else cv2.INTER_AREA
    if zoom < 0.7:
        picture = cv2.GaussianBlur(picture, (0, 0), 0.5 / zoom)
    seen = cv2.warpAffine(
        picture,
        np.hstack([spin, shift[:, None]]),
        (size, size),
        flags=flags,
        borderMode=border,
        borderValue=tuple(float(c) for c in rng.uniform(0, 255, 3)),
    )
    middles = (boxes[:, :2] + boxes[:, 2:]) / 2 @ spin.T + shift
    half = (boxes[:, 2:] - boxes[:, :2]) / 2
    half = np.abs(half @ np.abs(np.round(spin / zoom)).T) * zoom
    return seen, np.hstack([middles - half, middles + half])


def _zoom(rng: np.random.Generator, folder: str, boxes: data.Floats, side: int) -> float:
    """How large the photo is shown: a die of a heap, or most dice of a tray, come to 13 to 42 pixels."""
    longer = np.maximum(boxes[:, 2] - boxes[:, 0], boxes[:, 3] - boxes[:, 1]) if len(boxes) else np.array([side * 0.08])
    long = float(rng.choice(longer) if folder == "heaps" else np.median(longer))
    wanted = np.exp(rng.uniform(np.log(13), np.log(42)))  # the closer look brings dice to about 28 pixels
    return float(np.clip(min(wanted / long, LARGEST / longer.max()), 0.3, 2.2))


def target(boxes: data.Floats, size: int = SIZE) -> tuple[Heat, Heat, Heat]:
    """Heat, offsets and sizes at the middles."""
    cells = size // STRIDE
    heat, rest = np.zeros((cells, cells), np.float32), np.zeros((4, cells, cells), np.float32)
    at = np.zeros((cells, cells), np.float32)
    ys, xs = np.mgrid[:cells, :cells]
    for x0, y0, x1, y1 in boxes / STRIDE:
        mx, my, w, h = (x0 + x1) / 2, (y0 + y1) / 2, x1 - x0, y1 - y0
        cx, cy = int(mx), int(my)
        if not (0 <= mx < cells and 0 <= my < cells) or w < 1 or h < 1:
            continue
        if max(w, h) * STRIDE < SMALLEST:
            part = heat[int(max(y0, 0)) : int(y1) + 1, int(max(x0, 0)) : int(x1) + 1]
            np.maximum(part, 0.98, out=part)  # neither a die nor none
            continue
        spread = max(0.8, 0.13 * max(w, h))
        heat = np.maximum(heat, np.exp(-((xs - cx) ** 2 + (ys - cy) ** 2) / (2 * spread**2)))
        heat[cy, cx] = 1
        for dy in (-1, 0, 1):
            for dx in (-1, 0, 1):
                x, y = cx + dx, cy + dy
                if 0 <= x < cells and 0 <= y < cells and (dx == dy == 0 or at[y, x] == 0):
                    rest[:, y, x] = mx - x, my - y, np.log(w), np.log(h)
                    at[y, x] = 1.0 if dx == dy == 0 else 0.3
    return heat, rest, at


def loss(
    out: torch.Tensor, heat: torch.Tensor, rest: torch.Tensor, at: torch.Tensor, weight: torch.Tensor
) -> torch.Tensor:
    """Focal loss of the heat, and the distance of offsets and sizes; `weight` (n) is how far each photo is believed."""
    guess = out[:, 0]
    sure = torch.sigmoid(guess)
    hit = heat > 0.99
    log = torch.nn.functional.logsigmoid
    good = -log(guess) * (1 - sure) ** 2 * hit
    bad = -log(-guess) * sure**2 * (1 - heat) ** 4 * ~hit * weight[:, None, None]
    size = ((out[:, 1:] - rest).abs() * at[:, None] * weight[:, None, None, None]).sum() / at.sum().clamp(min=1)
    return (good.sum() + bad.sum()) / hit.sum().clamp(min=1) + size


def main() -> None:
    args = common.arguments("finder")
    rng = np.random.default_rng(args.seed)
    torch.manual_seed(args.seed)
    entries = common.training_entries(args, "heaps", "pasted")
    odds = np.array([ODDS[e.folder] for e in entries])
    odds /= odds.sum()
    net = Finder().to(memory_format=torch.channels_last)
    net.load_state_dict(torch.load(args.start)) if args.start else None
    best = torch.optim.AdamW(net.parameters(), lr=1e-3, weight_decay=1e-4)
    begin, step, running = time.time(), 0, 0.0
    while (done := common.done(args, begin, step)) < 1:
        for group in best.param_groups:
            group["lr"] = common.rate(done, step, 3e-3 if not args.start else 1.5e-3)
        picked = [entries[i] for i in rng.choice(len(entries), BATCH, p=odds)]
        seen = [look(rng, e) for e in picked]
        pictures = torch.from_numpy(np.stack([common.colours(rng, s[0]) for s in seen])).permute(0, 3, 1, 2).float()
        heat, rest, at = (torch.from_numpy(np.stack(part)) for part in zip(*[target(s[1]) for s in seen], strict=True))
        # the mixed photos have dice without labels and boxes round the upper face only
        weight = torch.tensor([0.15 if e.folder == "mixed" else 1.0 for e in picked])
        value = loss(common.half(net, pictures), heat, rest, at, weight)
        best.zero_grad()
        value.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        best.step()
        step += 1
        running = 0.97 * running + 0.03 * float(value.detach())
        if step % 25 == 0:
            print(f"{step} {done:.2f} loss {running / (1 - 0.97**step):.3f}", flush=True)
            torch.save(net.state_dict(), args.out)
    torch.save(net.state_dict(), args.out)


if __name__ == "__main__":
    main()
