"""What the state and the timeline both say: who is who, units, dice tables, the board, phrases."""
