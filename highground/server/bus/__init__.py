"""Messages between the processes that serve one site: rooms to publish to and to listen in, local or through Redis."""
