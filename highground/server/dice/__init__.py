"""Photos of the dice tray: read as a job, and reported with what their dice show."""
