"""Train the face reader: python training/reader.py CACHE OUT [--without FOLDER] [--choosing] [--minutes 10] ..."""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass

import common
import cv2
import data
import numpy as np
import torch
from nets import Reader

SIZE = 48
ROOM = 1.3
"""The reader's square in parts of the die's longer side, as in highground/vision/dice."""
OFF = 2.5
"""How many times farther off than others two boxes of five are."""
ASLANT = 0.6
"""Radians by which a rendered view is turned at most, either way: a phone is held so that no edge is level."""
BATCH = 72
NOTHING, HARD, OTHERS = 9, 24, 10
"""Of a batch besides: squares anywhere, what the finder took for dice, dice of other kinds."""
ODDS = {"trays": 2.6, "wargame_trays": 3.0, "wargame_more": 2.2, "desk": 0.8, "mixed": 0.7, "painted": 0.8,
        "assorted": 1.6, "heaps": 0.5, "solids": 1.0}  # fmt: skip
"""How often a die of each folder is drawn."""
PICTURED = {"solids", "painted", "heaps"}
"""Folders of pictures in which up is up to the degree."""
LEANING = 18.0
"""Degrees from straight down at which a photo shows which way is up."""
TURNED = {"wargame_trays", "wargame_more", "desk", "assorted"}
"""Folders seen from the side whose photos may stand turned by quarters: the way up is found out while training."""
FIND_UP = (0.2, 0.4, 0.7)
"""Parts of the training after which it is found out."""
ANY = -1
FACES = 8
OTHER = 7
"""What a crop may show: no die, one to six, a die of another kind."""


@dataclass
class Sample:
    """A crop (86, 86, 3), its value (0: no die, 7: another kind), and by how many quarters it stands turned, or ANY.

    `level`: whether up is up in it to the degree, so that it may be turned farther.
    """

    crop: data.Pixels
    value: int
    quarters: int = ANY
    level: bool = False


def look(
    rng: np.random.Generator, picture: data.Pixels, quarters: int, level: bool = False, size: int = SIZE
) -> data.Pixels:
    """A kept crop seen again: turned (`quarters` as of a Sample), nearer or farther, off the middle, squashed.

    What is `level` is seen as by a camera held aslant. Boxes of dice that touch are farther off.
    """
    side = picture.shape[0]
    spread = 1.0 if rng.random() < 0.6 else OFF
    scale = size / side * data.ROOM / ROOM * np.exp(rng.normal(0.0, 0.13 * min(spread, 1.5)))
    aslant = rng.uniform(-ASLANT, ASLANT) if level else rng.normal(0, 0.17)
    turn = rng.uniform(0, 2 * np.pi) if quarters == ANY else quarters * np.pi / 2 + aslant
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]) * scale
    squash, slant = np.exp(rng.normal(0, 0.13)), rng.uniform(0, np.pi)
    along = np.array([[np.cos(slant), -np.sin(slant)], [np.sin(slant), np.cos(slant)]])
    spin = spin @ along @ np.diag([squash, 1 / squash]) @ along.T
    if rng.random() < 0.5:
        spin[0] *= -1  # what is up stays up
    shift = np.array([size / 2, size / 2]) + rng.normal(0, 0.045 * spread, 2) * size - spin @ [side / 2, side / 2]
    if rng.random() < 0.3:  # a photo with few pixels a die
        few = int(rng.integers(17, 44))
        picture = cv2.resize(cv2.resize(picture, (few, few), interpolation=cv2.INTER_AREA), (side, side))
    return cv2.warpAffine(picture, np.hstack([spin, shift[:, None]]), (size, size), borderMode=cv2.BORDER_REPLICATE)


def worn(rng: np.random.Generator, picture: data.Pixels) -> data.Pixels:
    """A worse photo: out of focus, packed hard, with a gleam of light or a shadow's edge over it."""
    size = picture.shape[0]
    if rng.random() < 0.2:
        x, y, wide, high = (float(part) for part in rng.uniform((0, 0, 2, 2), (size, size, size / 3, size / 4)))
        gleam = np.zeros((size, size), np.float32)
        cv2.ellipse(gleam, ((x, y), (wide, high), float(rng.uniform(0, 180))), 1.0, -1)
        gleam = cv2.GaussianBlur(gleam, (0, 0), float(rng.uniform(0.5, 2)))[..., None] * rng.uniform(0.3, 1)
        picture = (picture + (rng.choice([0, 250]) - picture) * gleam * 0.8).astype(np.uint8)
    if rng.random() < 0.25:
        picture = cv2.GaussianBlur(picture, (0, 0), float(rng.uniform(0.4, 1.3)))
    if rng.random() < 0.2:
        _, packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(20, 80))])
        picture = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR))
    return picture


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


