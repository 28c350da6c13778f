"""Shipped weights as a start to train on from: python training/thaw.py CACHE READER.onnx OUT [first | second].

`first` or `second` says which of the two readers of a joined file is meant; its whole numbers become floats again. The
file holds each normalisation folded into the layer before it. It is taken out again by what dice really give there,
so that the network says the same, and trains as well as one that was never frozen. A class that it did not have begins
as no die.
"""

from __future__ import annotations

import pickle
import sys
from itertools import pairwise
from pathlib import Path

import numpy as np
import onnx
import torch
from nets import Reader
from onnx import numpy_helper
from reader import upright
from torch import nn

SEEN = 2000
"""Crops that are looked at."""


def main() -> None:
    cache, frozen, out = (Path(name) for name in sys.argv[1:4])
    net = Reader()
    _fill(net, frozen, "".join(f"{name}_" for name in sys.argv[4:]))
    _unfold(net, _crops(cache))
    torch.save(net.state_dict(), out)


def _fill(net: Reader, frozen: Path, prefix: str) -> None:
    graph = onnx.load(str(frozen)).graph
    kept = _in_floats(graph)
    convolved = [node.input[1:] for node in graph.node if node.op_type == "Conv" and node.name.startswith(prefix)]
    layers = [layer for layer in net.modules() if isinstance(layer, nn.Conv2d)]
    for layer, (weight, bias) in zip(layers, convolved, strict=True):
        layer.weight.data = kept[weight]
        if layer.bias is None:
            layer.folded = kept[bias]
        else:
            layer.bias.data = kept[bias]
    last, said = kept[f"{prefix}head.weight"], kept[f"{prefix}head.bias"]
    rows = [*range(7), *[0] * (net.head.out_features - len(said)), *range(7, len(said))]
    net.head.weight.data, net.head.bias.data = last[rows].clone(), said[rows].clone()


def _in_floats(graph: onnx.GraphProto) -> dict[str, torch.Tensor]:
    """The weights by their names; those in whole numbers by the names of what they become."""
    arrays = {each.name: numpy_helper.to_array(each) for each in graph.initializer}
    for node in graph.node:
        if node.op_type == "DequantizeLinear" and node.input[0] in arrays:
            whole, scale, zero = (arrays[name].astype(np.float32) for name in node.input)
            axes = [1] * (whole.ndim - 1)  # a scale and a zero for each output of a layer
            arrays[node.output[0]] = (whole - zero.reshape(-1, *axes)) * scale.reshape(-1, *axes)
    return {name: torch.tensor(array) for name, array in arrays.items()}


def _unfold(net: Reader, pictures: torch.Tensor) -> None:
    net.eval()
    layers = list(net.body.modules())
    pairs = [(a, b) for a, b in pairwise(layers) if isinstance(b, nn.BatchNorm2d)]
    for conv, norm in pairs:
        given: list[torch.Tensor] = []
        hook = conv.register_forward_hook(lambda _layer, _in, out, given=given: given.append(out))
        with torch.no_grad():
            net(pictures)
        hook.remove()
        mean, spread = given[0].mean((0, 2, 3)), given[0].var((0, 2, 3))
        norm.running_mean.data, norm.running_var.data = mean, spread
        norm.weight.data, norm.bias.data = (spread + norm.eps).sqrt(), mean + conv.folded


def _crops(cache: Path) -> torch.Tensor:
    entries = pickle.loads((cache / "real.pkl").read_bytes())
    crops = [crop for each in entries for crop in each["crops"]]
    some = np.random.default_rng(1).choice(len(crops), SEEN, replace=False)
    return torch.from_numpy(np.stack([upright(crops[n], 0) for n in some])).permute(0, 3, 1, 2).float()


if __name__ == "__main__":
    main()
