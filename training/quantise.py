"""The reader in whole numbers: python training/quantise.py PHOTOS WEIGHTS OUT.onnx.

WEIGHTS is a folder with finder.onnx and the reader.onnx that was trained. Its convolutions are put into eight bits, the
first and the last but in floats; how far each layer's numbers reach is measured on photos that are not kept aside.
Weights have seven bits: with eight, the sum of two products overflows on a processor without VNNI.
"""

from __future__ import annotations

import argparse
import json
import random
import tempfile
from collections.abc import Iterator
from pathlib import Path

import data
import numpy as np
import onnx
from onnxruntime.quantization import CalibrationDataReader, CalibrationMethod, QuantFormat, QuantType, quantize_static
from onnxruntime.quantization.shape_inference import quant_pre_process

from highground.vision.dice import reading
from highground.vision.dice.networks import Numbers, run
from highground.vision.photo import decode

EACH, SEED = 40, 5
"""Photos of each folder that are read."""
CROPS_EACH = 12
"""Crops of each batch that are kept."""
MOST = 1500
REACH = 99.999
"""Percent of a layer's numbers that must fit."""


class Seen(CalibrationDataReader):  # type: ignore[misc]
    """Crops, one after another."""

    def __init__(self, pictures: Numbers) -> None:
        self.pictures = iter(pictures)

    def get_next(self) -> dict[str, Numbers] | None:
        picture = next(self.pictures, None)
        return None if picture is None else {"pictures": picture[None]}


def main() -> None:
    parser = argparse.ArgumentParser()
    for name in ("photos", "weights", "out"):
        parser.add_argument(name, type=Path)
    args = parser.parse_args()
    crops = looked_at(args.photos, args.weights)
    quantise(args.weights / "reader.onnx", args.out, crops)
    print(len(crops), "crops,", args.out.stat().st_size, "bytes")


def looked_at(photos: Path, weights: Path) -> Numbers:
    """Crops (n, 3, 48, 48) that the reader is asked about while photos are read."""
    seen: list[Numbers] = []
    rng = np.random.default_rng(SEED)

    def noting(name: str, pictures: Numbers, folder: Path) -> Numbers:
        seen.append(pictures[rng.permutation(len(pictures))[:CROPS_EACH]])
        return run(name, pictures, folder)

    reading.run = noting
    for path in chosen(photos):
        reading.read_dice(decode(path.read_bytes()).picture, weights)
    crops = np.concatenate(seen)
    return crops[rng.permutation(len(crops))[:MOST]]


def chosen(photos: Path) -> Iterator[Path]:
    """So many photos of each folder, neither kept aside nor of the validation part."""
    asides = [data.kept_aside(), data.split_part("validation")]
    labels = json.loads((photos / "labels.json").read_text())
    random.Random(SEED).shuffle(labels)
    left: dict[str, int] = {}
    for name in (each["image"] for each in labels):
        folder = name.partition("/")[0]
        if any(data.stem(name) in aside.get(folder, set()) for aside in asides):
            continue
        left[folder] = left.get(folder, EACH) - 1
        if left[folder] >= 0:
            yield photos / name


def quantise(weights: Path, out: Path, crops: Numbers) -> None:
    with tempfile.TemporaryDirectory() as folder:
        ready = Path(folder) / "ready.onnx"
        quant_pre_process(weights, ready, skip_symbolic_shape=True)
        quantize_static(
            ready, out, Seen(crops), quant_format=QuantFormat.QDQ, op_types_to_quantize=["Conv"],
            nodes_to_exclude=_in_floats(onnx.load(ready)), activation_type=QuantType.QUInt8,
            weight_type=QuantType.QInt8, per_channel=True, reduce_range=True,
            calibrate_method=CalibrationMethod.Percentile, extra_options={"CalibPercentile": REACH},
        )  # fmt: skip


def _in_floats(model: onnx.ModelProto) -> list[str]:
    """The first and the last convolution of each of the two readers; a name begins with whose it is."""
    parts: dict[str, list[str]] = {}
    for node in model.graph.node:
        if node.op_type == "Conv":
            parts.setdefault(node.name.partition("/")[0], []).append(node.name)
    return [each for part in parts.values() for each in (part[0], part[-1])]


if __name__ == "__main__":
    main()
