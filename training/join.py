"""One reader of two: python training/join.py READER.onnx OTHER.onnx OUT.onnx.

What it says is the mean of what both say, before the softmax. They err apart, so that together they err less.
"""

from __future__ import annotations

import sys

import onnx
from onnx import TensorProto, compose, helper

SIDE, SAYS = 48, 9
"""Pixels of a crop's side; numbers that a reader says of one."""


def joined(first: onnx.ModelProto, second: onnx.ModelProto) -> onnx.ModelProto:
    """Both must take `pictures` (n, 3, 48, 48) and say `out` (n, 9), as those of `export.py` do."""
    parts = [compose.add_prefix(model, name) for model, name in ((first, "first_"), (second, "second_"))]
    nodes = [node for part in parts for node in part.graph.node]
    for node in nodes:
        node.input[:] = ["pictures" if name.endswith("_pictures") else name for name in node.input]
    nodes.append(helper.make_node("Mean", ["first_out", "second_out"], ["out"]))
    graph = helper.make_graph(
        nodes,
        "readers",
        [helper.make_tensor_value_info("pictures", TensorProto.FLOAT, ["n", 3, SIDE, SIDE])],
        [helper.make_tensor_value_info("out", TensorProto.FLOAT, ["n", SAYS])],
        [each for part in parts for each in part.graph.initializer],
    )
    model = helper.make_model(graph, opset_imports=first.opset_import, ir_version=first.ir_version)
    onnx.checker.check_model(model)
    return model


if __name__ == "__main__":
    one, other, out = sys.argv[1:4]
    onnx.save(joined(onnx.load(one), onnx.load(other)), out)
