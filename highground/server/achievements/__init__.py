"""What commanders have earned in battles that were fought here."""
