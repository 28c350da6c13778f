"""Photos of battles that never were, drawn in three dimensions, to measure the reading of tables by."""
