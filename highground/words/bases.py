"""The size of a base as one value, and what it is called in words."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from highground.engine.model import MiniatureSheet

Shape = Literal["round", "oval", "rectangular"]


class BaseSize(msgspec.Struct, frozen=True):
    """A base in millimetres, and how tall what stands on it is, in inches. The length of a round one is 0."""

    width: float
    height: float
    length: float = 0.0
    rectangular: bool = False

    @property
    def shape(self) -> Shape:
        if self.rectangular and self.length:
            return "rectangular"
        return "oval" if self.length > self.width else "round"

    def __str__(self) -> str:
        """'32 mm', '42 x 75 mm oval' or '80 x 115 mm rectangular'."""
        if self.shape == "round":
            return f"{self.width:g} mm"
        return f"{self.width:g} x {self.length:g} mm {self.shape}"

    def under(self, sheet: MiniatureSheet) -> MiniatureSheet:
        """The miniatures on this base. Of a round one no length is written down, as before there were others."""
        return replace(
            sheet,
            base_mm=self.width,
            height=self.height,
            length_mm=UNSET if self.shape == "round" else self.length,
            rectangular=True if self.shape == "rectangular" else UNSET,
        )


def base_size(sheet: MiniatureSheet) -> BaseSize:
    """What the miniatures stand on."""
    length = sheet.length_mm if isinstance(sheet.length_mm, float) else 0.0
    return BaseSize(sheet.base_mm, sheet.height, length, sheet.rectangular is True)
