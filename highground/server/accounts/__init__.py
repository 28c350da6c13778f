"""Accounts: who somebody is, how they log in, and what they may know about it."""
