"""Rule sets that players make: their format, what is refused of it, and how an army gets their rules."""

from highground.workshop.applying import applied
from highground.workshop.reading import RuleSetError, read_rule, read_rule_set
from highground.workshop.rule_sets import Rule, RuleSet

__all__ = ["Rule", "RuleSet", "RuleSetError", "applied", "read_rule", "read_rule_set"]
