"""Battle logs: stored with their timeline, answered whole or since an entry."""
