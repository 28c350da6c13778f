"""A battle with the people around it: who commands which army, their clock, a board of their own."""
