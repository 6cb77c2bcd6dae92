"""What a turn brings beside what its move says: nothing changes hands or place that is not told."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random

import numpy as np
import pytest
from pydantic import TypeAdapter

from market.games_played import PLAYERS, random_move, turn_starts
from rivertable.core.position import walk_turns
from rivertable.market import GAME, Build, Hire, Move, Position
from rivertable.market.consequences import AnyConsequence, ConsequenceDocument, list_consequences
from rivertable.market.printed.components import EDITIONS
from rivertable.market.printed.effects import amounts_text, read_amounts

NAMES = ("you", "otter", "heron", "wagtail", "kingfisher")
EVERY = 5
"""One turn in so many of those that a position allows is looked at."""


def told_amounts(position: Position, move: object, consequences: list[AnyConsequence]) -> np.ndarray:
    """What each seat gains, and what it spends as less than nothing, by what the move and the consequences say."""
    mover = int(position.state.seat)
    told = np.zeros((position.players, 6), dtype=int)
    if isinstance(move, Build | Hire):
        told[mover] -= move.paid
    for time in (time for effect in getattr(move, "effects", ()) for time in effect.times):
        told[mover] += np.array(time.gained) - time.spent
    for one in consequences:
        if "amounts" in one:
            told[one.get("seat", mover)] += read_amounts(one["amounts"])
    return told


def told_tokens(position: Position, move: object, consequences: list[AnyConsequence]) -> np.ndarray:
    """The Zoom tokens of the seats after a turn, by what the move and the consequences say."""
    tokens = position.state.tokens.copy()
    if isinstance(move, Move) and move.has_token:
        tokens[position.state.seat] = 0
    if any(one["type"] == "end-triggered" for one in consequences):
        tokens[: position.players] = 1
    return tokens


def told_pawns(position: Position, move: object, consequences: list[AnyConsequence]) -> list[str]:
    """The Booths where the pawns are after a turn, by what the move and the consequences say."""
    mover = int(position.state.seat)
    pawns = [position.river[seat.pawn].card.id for seat in position.seats]
    if isinstance(move, Move):
        pawns[mover] = move.booth
    for one in consequences:
        if one["type"] == "called":
            assert {pawns[seat] for seat in one["seats"]} == {one["booth"]}
            for seat in one["seats"]:
                pawns[seat] = pawns[mover]
        elif one["type"] == "sailed-on":
            pawns[mover] = one["booth"]
    return pawns


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("players", PLAYERS)
def test_nothing_changes_hands_or_place_untold(players: int, edition: str) -> None:
    """M61, M96, U3 to U6, U11: what the move and the consequences say is all that changed."""
    checked = TypeAdapter(list[ConsequenceDocument])
    for position in turn_starts(players, 3, edition)[:-1:4]:
        for number, (decisions, _) in enumerate(walk_turns(position)):
            if number % EVERY or number > 40 * EVERY:
                continue
            move = GAME.moves.move_of(position, decisions)
            consequences = list_consequences(position, decisions)
            checked.validate_python(consequences)
            after = position.after(*decisions)
            changed = after.state.resource.astype(int) - position.state.resource
            assert (told_amounts(position, move, consequences) == changed[:players]).all(), (move, consequences)
            assert (told_tokens(position, move, consequences) == after.state.tokens).all()
            assert told_pawns(position, move, consequences) == [after.river[seat.pawn].card.id for seat in after.seats]


@cache
def all_told(seed: int) -> tuple[tuple[AnyConsequence, str], ...]:
    """All consequences of a random game of four with what is said of them."""
    found = []
    rng = Random(seed)
    position = Position.new(players=4, seed=seed)
    while not position.is_over:
        decisions = GAME.moves.decisions_of(position, random_move(position, rng))
        consequences = list_consequences(position, decisions)
        said = GAME.consequences.describe_consequences(position, decisions, NAMES)
        assert said.count(". ") + said.endswith(".") == len(consequences)
        found += [(one, said) for one in consequences]
        position = position.after(*decisions).resolve(rng.getrandbits(32))
    return tuple(found)


def test_every_kind_is_met_and_told_with_names_and_amounts() -> None:
    """A reader learns who gains what by which card, and whose pawn goes where."""
    kinds: Counter[str] = Counter()
    deck = GAME.printed.load().deck
    for one, said in (each for seed in range(12) for each in all_told(seed)):
        kinds[one["type"]] += 1
        if "amounts" in one:
            assert amounts_text(read_amounts(one["amounts"])) in said
        if "card" in one:
            assert f"{NAMES[one['seat']].capitalize()}: " in said and deck.card(one["card"]).name in said
        if one["type"] == "called":
            assert f"Called here from {deck.card(one['booth']).name}: " in said
            assert all(NAMES[seat] in said for seat in one["seats"])
        if one["type"] == "sailed-on":
            assert f"Sailed on to {deck.card(one['booth']).name}." in said
    assert set(kinds) == {"owner-bonus", "shared-bonus", "helper", "collected", "called", "sailed-on", "end-triggered"}


@pytest.mark.parametrize(("planks", "lilies"), [("1,2", 2), ("2,1", 1)])
def test_pawns_are_counted_when_the_first_plank_has_been_done(planks: str, lilies: int) -> None:
    """U9: the pawn that the first plank calls counts for the Lantern Maker's Owner bonus, one called later does not."""
    position = Position.from_text(
        "market/1 2 rulebook second-edition swap-meet,lantern-maker=1/mending-bench,dressmaker,willow-larder "
        "forage;-;t2$4;5;0;swap-meet/-;-;$4;4;0;dressmaker - 0 0.0.9.main"
    )
    decisions = GAME.moves.decisions_of(position, GAME.moves.parse_move(position, f"forage>lantern-maker:{planks}"))
    given = [one for one in list_consequences(position, decisions) if one["type"] == "owner-bonus"]
    assert [one["amounts"] for one in given] == [{"lily": lilies}]
    assert position.after(*decisions).seats[1].resources[4] == lilies
