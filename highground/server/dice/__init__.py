"""Photos of the dice tray: read as a job, and told with what their dice show."""
