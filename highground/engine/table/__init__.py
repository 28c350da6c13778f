"""Geometry of the table: pure functions on places and radii in inches, with no battle state.

A unit comes as parallel tuples: `places` (centres of its living miniatures) and `radii` (of their bases). Single bases
that only stand in the way come as discs, `(x, y, radius)`.
"""
