"""What is told of a battle from its events: the timeline, statistics."""
