"""Deals that many tables play: everything has its place, whatever was drawn before, and anybody can look it up."""

import hmac
from collections import Counter, defaultdict
from random import Random
from typing import Any

import pytest

from rivertable.core.chance import FixedOrder
from rivertable.core.errors import ChanceError, RecordError
from rivertable.core.game import GAMES
from rivertable.core.match import Match, Player, check, resume
from rivertable.core.record import read_document

from .random_matches import go_on
from .test_chance import chi_square

KEY = bytes(range(32))
NAMES = ("glassworks", "market")


def dealt(name: str, rng: Random, players: int = 3) -> Match:
    terms = GAMES[name].make_terms(players)
    seats = [Player(f"player {seat + 1}") for seat in range(players)]
    return go_on(Match.new(terms, seats, KEY, 1, has_fixed_order=True), rng)


def drawn_by_row(match: Match) -> dict[str, list[int]]:
    """What was drawn from each row of a game, in order, set-up among it; worked out by its rules alone."""
    found: dict[str, list[int]] = defaultdict(list)
    rows = match.game.rows
    assert rows is not None
    position = match.game.position_class.before_setup(match.terms, 1)
    turns = iter(match.turns)
    outcomes = iter(set_up_of(match))
    while not position.is_over:
        while position.is_chance:
            outcome = next(outcomes)
            found[rows.row_of(position.state)].append(outcome)
            position = position.apply(outcome)
        if position.is_over:
            break
        turn = next(turns)
        position = position.after(*turn.decisions)
        outcomes = iter(turn.outcomes)
    return found


def set_up_of(match: Match) -> list[int]:
    drawn: list[int] = []
    rows = match.game.rows
    assert rows is not None
    match.game.position_class.before_setup(match.terms, 1).resolve(FixedOrder(KEY, rows), drawn)
    return drawn


def place(row: str, outcome: int, copy: int) -> bytes:
    """What the documentation says of a place, worked out here."""
    return hmac.digest(KEY, f"{row}/{outcome}/{copy}".encode(), "sha256")


def test_the_kth_piece_out_of_the_bag_is_the_same_at_every_table() -> None:
    games = [drawn_by_row(dealt("glassworks", Random(seed))) for seed in range(6)]
    terms = GAMES["glassworks"].make_terms(3)
    bag = [(piece, copy) for piece in range(54) for copy in range(int(terms.array[0].bag[piece]))]
    order = [265 + piece for piece, _ in sorted(bag, key=lambda each: place("bag", 265 + each[0], each[1]))]
    assert len({len(game["bag"]) for game in games}) > 1
    for game in games:
        assert game["tiles"] == games[0]["tiles"]
        assert game["bag"] == order[: len(game["bag"])]


def test_each_seat_draws_from_rows_of_its_own() -> None:
    """However much others draw: the first card of the row that is still in the deck."""
    games = [drawn_by_row(dealt("market", Random(seed))) for seed in range(6)]
    rows = {row for game in games for row in game}
    assert {"booths", "seat 0, deck 0", "seat 2, deck 1"} <= rows
    for game in games:
        assert game["booths"] == games[0]["booths"]
        for row, drawn in game.items():
            assert drawn == sorted(drawn, key=lambda card: place(row, card, 0))
    # The seat that begins is dealt the same hand everywhere.
    assert len({tuple(game["seat 1, deck 0"][:3]) for game in games}) == 1


@pytest.mark.parametrize("name", NAMES)
def test_the_same_decisions_give_the_same_record(name: str) -> None:
    one = dealt(name, Random(4))
    other = Match.new(one.terms, one.players, KEY, 1, has_fixed_order=True)
    for turn in one.turns:
        other.play(turn.move)
    assert other.record() == one.record()


@pytest.mark.parametrize("name", NAMES)
def test_a_record_says_that_the_order_is_fixed_and_is_checked_by_it(name: str) -> None:
    match = dealt(name, Random(5))
    document = match.record()
    assert document["shuffle"]["order"] == "fixed"
    check(read_document(document, "record"))
    assert resume(read_document(document, "record")).record() == document
    numbered: dict[str, Any] = document | {"shuffle": {key: document["shuffle"][key] for key in ("commitment", "seed")}}
    with pytest.raises(RecordError, match="The set-up does not follow from the seed"):
        check(read_document(numbered, "record"))
    branched = document | {"branch": {"of": "0" * 64, "turn": 0}}
    with pytest.raises(RecordError, match="no fixed order"):
        check(read_document(branched, "record"))


class TwoThings:
    """A row with three of one thing and two of another."""

    COUNTS = (3, 2)

    def row_of(self, state: Any) -> str:
        return str(state)

    def count_of(self, terms: Any, outcome: int) -> int:
        return self.COUNTS[outcome]


def test_every_thing_that_is_left_is_as_likely() -> None:
    drawn: Counter[tuple[int, ...]] = Counter()
    for number in range(3000):
        source = FixedOrder(number.to_bytes(8, "big"), TwoThings())
        source.look("row", None)
        left, order = [3, 2], []
        while sum(left):
            outcomes = [thing for thing in (0, 1) if left[thing]]
            order.append(source.choose(outcomes, [left[thing] for thing in outcomes]))
            left[order[-1]] -= 1
        drawn[tuple(order)] += 1
    # The ten orders of three and two; 99.9 % of such statistics are below 27.9.
    assert len(drawn) == 10
    assert chi_square(drawn, dict.fromkeys(drawn, 1)) < 27.9


def test_nothing_is_drawn_from_nothing() -> None:
    with pytest.raises(ChanceError):
        FixedOrder(KEY, TwoThings()).choose([], [])
