"""The computer's decisions, made in processes of their own."""
