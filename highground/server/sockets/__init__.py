"""The game's sockets: who is let in, what is sent to whom, and when a socket is dropped."""
