"""The two networks. Both take BGR pictures of 0..255 as float and scale them themselves."""

from __future__ import annotations

import torch
from torch import nn

STRIDE = 4


def _conv(a: int, b: int, stride: int = 1) -> nn.Sequential:
    return nn.Sequential(nn.Conv2d(a, b, 3, stride, 1, bias=False), nn.BatchNorm2d(b), nn.ReLU(inplace=True))


class _Rest(nn.Module):
    def __init__(self, width: int) -> None:
        super().__init__()
        last = nn.Conv2d(width, width, 3, 1, 1, bias=False)
        self.body = nn.Sequential(_conv(width, width), last, nn.BatchNorm2d(width))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.relu(x + self.body(x))


class Finder(nn.Module):
    """Where dice are: (n, 3, h, w) to (n, 5, h/4, w/4).

    The five: heat (logit), the middle's offset x and y in cells, log width and height in cells.
    """

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(_conv(3, 16, 2), _conv(16, 24, 2))
        self.one = _conv(24, 24)
        self.two = nn.Sequential(_conv(24, 48, 2), _Rest(48))
        self.three = nn.Sequential(_conv(48, 64, 2), _Rest(64))
        self.four = nn.Sequential(_conv(64, 64, 2), _Rest(64))
        self.up3 = nn.Sequential(nn.Conv2d(128, 64, 1), nn.ReLU())
        self.up2 = nn.Sequential(nn.Conv2d(112, 48, 1), nn.ReLU())
        self.up1 = nn.Sequential(nn.Conv2d(72, 32, 1), nn.ReLU(), _conv(32, 32))
        self.head = nn.Conv2d(32, 5, 1)
        nn.init.constant_(self.head.bias, 0.0)
        self.head.bias.data[0] = -4.0
        self.head.bias.data[3:] = 1.6

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        one = self.one(self.stem(x / 127.5 - 1))
        two = self.two(one)
        three = self.three(two)
        four = self.four(three)
        up = nn.functional.interpolate
        back = self.up3(torch.cat([three, up(four, scale_factor=2.0, mode="nearest")], 1))
        back = self.up2(torch.cat([two, up(back, scale_factor=2.0, mode="nearest")], 1))
        return self.head(self.up1(torch.cat([one, up(back, scale_factor=2.0, mode="nearest")], 1)))


class Reader(nn.Module):
    """What a crop of 48 pixels shows: (n, 3, 48, 48) to (n, 9).

    The nine: logits of no die, of one to six and of a die of another kind, and that up is up in it.
    """

    def __init__(self, width: float = 1.0) -> None:
        super().__init__()
        a, b, c, d, e = (round(part * width) for part in (32, 48, 72, 96, 128))
        self.body = nn.Sequential(
            nn.Conv2d(3, a, 5, 2, 2, bias=False), nn.BatchNorm2d(a), nn.ReLU(inplace=True),
            _conv(a, b), _conv(b, c, 2), _conv(c, d), _conv(d, e, 2), _conv(e, e),
            nn.Dropout2d(0.05),
        )  # fmt: skip
        self.where = nn.Conv2d(e, 24, 1)
        self.head = nn.Linear(e * 2 + 24 * 36, 9)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        deep = self.body(x / 127.5 - 1)
        places = torch.relu(self.where(deep)).flatten(1)
        return self.head(torch.cat([deep.mean((2, 3)), deep.amax((2, 3)), places], 1))
