"""The web server: one folder a feature, one request one transaction."""
