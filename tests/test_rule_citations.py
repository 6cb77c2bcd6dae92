"""Every rule of a game is cited by a test, and no test cites a rule that does not exist."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from citations import citations
from rivertable.core.rulebook import Rulebook


@dataclass(frozen=True)
class Game:
    """A game's rulebook, the letters of its ids, and the rules no test can check, each with the reason."""

    name: str
    package: str
    letters: str
    untestable: Mapping[str, str]


GLASSWORKS = Game("glassworks", "rivertable.glassworks.rulebook", "G", {})
MARKET = Game(
    "market",
    "rivertable.market.rulebook",
    "MRU",
    {
        "M3": "a mat of cardboard; what lies on it are numbers here, and the track on its back only shows a total",
        "M15": "makes change where tokens are short; amounts are numbers here, so nothing is ever short",
        "M17": "how cards are turned so that their pictures meet",
        "M19": "where tokens lie that nobody has; the supply never ends, so there is nothing to count",
        "M123": "a track that shows a total which is a number here",
        "M124": "the same track where it ends",
    },
)

GAMES = (GLASSWORKS, MARKET)
FULLY_CITED = (GLASSWORKS, MARKET)


@cache
def all_citations() -> dict[str, list[str]]:
    """The citations in all tests of this repository."""
    return citations(Path(__file__).parent)


def cited(game: Game) -> dict[str, list[str]]:
    """Those that carry one of the game's letters."""
    return {id: tests for id, tests in all_citations().items() if id[0] in game.letters}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_cited_rule_exists(game: Game) -> None:
    rules = Rulebook.load(game.package)
    unknown = {id: tests for id, tests in cited(game).items() if id not in rules}
    assert not unknown, f"Tests cite rules that do not exist: {unknown}"


@pytest.mark.parametrize("game", FULLY_CITED, ids=lambda game: game.name)
def test_every_rule_is_cited(game: Game) -> None:
    citing = cited(game)
    missing = [id for id in Rulebook.load(game.package) if id not in citing and id not in game.untestable]
    assert not missing, f"No test cites {len(missing)} rules: {', '.join(missing)}"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_untestable_rules_exist_have_a_reason_and_are_not_cited(game: Game) -> None:
    rules, citing = Rulebook.load(game.package), cited(game)
    for id, reason in game.untestable.items():
        assert id in rules and id not in citing and reason.strip(), id
