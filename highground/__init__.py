"""Highground: a complete tabletop battle from real rosters, kept to the last choice and die."""

import os

from highground import compiled

__version__ = "0.1.0"

# The matrices here are small: threads of the linear algebra only wait for work, on cores that other battles want.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
compiled.use()
