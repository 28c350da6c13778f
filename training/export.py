"""Weights to ONNX: python training/export.py finder.pt reader.pt OUT_FOLDER."""

from __future__ import annotations

import sys
from pathlib import Path

import torch
from nets import Finder, Reader


def export(net: torch.nn.Module, weights: str, side: int, axes: dict[int, str], path: Path) -> None:
    net.load_state_dict(torch.load(weights))
    net.eval()
    torch.onnx.export(
        net, (torch.zeros(1, 3, side, side),), str(path), input_names=["pictures"], output_names=["out"],
        dynamic_axes={"pictures": axes}, opset_version=17, dynamo=False,
    )  # fmt: skip


if __name__ == "__main__":
    finder, reader, out = sys.argv[1:4]
    Path(out).mkdir(parents=True, exist_ok=True)
    export(Finder(), finder, 64, {0: "n", 2: "h", 3: "w"}, Path(out) / "finder.onnx")
    export(Reader(), reader, 40, {0: "n"}, Path(out) / "reader.onnx")
