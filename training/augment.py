"""Crops seen again on a graphics card, many at once, as reader.look, common.colours and reader.worn do one by one."""

from __future__ import annotations

import math

import torch
from torch.nn import functional

SIZE, KEPT = 48, 86
ROOM, KEPT_ROOM = 1.3, 2.0
Tensor = torch.Tensor


def seen_again(crops: Tensor, quarters: Tensor) -> Tensor:
    """From crops (n, 3, 86, 86) of 0..255 and their quarter turns (below 0: any) to pictures (n, 3, 48, 48)."""
    return worn(colours(look(coarse(crops.float()), quarters))).clamp(0, 255).round()


def some(crops: Tensor, odds: float) -> Tensor:
    return (torch.rand(len(crops), device=crops.device) < odds).view(-1, 1, 1, 1)


def evenly(crops: Tensor, low: float, high: float, channels: int = 1) -> Tensor:
    return torch.rand(len(crops), channels, 1, 1, device=crops.device) * (high - low) + low


def coarse(crops: Tensor) -> Tensor:
    """A photo with few pixels a die, of three in ten."""
    order = torch.randperm(len(crops), device=crops.device)[: int(0.3 * len(crops))]
    crops = crops.clone()
    for part in order.chunk(6):
        few = int(torch.randint(17, 44, ()))
        small = functional.adaptive_avg_pool2d(crops[part], few)
        crops[part] = functional.interpolate(small, size=(KEPT, KEPT), mode="bilinear", align_corners=False)
    return crops


def look(crops: Tensor, quarters: Tensor) -> Tensor:
    """Turned, nearer or farther, off the middle, squashed, mirrored."""
    n, device = len(crops), crops.device
    normal = torch.randn(6, n, device=device)
    scale = SIZE / KEPT * KEPT_ROOM / ROOM * torch.exp(normal[0] * 0.13)
    anyhow = torch.rand(n, device=device) * 2 * math.pi
    turn = torch.where(quarters < 0, anyhow, quarters * math.pi / 2 + normal[1] * 0.17)
    squash, slant = torch.exp(normal[2] * 0.13), torch.rand(n, device=device) * math.pi
    along = _spin(slant)
    spin = _spin(turn) * scale.view(-1, 1, 1)
    spin = spin @ along @ torch.diag_embed(torch.stack([squash, 1 / squash], 1)) @ along.transpose(1, 2)
    mirror = torch.where(torch.rand(n, device=device) < 0.5, -1.0, 1.0)
    spin = torch.stack([spin[:, 0] * mirror[:, None], spin[:, 1]], 1)
    back = torch.linalg.inv(spin)
    shift = torch.stack([normal[3], normal[4]], 1) * 0.045 * SIZE
    moved = -(back @ shift[:, :, None])
    theta = torch.cat([back * (SIZE / KEPT), moved / (KEPT / 2)], 2)
    grid = functional.affine_grid(theta, [n, 3, SIZE, SIZE], align_corners=False)
    return functional.grid_sample(crops, grid, mode="bilinear", padding_mode="border", align_corners=False)


def _spin(turn: Tensor) -> Tensor:
    cos, sin = turn.cos(), turn.sin()
    return torch.stack([torch.stack([cos, -sin], 1), torch.stack([sin, cos], 1)], 1)


def colours(crops: Tensor) -> Tensor:
    """Another light, other colours, another lens."""
    n, device = len(crops), crops.device
    crops = torch.where(some(crops, 0.6), _hue(crops, torch.rand(n, 1, 1, device=device) * 6), crops)
    order = torch.argsort(torch.rand(n, 3, device=device), 1).view(n, 3, 1, 1).expand_as(crops)
    crops = torch.where(some(crops, 0.25), crops.gather(1, order), crops)
    crops = torch.where(some(crops, 0.12), 255 - crops, crops)
    grey = crops.mean(1, keepdim=True)
    crops = torch.where(some(crops, 0.12), grey.expand_as(crops), crops)
    grey = crops.mean(1, keepdim=True)
    crops = torch.where(some(crops, 0.2), grey + (crops - grey) * evenly(crops, 0.2, 1.8), crops)
    crops = (crops - 128) * evenly(crops, 0.5, 1.4) + 128 + evenly(crops, -42, 42)
    line = torch.linspace(-1, 1, SIZE, device=device)
    slopes = torch.randn(n, 2, 1, 1, device=device) * 0.18 * some(crops, 0.5)
    crops = crops * (1 + slopes[:, :1] * line.view(1, 1, 1, -1) + slopes[:, 1:] * line.view(1, 1, -1, 1))
    crops = crops * evenly(crops, 0.88, 1.12, 3)
    crops = blurred(crops, (evenly(crops, 0.3, 1.2) * SIZE / 320 + 0.2) * some(crops, 0.35))
    return crops + torch.randn_like(crops) * evenly(crops, 2, 9) * some(crops, 0.4)


