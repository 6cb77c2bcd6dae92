"""The editions that come with a game: told of, chosen for a table, and worded by the pages."""

from __future__ import annotations

from pathlib import Path

import pytest

from browser.visitors import words_of
from rivertable.core.game import GAMES
from rivertable.market import GAME

from .in_process import running
from .problem_documents import problem_in

SEATS = [{"kind": "person", "name": "Ann"}, {"kind": "bot", "level": "novice"}]


def test_a_table_is_played_with_the_edition_that_was_asked_for(tmp_path: Path) -> None:
    with running(tmp_path, has_jobs=False) as server:
        games = {game["name"]: game for game in server.call("GET", "/api/games").json()}
        assert games["glassworks"]["editions"] == ["standard"]
        assert sorted(games["market"]["editions"]) == ["first-edition", "second-edition"]
        standard, *others = games["market"]["editions"]
        assert GAME.printed.load().sha256 == GAME.printed.load(Path(standard)).sha256
        for edition in (None, standard, *others):
            wanted = {"game": "market", "seats": SEATS, **({} if edition is None else {"edition": edition})}
            made = server.call("POST", "/api/tables", wanted).json()["table"]
            printed = GAME.printed.load(Path(edition or standard))
            told = {"name": printed.name, "sha256": printed.sha256}
            assert server.call("GET", f"/api/tables/{made}").json()["components"] == told


def test_an_unknown_edition_and_a_seat_that_is_not_there_are_refused(tmp_path: Path) -> None:
    wanted = {"game": "market", "seats": SEATS}
    with running(tmp_path, has_jobs=False) as server:
        assert problem_in(server.call("POST", "/api/tables", wanted | {"edition": "third-edition"})).status == 422
        assert problem_in(server.call("POST", "/api/tables", wanted | {"first_seat": 2})).status == 404
        assert problem_in(server.call("GET", "/api/games/market/editions/third-edition")).status == 404
        made = server.call("POST", "/api/tables", wanted | {"first_seat": 1}).json()["table"]
        assert server.call("GET", f"/api/tables/{made}").json()["first_seat"] == 1


@pytest.mark.parametrize("name", ["glassworks", "market"])
def test_the_pages_have_words_for_every_option_edition_and_rule_of_a_rival(name: str) -> None:
    words = words_of("en", "options", name)
    options = {f"option_{option.name}": option.sentence for option in GAMES[name].options}
    assert {key: text for key, text in words.items() if key.startswith("option_")} == options
    editions = GAMES[name].printed.EDITIONS
    worded = {key.removeprefix("edition_") for key in words if key.startswith("edition_")}
    assert worded == (set(editions) if len(editions) > 1 else set())
    rules = {
        f"rule_{rival.name}_{number}": rule
        for rival in GAMES[name].rivals.characters
        for number, rule in enumerate(rival.rules, 1)
    }
    assert {key: text for key, text in words.items() if key.startswith("rule_")} == rules
