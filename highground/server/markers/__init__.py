"""Unit marker images, drawn from the unit's name alone."""
