"""What players and the computer may have a battle do, by the names of the calls."""
