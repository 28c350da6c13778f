"""The built web app, and every address that belongs to it."""
