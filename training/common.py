"""What both trainings share: arguments, what may be seen, colours, the rate."""

from __future__ import annotations

import argparse
import math
import pickle
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import data
import numpy as np
import torch

RENDERED = 0.35
"""The part of the dice drawn that are rendered."""
PARTS = ("name", "picture", "boxes", "values", "crops", "lean")


def arguments(name: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser(name)
    parser.add_argument("cache", type=Path, help="made by training/prepare.py")
    parser.add_argument("out", type=Path, help="weights to write")
    parser.add_argument("--without", default="", help="folders to keep wholly aside, with commas")
    parser.add_argument("--start", default="", help="weights to go on from")
    parser.add_argument("--choosing", action="store_true", help="keep the split's validation part aside as well")
    parser.add_argument("--minutes", type=float, default=12)
    parser.add_argument("--batches", type=int, default=0, help="train by so many batches, not by the clock")
    parser.add_argument("--seed", type=int, default=20)
    parser.add_argument("--rate", type=float, default=0.0, help="the highest learning rate")
    parser.add_argument("--rendered", type=float, default=RENDERED, help="of the reader's dice, the rendered part")
    parser.add_argument("--threads", type=int, default=1)
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    cv2.setNumThreads(1)
    return args


def done(args: argparse.Namespace, begin: float, step: int) -> float:
    """The part of the training that is over, from 0 to 1."""
    return step / args.batches if args.batches else (time.time() - begin) / 60 / args.minutes


def entries_of(cache: Path, parts: Sequence[str]) -> list[data.Entry]:
    entries = []
    for part in parts:
        with (cache / f"{part}.pkl").open("rb") as file:
            entries += [data.Entry(**{name: e[name] for name in PARTS}) for e in pickle.load(file)]
    return entries


def training_entries(args: argparse.Namespace, *more: str) -> list[data.Entry]:
    """All but the photos kept aside, the folder kept wholly aside and, for choosing, the validation part."""
    asides = [data.kept_aside()] + ([data.split_part("validation")] if args.choosing else [])
    entries = [e for e in entries_of(args.cache, ("real", "painted", *more)) if e.folder not in args.without.split(",")]
    return [e for e in entries if not any(data.is_aside(e, aside) for aside in asides)]


def hard_negatives(args: argparse.Namespace) -> list[list[data.Pixels]]:
    """What a finder took for dice (training/mine.py), of photos that may be seen, drawn things, photos without dice."""
    groups: dict[str, list[data.Pixels]] = {}
    for each in _mined(args, "hard.pkl") or ():
        folder = each["name"].partition("/")[0]
        if folder not in args.without.split(","):
            groups.setdefault(folder if folder in ("drawn", "clutter") else "photos", []).append(each["crop"])
    return list(groups.values())


def other_dice(args: argparse.Namespace) -> list[list[data.Pixels]]:
    """Dice of other kinds, drawn, photographed and rendered."""
    parts = [*(_mined(args, "others.pkl") or {}).values(), _mined(args, "solid_others.pkl")]
    return [part for part in parts if part]


def _mined(args: argparse.Namespace, name: str) -> Any:
    path = args.cache / name
    return pickle.loads(path.read_bytes()) if path.exists() else None


def rate(done: float, step: int, top: float) -> float:
    """Warm up over 60 steps, then fall with a cosine."""
    return top * min(1.0, (step + 1) / 60) * (0.5 + 0.5 * math.cos(math.pi * min(done, 1.0))) + 1e-6


def colours(rng: np.random.Generator, picture: data.Pixels) -> data.Pixels:
    """Another light, other colours, another lens: hue, channels, contrast, negative, grey, blur, grain."""
    if rng.random() < 0.6:
        hsv = cv2.cvtColor(picture, cv2.COLOR_BGR2HSV)
        hsv[..., 0] = (hsv[..., 0].astype(int) + int(rng.integers(180))) % 180
        picture = cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)
    if rng.random() < 0.25:
        picture = picture[..., rng.permutation(3)]
    picture = picture.astype(np.float32)
    if rng.random() < 0.12:
        picture = 255 - picture
    if rng.random() < 0.12:
        picture = np.repeat(picture.mean(axis=2, keepdims=True), 3, axis=2)
    if rng.random() < 0.2:
        grey = picture.mean(axis=2, keepdims=True)
        picture = grey + (picture - grey) * rng.uniform(0.2, 1.8)
    picture = (picture - 128) * rng.uniform(0.55, 1.35) + 128 + rng.uniform(-38, 38)
    if rng.random() < 0.5:
        high, wide = picture.shape[:2]
        across, down = np.linspace(-1, 1, wide)[None, :], np.linspace(-1, 1, high)[:, None]
        slope = across * rng.normal(0, 0.18) + down * rng.normal(0, 0.18)
        picture = picture * (1 + slope[..., None]).astype(np.float32)
    picture = picture * rng.uniform(0.88, 1.12, 3).astype(np.float32)
    if rng.random() < 0.35:
        picture = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.3, 1.2) * picture.shape[0] / 320 + 0.2)
    if rng.random() < 0.4:
        picture = picture + rng.normal(0, rng.uniform(2, 9), picture.shape).astype(np.float32)
    return np.clip(picture, 0, 255).astype(np.uint8)


def half(net: torch.nn.Module, pictures: torch.Tensor) -> torch.Tensor:
    """The net's answer in bfloat16 arithmetic: twice as fast on processors that have it."""
    with torch.autocast("cpu", torch.bfloat16):
        return net(pictures.to(memory_format=torch.channels_last)).float()
