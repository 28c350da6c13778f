"""The mean of trainings that began at one start: python training/blend.py CACHE OUT WEIGHTS...

Each draws other crops; their mean knows a little of all, and errs less than any. The normalisations are measured anew.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import common
import numpy as np
import torch
from nets import Reader
from reader import BATCH, Dice, NoFaces, look, worn
from torch import nn

LOOKED_AT = 30
"""Batches that the normalisations are measured by."""


def main() -> None:
    cache, out, *parts = (Path(name) for name in sys.argv[1:])
    states = [torch.load(part) for part in parts]
    net = Reader()
    net.load_state_dict({key: torch.stack([each[key].float() for each in states]).mean(0) for key in states[0]})
    args = argparse.Namespace(cache=cache, without="", choosing=False)
    entries = common.training_entries(args, "heaps", "solids")
    dice, rest = Dice(entries), NoFaces.of(entries, args)
    rng = np.random.default_rng(1)
    for layer in net.modules():
        if isinstance(layer, nn.BatchNorm2d):
            layer.reset_running_stats()
            layer.momentum = None  # the mean of all
    net.train()
    for _ in range(LOOKED_AT):
        samples = dice.draw(rng, BATCH) + rest.draw(rng)
        looks = [look(rng, each.crop, each.quarters, each.level) for each in samples]
        seen = [worn(rng, common.colours(rng, picture)) for picture in looks]
        with torch.no_grad():
            net(torch.from_numpy(np.stack(seen)).permute(0, 3, 1, 2).float())
    torch.save(net.state_dict(), out)


if __name__ == "__main__":
    main()
