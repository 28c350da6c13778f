"""Attacks: one definition, three drivers (real dice, exact distribution, capped expectation). See docs/attack.md."""

from highground.engine.attack_definition import (
    amounts_text,
    define,
    explain_save,
    fnp_needed,
    miniature_wounds,
    pool_row,
    save_needed,
    wound_needed,
)
from highground.engine.attack_exact import Distribution, Stages, distribution
from highground.engine.attack_expected import expected, expected_slain
from highground.engine.attack_roll import roll, roll_stage, start
from highground.engine.attack_rows import AttackRow, rows
from highground.engine.attack_sequence import STAGES, AttackResult, RollStage, Sequence
from highground.engine.attack_terms import NO_SAVE, Attack, Pool, Target
from highground.engine.effects import KNOWN_KEYWORDS, Check, Circumstances, Modifier, Source

__all__ = [
    "KNOWN_KEYWORDS",
    "NO_SAVE",
    "STAGES",
    "Attack",
    "AttackResult",
    "AttackRow",
    "Check",
    "Circumstances",
    "Distribution",
    "Modifier",
    "Pool",
    "RollStage",
    "Sequence",
    "Source",
    "Stages",
    "Target",
    "amounts_text",
    "define",
    "distribution",
    "expected",
    "expected_slain",
    "explain_save",
    "fnp_needed",
    "miniature_wounds",
    "pool_row",
    "roll",
    "roll_stage",
    "rows",
    "save_needed",
    "start",
    "wound_needed",
]
