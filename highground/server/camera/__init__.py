"""The camera of a physical game: a phone, its photos, what was read from them, and what the battle makes of it."""