def _hue(crops: Tensor, sixths: Tensor) -> Tensor:
    """Every hue moved by so many sixths of the circle: saturation and value stay."""
    high, low = crops.amax(1), crops.amin(1)
    span = (high - low).clamp(min=1e-3)
    blue, green, red = crops.unbind(1)
    hue = torch.where(
        high == red,
        ((green - blue) / span) % 6,
        torch.where(high == green, (blue - red) / span + 2, (red - green) / span + 4),
    )
    hue = hue + sixths
    parts = [((hue + start) % 6).sub(3).abs().sub(1).clamp(0, 1) for start in (2, 4, 0)]
    return torch.stack([low + (high - low) * part for part in parts], 1)


def blurred(crops: Tensor, sigma: Tensor) -> Tensor:
    """Each by its own deviation (n, 1, 1, 1); 0 leaves it as it is."""
    reach = torch.arange(-3, 4, device=crops.device).view(1, -1, 1, 1)
    kernel = torch.exp(-(reach**2) / (2 * sigma.clamp(min=0.05) ** 2))
    kernel = (kernel / kernel.sum(1, keepdim=True)).unbind(1)
    for axis in (2, 3):
        wide = functional.pad(crops, (3, 3, 0, 0) if axis == 3 else (0, 0, 3, 3), mode="replicate")
        crops = sum(wide.narrow(axis, at, SIZE) * part[:, None] for at, part in enumerate(kernel))  # type: ignore[assignment]
    return crops


def worn(crops: Tensor) -> Tensor:
    """A gleam or a shadow's edge, out of focus, packed hard."""
    n, device = len(crops), crops.device
    line = torch.arange(SIZE, device=device).float()
    x, y = line.view(1, 1, -1) - evenly(crops, 0, SIZE)[:, 0], line.view(1, -1, 1) - evenly(crops, 0, SIZE)[:, 0]
    turn = evenly(crops, 0, math.pi)[:, 0]
    along, across = x * turn.cos() + y * turn.sin(), y * turn.cos() - x * turn.sin()
    far = torch.sqrt((along / evenly(crops, 1, SIZE / 6)[:, 0]) ** 2 + (across / evenly(crops, 1, SIZE / 8)[:, 0]) ** 2)
    cover = torch.sigmoid((1 - far) * evenly(crops, 2, 8)[:, 0])[:, None] * evenly(crops, 0.25, 0.8) * some(crops, 0.25)
    shade = torch.where(some(crops, 0.5), 250.0, 0.0)
    crops = crops + (shade - crops) * cover
    crops = blurred(crops, evenly(crops, 0.4, 1.3) * some(crops, 0.25)).clamp(0, 255)
    which = torch.randperm(n, device=device)[: int(0.25 * n)]
    crops[which] = packed(crops[which])
    return crops


def packed(crops: Tensor) -> Tensor:
    """What a JPEG of a quality of 20 to 80 leaves of them."""
    device = crops.device
    blue, green, red = crops.unbind(1)
    grey = 0.299 * red + 0.587 * green + 0.114 * blue
    colour = torch.stack([(blue - grey) * 0.564, (red - grey) * 0.713], 1)
    scale = torch.exp(evenly(crops, math.log(0.4), math.log(2.5)))
    step = torch.arange(8, device=device)
    table = (10 + 5.5 * (step[:, None] + step[None])) * scale
    grey = _quantised(grey[:, None] - 128, table) + 128
    colour = _quantised(functional.avg_pool2d(colour, 2), table * 1.4)
    colour = functional.interpolate(colour, scale_factor=2.0, mode="bilinear", align_corners=False)
    blue, red = grey[:, 0] + colour[:, 0] / 0.564, grey[:, 0] + colour[:, 1] / 0.713
    green = (grey[:, 0] - 0.299 * red - 0.114 * blue) / 0.587
    return torch.stack([blue, green, red], 1).clamp(0, 255)


def _quantised(planes: Tensor, table: Tensor) -> Tensor:
    n, kinds, high, wide = planes.shape
    at = torch.arange(8, device=planes.device).float()
    waves = torch.cos((2 * at[None] + 1) * at[:, None] * math.pi / 16) / 2
    waves[0] /= math.sqrt(2)
    blocks = planes.reshape(n, kinds, high // 8, 8, wide // 8, 8).permute(0, 1, 2, 4, 3, 5)
    table = table.view(n, 1, 1, 1, 8, 8)
    rough = torch.round(waves @ blocks @ waves.T / table) * table
    return (waves.T @ rough @ waves).permute(0, 1, 2, 4, 3, 5).reshape(n, kinds, high, wide)
