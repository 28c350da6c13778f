"""Weights to ONNX: python training/export.py finder|reader WEIGHTS OUT.onnx."""

from __future__ import annotations

import sys
from pathlib import Path

import torch
from nets import Finder, Reader

KINDS = {"finder": (Finder, 64, {0: "n", 2: "h", 3: "w"}), "reader": (Reader, 48, {0: "n"})}

if __name__ == "__main__":
    kind, weights, out = sys.argv[1:4]
    make, side, axes = KINDS[kind]
    net = make()
    net.load_state_dict(torch.load(weights))
    net.eval()
    Path(out).parent.mkdir(parents=True, exist_ok=True)
    torch.onnx.export(
        net, (torch.zeros(1, 3, side, side),), out, input_names=["pictures"], output_names=["out"],
        dynamic_axes={"pictures": axes}, opset_version=17, dynamo=False,
    )  # fmt: skip
