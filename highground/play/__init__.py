"""A battle as a table of people sees and answers it: views for a seat, the players' commands, the computer's turn."""
