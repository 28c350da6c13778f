"""Games that are being prepared and played: the set-up, the battle that the server keeps, the players' calls."""
