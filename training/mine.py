"""What a finder takes for dice and is none, for the reader to learn: python training/mine.py CACHE FINDER.onnx."""

from __future__ import annotations

import pickle
import sys
from pathlib import Path

import common
import cv2
import data
import numpy as np
import onnxruntime
from nets import STRIDE

LEAST_HEAT = 0.12
SIDE = 320


def main() -> None:
    cache, weights = Path(sys.argv[1]), sys.argv[2]
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    net = onnxruntime.InferenceSession(weights, options, providers=["CPUExecutionProvider"])
    aside, found = data.kept_aside(), []
    for entry in common.entries_of(cache):
        if entry.folder == "mixed" or data.is_aside(entry, aside):
            continue  # not every die of the mixed photos has a label
        small = cv2.resize(entry.picture, (SIDE, SIDE), interpolation=cv2.INTER_AREA)
        out = net.run(None, {"pictures": small.transpose(2, 0, 1)[None].astype(np.float32)})[0][0]
        heat = 1 / (1 + np.exp(-out[0]))
        ys, xs = np.nonzero((heat >= cv2.dilate(heat, np.ones((3, 3), np.uint8))) & (heat > LEAST_HEAT))
        middles = (entry.boxes[:, :2] + entry.boxes[:, 2:]) / 2
        reach = 0.5 * np.max(entry.boxes[:, 2:] - entry.boxes[:, :2]) if len(entry.boxes) else 0.0
        for x, y in zip(xs, ys, strict=True):
            at = np.array([x + out[1, y, x], y + out[2, y, x]]) * STRIDE / SIDE
            if len(middles) and np.min(np.abs(middles - at).max(axis=1)) < reach:
                continue
            half = np.exp(np.clip(out[3:5, y, x], 0, 4)) / 2 * STRIDE / SIDE
            box = np.hstack([at - half, at + half]) * entry.picture.shape[0]
            found.append({"name": entry.name, "crop": data.crop(entry.picture, box)})
    (cache / "hard.pkl").write_bytes(pickle.dumps(found))
    print(len(found), "taken for dice")


if __name__ == "__main__":
    main()
