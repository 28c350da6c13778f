"""The two networks of the dice: from pictures (n, 3, height, width) to what they say of them, on the CPU."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.float32]

WEIGHTS = Path(__file__).parent / "weights"


def run(name: str, pictures: Numbers, weights: Path = WEIGHTS) -> Numbers:
    """What 'finder' or 'reader' says of pictures, by the weights of a folder."""
    (out,) = _network(weights / f"{name}.onnx").run(None, {"pictures": pictures})
    return np.asarray(out, dtype=np.float32)


@cache
def _network(path: Path) -> Any:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1  # no pool of threads beside OpenCV's
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
