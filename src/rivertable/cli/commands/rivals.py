"""``rivertable rivals``: the Rivals of a game with the rules that they follow."""

from __future__ import annotations

from typing import Any

from ...bots import rivals_of
from ...core.contract.rivals import INVENTED
from ...core.game import Game
from ..shared.arguments import GameName, Json
from ..shared.console import find_game, say, say_json, tell


def rivals(game: GameName, as_json: Json = False) -> None:
    """Show a game's Rivals, for playing alone: who they are, and the rules that tell what they will do."""
    chosen = find_game(game)
    for document in rival_documents(chosen):
        if as_json:
            say_json(document)
        else:
            _show(document)
    if not as_json:
        if chosen.rivals_alike:
            tell(chosen.rivals_alike)
        tell(INVENTED)
        tell(f"Play one: rivertable play {chosen.name} --rival {chosen.rivals[0].name}")


def rival_documents(game: Game) -> list[dict[str, Any]]:
    """Return a game's Rivals as plain JSON, the easiest first."""
    return [
        {
            "bot": name,
            "name": rival.name,
            "title": rival.title,
            "character": rival.character,
            "rules": list(rival.rules),
            "source": INVENTED,
        }
        for name, rival in rivals_of(game).items()
    ]


def _show(document: dict[str, Any]) -> None:
    say(f"{document['title']}  ({document['bot']})", style="bold")
    tell(document["character"], "  ")
    for number, rule in enumerate(document["rules"], start=1):
        tell(rule, f"  {number}. ")
    say()
