"""What happened in a battle, made from its events: the timeline, the board phase by phase, the figures."""
