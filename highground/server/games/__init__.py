"""Games: whose they are, who sits at them, and who may do what."""
