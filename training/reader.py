"""Train the face reader: python training/reader.py CACHE OUT [--without FOLDER] [--start WEIGHTS] [--minutes 10]."""

from __future__ import annotations

import time

import common
import cv2
import data
import numpy as np
import torch
from nets import Reader

SIZE = 40
ROOM = 1.3
"""The reader's square in parts of the die's longer side, as in highground/vision/dice."""
BATCH = 72


def look(rng: np.random.Generator, picture: data.Pixels, size: int = SIZE) -> data.Pixels:
    """A kept crop seen anew: any turn, a little nearer or farther, off the middle, squashed."""
    side = picture.shape[0]
    scale = size / side * data.ROOM / ROOM * np.exp(rng.normal(0.0, 0.11))
    turn = rng.uniform(0, 2 * np.pi)
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]) * scale
    squash, slant = np.exp(rng.normal(0, 0.1)), rng.uniform(0, np.pi)
    along = np.array([[np.cos(slant), -np.sin(slant)], [np.sin(slant), np.cos(slant)]])
    spin = spin @ along @ np.diag([squash, 1 / squash]) @ along.T
    if rng.random() < 0.5:
        spin[:, 0] *= -1
    shift = np.array([size / 2, size / 2]) + rng.normal(0, 0.035, 2) * size - spin @ [side / 2, side / 2]
    if rng.random() < 0.3:  # a photo with few pixels a die
        few = int(rng.integers(18, 44))
        picture = cv2.resize(cv2.resize(picture, (few, few), interpolation=cv2.INTER_AREA), (side, side))
    return cv2.warpAffine(picture, np.hstack([spin, shift[:, None]]), (size, size), borderMode=cv2.BORDER_REPLICATE)


def nothing(rng: np.random.Generator, entry: data.Entry) -> data.Pixels | None:
    """A square of a picture with no die's middle in it, dice's edges and tray studs among them; none found: None."""
    side = entry.picture.shape[0]
    boxes = entry.boxes * side
    long = side * 0.08
    if len(boxes):
        long = float(np.median((boxes[:, 2:] - boxes[:, :2]).max(axis=1)))
    for _ in range(8):
        size = long * np.exp(rng.normal(0, 0.25))
        x, y = rng.uniform(0, side, 2)
        if len(boxes) and rng.random() < 0.3:
            near = boxes[rng.integers(len(boxes))]
            x, y = (near[:2] + near[2:]) / 2 + rng.normal(0, 0.8, 2) * long
        middles = (boxes[:, :2] + boxes[:, 2:]) / 2
        if not len(boxes) or np.min(np.abs(middles - [x, y]).max(axis=1)) > 0.6 * max(size, long):
            return data.crop(entry.picture, (x - size / 2, y - size / 2, x + size / 2, y + size / 2))
    return None


def main() -> None:
    args = common.arguments("reader")
    rng = np.random.default_rng(args.seed)
    torch.manual_seed(args.seed)
    entries = common.training_entries(args)
    grounds = [e for e in entries if e.folder != "mixed"]
    crops, values, odds = [], [], []
    for entry in entries:
        for crop, value in zip(entry.crops, entry.values, strict=True):
            crops.append(crop)
            values.append(int(value))
            odds.append({"trays": 2.0, "wargame_trays": 2.2, "mixed": 0.7, "painted": 0.6}[entry.folder])
    odds = np.array(odds) / np.sum(odds)
    hard = common.hard_negatives(args)
    net = Reader().to(memory_format=torch.channels_last)
    net.load_state_dict(torch.load(args.start)) if args.start else None
    best = torch.optim.AdamW(net.parameters(), lr=1e-3, weight_decay=1e-3)
    begin, step, running = time.time(), 0, 0.0
    while (done := (time.time() - begin) / 60 / args.minutes) < 1:
        for group in best.param_groups:
            group["lr"] = common.rate(done, step, 4e-3 if not args.start else 2e-3)
        chosen = [(crops[i], values[i]) for i in rng.choice(len(crops), BATCH, p=odds)]
        empty = [nothing(rng, grounds[i]) for i in rng.integers(len(grounds), size=BATCH // 7)]
        chosen += [(crop, 0) for crop in empty if crop is not None]
        chosen += [(hard[i], 0) for i in rng.integers(len(hard), size=BATCH // 5 if hard else 0)]
        pictures = np.stack([common.colours(rng, look(rng, crop)) for crop, _ in chosen])
        out = common.half(net, torch.from_numpy(pictures).permute(0, 3, 1, 2).float())
        value = torch.nn.functional.cross_entropy(out, torch.tensor([v for _, v in chosen]), label_smoothing=0.05)
        best.zero_grad()
        value.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        best.step()
        step += 1
        running = 0.98 * running + 0.02 * float((out.argmax(1) == torch.tensor([v for _, v in chosen])).float().mean())
        if step % 25 == 0:
            print(f"{step} {done:.2f} right {running / (1 - 0.98**step):.3f}", flush=True)
            torch.save(net.state_dict(), args.out)
    torch.save(net.state_dict(), args.out)


if __name__ == "__main__":
    main()
