"""The state of a game as each seat sees it, what a page draws, and what differs between two states."""
