"""What a battle comes to: statistics, what is worth knowing afterwards, awards and achievements."""
