"""Messages between whoever serves the same site: rooms to publish to and to listen in, local or through Redis."""