class Dice:
    """Every die that may be seen, and how its photo is to be turned."""

    def __init__(self, entries: list[data.Entry], rendered: float = common.RENDERED) -> None:
        """`rendered`: the part of the dice drawn that are solids, where there are any."""
        self.entries = entries
        self.of = np.concatenate([np.full(len(e.values), n) for n, e in enumerate(entries)]).astype(int)
        self.crops = [crop for e in entries for crop in e.crops]
        self.values = np.concatenate([e.values for e in entries]).astype(int)
        self.quarters = np.array([0 if (e.lean or 0) >= LEANING else ANY for e in entries])
        self.level = np.array([e.folder in PICTURED for e in entries])
        odds = np.array([ODDS[e.folder] for e in entries])[self.of]
        solids = np.array([e.folder == "solids" for e in entries])[self.of]
        if solids.any():
            odds[solids] *= rendered / (1 - rendered) * odds[~solids].sum() / odds[solids].sum()
        self.odds = odds / odds.sum()

    def draw(self, rng: np.random.Generator, count: int) -> list[Sample]:
        which = rng.choice(len(self.crops), count, p=self.odds)
        of = self.of[which]
        return [
            Sample(self.crops[i], int(self.values[i]), int(self.quarters[n]), bool(self.level[n]))
            for i, n in zip(which, of, strict=True)
        ]

    def find_up(self, net: Reader) -> int:
        """Turn photos of TURNED as their labels are likeliest, and as the net sees up; how many stand turned."""
        net.eval()
        for number, entry in enumerate(self.entries):
            if entry.folder not in TURNED or not len(entry.values):
                continue
            likely = []
            for quarters in range(4):
                seen = np.stack([upright(crop, quarters) for crop in entry.crops])
                with torch.no_grad():
                    out = common.half(net, torch.from_numpy(seen).permute(0, 3, 1, 2).float())
                faces = torch.log_softmax(out[:, :FACES], 1)[torch.arange(len(seen)), torch.from_numpy(entry.values)]
                likely.append(float((faces + torch.nn.functional.logsigmoid(out[:, FACES])).sum()))
            self.quarters[number] = int(np.argmax(likely))
        net.train()
        return int((self.quarters > 0).sum())


def upright(crop: data.Pixels, quarters: int) -> data.Pixels:
    """A kept crop as the reader sees it, turned by quarters."""
    edge = round(crop.shape[0] * (1 - ROOM / data.ROOM) / 2)
    return np.rot90(cv2.resize(crop[edge:-edge, edge:-edge], (SIZE, SIZE), interpolation=cv2.INTER_AREA), -quarters)


def loss_of(out: torch.Tensor, samples: list[Sample], wrong: data.Integers) -> torch.Tensor:
    """Cross entropy of what the crops show, and of up being up.

    A crop that was turned wrong by `wrong` quarters teaches only that; one that has no way up teaches to leave it open.
    """
    values = torch.tensor([s.value for s in samples])
    ups = torch.tensor([0.5 if s.quarters == ANY else float(w == 0) for s, w in zip(samples, wrong, strict=True)])
    right = torch.from_numpy(wrong == 0).float()
    dice = ((values > 0) & (values < OTHER)).float()
    faces = torch.nn.functional.cross_entropy(out[:, :FACES], values, label_smoothing=0.05, reduction="none")
    up = torch.nn.functional.binary_cross_entropy_with_logits(out[:, FACES], ups, reduction="none")
    return (faces * right).sum() / right.sum() + 0.5 * (up * dice).sum() / dice.sum()


@dataclass
class NoFaces:
    """What has no face: pictures to take squares from, what was taken for dice, by its source, other kinds."""

    grounds: list[data.Entry]
    hard: list[list[data.Pixels]]
    others: list[list[data.Pixels]]

    @classmethod
    def of(cls, entries: list[data.Entry], args: argparse.Namespace) -> NoFaces:
        grounds = [e for e in entries if e.folder not in ("mixed", "solids")]
        return cls(grounds, common.hard_negatives(args), common.other_dice(args))

    def draw(self, rng: np.random.Generator) -> list[Sample]:
        empty = [nothing(rng, self.grounds[i]) for i in rng.integers(len(self.grounds), size=NOTHING)]
        samples = [Sample(crop, 0) for crop in empty if crop is not None]
        for kinds, value, count in ((self.hard, 0, HARD), (self.others, OTHER, OTHERS)):
            for n in range(count if kinds else 0):
                kind = kinds[n % len(kinds)]
                samples.append(Sample(kind[int(rng.integers(len(kind)))], value))
        return samples


def main() -> None:
    args = common.arguments("reader")
    rng = np.random.default_rng(args.seed)
    torch.manual_seed(args.seed)
    entries = common.training_entries(args, "heaps", "solids")
    dice, rest = Dice(entries, args.rendered), NoFaces.of(entries, args)
    net = Reader().to(memory_format=torch.channels_last)
    net.load_state_dict(torch.load(args.start)) if args.start else None
    best = torch.optim.AdamW(net.parameters(), lr=1e-3, weight_decay=1e-3)
    begin, step, running, looks = time.time(), 0, 0.0, list(FIND_UP) if not args.start else [0.0]
    while (done := common.done(args, begin, step)) < 1:
        if looks and done >= looks[0]:
            looks.pop(0)
            print(f"{dice.find_up(net)} photos stand turned", flush=True)
        for group in best.param_groups:
            group["lr"] = common.rate(done, step, args.rate or (1e-3 if args.start else 4e-3))
        samples = dice.draw(rng, BATCH) + rest.draw(rng)
        wrong = np.array([rng.integers(4) if s.quarters != ANY and rng.random() < 0.25 else 0 for s in samples])
        turns = [ANY if s.quarters == ANY else s.quarters + w for s, w in zip(samples, wrong, strict=True)]
        seen_again = [look(rng, s.crop, t, s.level) for s, t in zip(samples, turns, strict=True)]
        pictures = np.stack([worn(rng, common.colours(rng, seen)) for seen in seen_again])
        out = common.half(net, torch.from_numpy(pictures).permute(0, 3, 1, 2).float())
        value = loss_of(out, samples, wrong)
        best.zero_grad()
        value.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        best.step()
        step += 1
        right = (out[:, :FACES].argmax(1) == torch.tensor([s.value for s in samples]))[torch.from_numpy(wrong == 0)]
        running = 0.98 * running + 0.02 * float(right.float().mean())
        if step % 25 == 0:
            print(f"{step} {done:.2f} right {running / (1 - 0.98**step):.3f}", flush=True)
            torch.save(net.state_dict(), args.out)
    torch.save(net.state_dict(), args.out)


if __name__ == "__main__":
    main()
