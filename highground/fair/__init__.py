"""Dice that nobody can choose or foresee: the parties of a battle's rolls, their hash chains, the check of a log."""
