"""The game's sockets: who is let in, what is sent to which client, and when a socket is dropped."""
