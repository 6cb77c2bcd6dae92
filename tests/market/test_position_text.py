"""The one-line text of a position: exact at every step of a game, and every damage told by a sentence."""

from __future__ import annotations

import copy
import pickle

import pytest

from market.games_played import PLAYERS, steps_of_a_game, turn_starts
from rivertable.core.errors import PositionError
from rivertable.market import GAME, Position
from rivertable.market.printed.components import EDITIONS


@pytest.mark.parametrize("players", PLAYERS)
def test_every_step_of_a_game_is_its_text(players: int) -> None:
    phases = set()
    for position in steps_of_a_game(players, players):
        again = Position.from_text(position.text)
        assert again == position and again.text == position.text
        phases.add(int(position.state.phase))
    assert len(phases) >= 8


def test_a_text_names_its_edition() -> None:
    """Texts of before editions had names say "standard": that is the first."""
    for name in EDITIONS:
        position = turn_starts(2, 5, name)[8]
        assert position.text.split()[3] == name and Position.from_text(position.text) == position
    first = turn_starts(2, 5, "first-edition")[8]
    assert Position.from_text(first.text.replace("first-edition", "standard")) == first


def test_a_position_is_its_repr() -> None:
    position = turn_starts(3, 2)[20]
    assert eval(repr(position), {"Position": Position}) == position


def test_copies_are_equal_and_read_only() -> None:
    position = turn_starts(4, 2)[20]
    for again in (copy.deepcopy(position), pickle.loads(pickle.dumps(position))):
        assert again == position and hash(again) == hash(position) and not again.states.flags.writeable


FIELDS = ("tag", "players", "options", "deck", "river", "seats", "discard", "shuffles", "turn")


@pytest.mark.parametrize(
    ("field", "old", "new", "rule"),
    [
        ("tag", "market/1", "market/2", None),
        ("players", "3", "6", None),
        ("players", "3", "two", None),
        ("players", "3", "2", None),
        ("options", "rulebook", "bga", None),
        ("options", "rulebook", "rulebook+foo=yes", None),
        ("deck", "second-edition", "123456789abc", None),
        ("river", "swap-meet", "swap-mate", None),
        ("river", "swap-meet", "dressmaker", "M26"),
        ("river", "swap-meet", "swap-meet=1", "M77"),
        ("river", "/", ",", None),
        ("seats", ";5;", ";4;", "M13"),
        ("seats", ";5;0;", ";5;1;", "M113"),
        ("seats", ";5;", ";9;", None),
        ("seats", "$", "x", None),
        ("discard", "-", "forage,forage", "M2"),
        ("discard", "-", "nothing-of-it", None),
        ("shuffles", "0", "1", None),
        ("shuffles", "0", "-1", None),
        ("turn", "main", "lunch", None),
        ("turn", "main", "stopping", None),
        ("turn", "main", "doing;card=20;used=1", None),
        ("turn", "main", "refill", None),
        ("turn", "main", "over", "M116"),
        ("turn", "main", "main;due=2", None),
        ("turn", "main", "main;done=1", None),
        ("turn", "main", "main;end_seat=1", "M112"),
        ("turn", "main", "main;plank=77", None),
        ("turn", "main", "main;mood=1", None),
        ("turn", "main", "main;start=1:2", None),
    ],
)
def test_a_damaged_text_is_refused(field: str, old: str, new: str, rule: str | None) -> None:
    position = next(p for p in turn_starts(3, 5) if p.phase == "play" and p.seats[0].houses == 5)
    parts = position.text.split(" ")
    place = FIELDS.index(field)
    if field == "discard":
        parts[place] = "-"
    assert old in parts[place]
    parts[place] = parts[place].replace(old, new, 1)
    with pytest.raises(PositionError) as caught:
        Position.from_text(" ".join(parts))
    assert caught.value.sentence.endswith(".") and (rule is None or caught.value.rule == rule)


@pytest.mark.parametrize("text", ["", "market/1", "glassworks/1 2", "market/1 2 rulebook first-edition - - - 0"])
def test_what_is_no_position_at_all(text: str) -> None:
    with pytest.raises(PositionError):
        Position.from_text(text)


def test_a_card_in_two_hands_is_refused() -> None:
    """M2: each card is somewhere exactly once."""
    position = turn_starts(2, 5)[6]
    first, second = ((seat.hand or ())[0].id for seat in position.seats)
    with pytest.raises(PositionError, match="2 places") as caught:
        Position.from_text(position.text.replace(second, first, 1))
    assert caught.value.rule == "M2"


def test_set_up_is_known_by_its_start() -> None:
    """M16, M25, M26: any set-up will do, a later position will not."""
    assert all(GAME.documents.is_set_up(Position.new(players=4, seed=seed, first_seat=2)) for seed in range(5))
    assert not GAME.documents.is_set_up(turn_starts(4, 2)[1])
