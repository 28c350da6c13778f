"""Attacks: one definition, three drivers (real dice, exact distribution, capped expectation). See docs/attack.md."""
