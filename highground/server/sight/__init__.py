"""Lines of sight for the map: the engine's own answer."""
