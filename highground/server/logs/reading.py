"""Reading an uploaded document: a timeline as it is, a battle log by playing it again."""

from __future__ import annotations

import structlog

from highground.server.logs.timelines import Json, NotALog, PreparedLog, is_battle_log, parse, prepare

log_lines = structlog.get_logger(__name__)


def read(data: bytes, game_id: str) -> PreparedLog:
    """What is stored of a document, in place. Raises NotALog."""
    document = parse(data)
    if isinstance(document, dict) and is_battle_log(document):
        return prepare(replay(document), game_id, data, str(document.get("engine", ""))[:80])
    return prepare(document, game_id)


def replay(log: Json) -> Json:
    """Play a battle log again and tell it as a timeline. Raises NotALog where it is none, or plays otherwise now."""
    from highground.engine.errors import LogError, ReplayError
    from highground.game.timeline.whole_log import timeline_of
    from highground.words import sentence

    try:
        return {**timeline_of(log)}
    except LogError as error:
        raise NotALog(sentence(error)) from error
    except ReplayError as error:
        raise NotALog(f"This battle log cannot be played again. {sentence(error)}") from error
    except Exception as error:  # the file is a stranger's: whatever it breaks, it is the file that is wrong
        log_lines.warning("an uploaded battle log broke the replay", exc_info=error)
        raise NotALog("This battle log cannot be played again: its parts do not fit together.") from error
