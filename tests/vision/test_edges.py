"""Matching in the frequency domain comes to the same as weighing every neighbour of every place."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from highground.vision.edges import Edges, matched, reach_of, spectra
from highground.vision.ovals import kernels

FAR, NEAR = 9.3, 5.1


@pytest.mark.parametrize("shape", [(40, 60), (7, 90)])
@pytest.mark.parametrize("place", [None, (slice(0, 3), slice(4, 21)), (slice(2, 7), slice(30, 60))])
@pytest.mark.parametrize("spare", [0, 5])
def test_outlines_are_matched_at_every_place_up_to_the_edge(
    shape: tuple[int, int], place: tuple[slice, slice] | None, spare: int
) -> None:
    """Of all of a plane or a part of it, also if that is prepared for wider outlines than these."""
    chance = np.random.default_rng(3)
    across, down, first, second, third, changed = chance.normal(size=(6, *shape)).astype(np.float32)
    edges, weights = Edges(across, down, (first, second, third), changed), kernels(FAR, NEAR, 30)
    edge, inside = matched(spectra(edges, reach_of(FAR) + spare, place), weights)
    fields = (across, down, first - third, second)
    every = sum(cv2.filter2D(field, cv2.CV_32F, each) for field, each in zip(fields, weights.edge, strict=True))
    filled = cv2.filter2D(changed, cv2.CV_32F, weights.inside)
    here = place or (slice(None), slice(None))
    np.testing.assert_allclose(edge, np.asarray(every)[here], atol=1e-5)
    np.testing.assert_allclose(inside, filled[here], atol=1e-5)
