"""What happened in a battle, told from its events: the timeline, the board phase by phase, the figures."""
