"""Effects as data: modifier records, the circumstances of an attack, weapon keywords, and the one resolver."""

from highground.engine.effects.check import Amounts, Check
from highground.engine.effects.keywords import (
    FLAGS,
    KNOWN_KEYWORDS,
    asking,
    keyword_modifiers,
    parse_keyword,
    unknown_keywords,
)
from highground.engine.effects.records import (
    Circumstances,
    EffectError,
    Kind,
    Modifier,
    Reroll,
    Source,
    Stage,
    validate,
)
from highground.engine.effects.resolver import resolve_amount, resolve_check, resolve_number
from highground.engine.effects.situation import situation_modifiers

__all__ = [
    "FLAGS",
    "KNOWN_KEYWORDS",
    "Amounts",
    "Check",
    "Circumstances",
    "EffectError",
    "Kind",
    "Modifier",
    "Reroll",
    "Source",
    "Stage",
    "asking",
    "keyword_modifiers",
    "parse_keyword",
    "resolve_amount",
    "resolve_check",
    "resolve_number",
    "situation_modifiers",
    "unknown_keywords",
    "validate",
]
