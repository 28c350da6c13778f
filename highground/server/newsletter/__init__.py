"""Addresses that want to hear of news."""
