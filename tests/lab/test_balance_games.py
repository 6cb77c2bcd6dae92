"""What turns of real games used, and what their totals are the sum of, against the boards themselves."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from rivertable.core.contract.parts import Family, PrintedValue, Thing
from rivertable.core.game import GAMES
from rivertable.core.match import Match
from rivertable.lab.balance import GameArrays, stack_games
from rivertable.lab.balance.games import play_counted
from rivertable.lab.simulation import Job
from rivertable.lab.simulation.games import play_match, rows_of

from .made_games import assert_same

COUNTS = (2, 3, 5)


def played(game: str, players: int, number: int = 1, bot: str = "random") -> tuple[Match, list[Counter[str]]]:
    """A game, and by seat how often it used each thing."""
    chosen = GAMES[game]
    job = Job(chosen.make_terms(players), (bot,) * players, "uses")
    match = play_match(job, number)
    used = [Counter[str]() for _ in range(players)]
    for turn in rows_of(match, job, number).turns:
        used[turn.seat].update(turn.uses)
    return match, used


@pytest.mark.parametrize("game", ["glassworks", "market"])
def test_ids_are_those_that_the_game_lists(game: str) -> None:
    families = GAMES[game].counting.list_uses(GAMES[game].printed.load())
    listed = [thing.id for family in families for thing in family.things]
    assert all(isinstance(family, Family) and isinstance(family.things[0], Thing) for family in families)
    assert len(listed) == len(set(listed))
    assert {name.partition(":")[0] for name in listed} == {family.name for family in families}
    for players in COUNTS:
        _, used = played(game, players)
        assert set().union(*used) <= set(listed)
    values = GAMES[game].printed.list_values(GAMES[game].printed.load())
    assert all(isinstance(value, PrintedValue) for value in values)
    known = {*listed, *(part.id for part in GAMES[game].counting.list_parts())}
    assert {thing for value in values for thing in value.things} <= known


@pytest.mark.parametrize("players", COUNTS)
def test_glass_that_was_gathered_stands_in_the_columns_of_its_colour(players: int) -> None:
    """G19 to G22: pieces in columns by colour and column, the others in overflow."""
    match, used = played("glassworks", players)
    for seat, counts in enumerate(used):
        board: Any = match.position.seat_board(seat)  # type: ignore[attr-defined]
        heights = {f"column:{column.number}": column.height for column in board.columns}
        assert {name: n for name, n in counts.items() if name in heights} == heights
        colours = sum(n for name, n in counts.items() if name.startswith("colour:"))
        assert colours == sum(heights.values())
        assert counts["column:overflow"] == len(board.overflow)
        assert sum(n for name, n in counts.items() if name.startswith("turn:")) == sum(
            turn.seat == seat for turn in match.turns
        )
        placed = counts["turn:place-one"] + counts["turn:place-two"]
        for family in ("tile:", "onto:"):
            assert sum(n for name, n in counts.items() if name.startswith(family)) == placed


@pytest.mark.parametrize("players", COUNTS)
def test_cards_that_were_played_lie_where_their_owners_put_them(players: int) -> None:
    """M73, M94, M85: Booths and Events owned, Helpers hired, houses in star spaces."""
    match, used = played("market", players, bot="sight:net=no,root_candidates=10")
    end: Any = match.position
    for seat, counts in enumerate(used):
        owned = {booth.card.id for booth in end.river if booth.owner == seat}
        built = {name.partition(":")[2] for name in counts if name.startswith(("booth:", "event:"))}
        assert built == owned
        hired = {name.partition(":")[2] for name in counts if name.startswith("helper:")}
        assert hired == {card.id for card in end.seats[seat].helpers}
        placed = {booth.card.id: booth.houses[seat] for booth in end.river if booth.houses[seat]}
        assert {name[7:]: n for name, n in counts.items() if name.startswith("attend:")} == placed
        moved = counts["turn:move"] + counts["turn:token"]
        assert moved == sum(n for name, n in counts.items() if name.startswith("step:"))
        turns = sum(n for name, n in counts.items() if name.startswith("turn:"))
        answers = sum(turn.seat == seat and str(turn.move) in ("keep", "redraw") for turn in match.turns)
        assert turns + answers == sum(turn.seat == seat for turn in match.turns)
    assert sum(counts["turn:build"] for counts in used) > 0


@pytest.mark.parametrize("game", ["glassworks", "market"])
def test_parts_make_the_total(game: str) -> None:
    """G39, M122."""
    for number in range(1, 6):
        match, _ = played(game, 4, number)
        names = [part.id for part in match.game.counting.list_parts()]
        assert len(names) == len(set(names))
        for seat in range(4):
            parts = match.game.counting.score_parts(match.position, seat)
            assert (len(parts), sum(parts)) == (len(names), match.position.total(seat))


@pytest.mark.parametrize("game", ["glassworks", "market"])
def test_real_games_can_be_stacked(game: str) -> None:
    chosen = GAMES[game]
    job = Job(chosen.make_terms(3), ("random",) * 3, "noted")
    wholes = [rows_of(play_match(job, number), job, number) for number in (1, 2, 3)]
    arrays = stack_games(wholes, chosen.counting.list_uses(chosen.printed.load()), chosen.counting.list_parts())
    assert isinstance(arrays, GameArrays)
    assert arrays.totals.tolist() == [list(whole.game.totals) for whole in wholes]
    assert arrays.parts.sum(axis=2).tolist() == arrays.totals.tolist()
    assert arrays.wins.sum(axis=1).tolist() == pytest.approx([1, 1, 1])
    assert all(
        rounds[-1].tolist() == total for rounds, total in zip(arrays.rounds, arrays.totals.tolist(), strict=True)
    )
    assert arrays.uses.sum() == sum(len(turn.uses) for whole in wholes for turn in whole.turns)


@pytest.mark.parametrize(
    ("game", "bots"),
    [
        ("glassworks", ("random", "novice")),
        ("glassworks", ("random",) * 5),
        ("market", ("random",) * 2),
        ("market", ("novice", "random", "random")),
    ],
)
def test_compiled_games_are_stacked_as_typed_ones(game: str, bots: tuple[str, ...], tmp_path: Path) -> None:
    """With a folder to keep records in, each turn becomes a typed move; without, none does."""
    job = Job(GAMES[game].make_terms(len(bots)), bots, "stacked")
    numbers = tuple(range(1, 9))
    assert_same(play_counted((job, numbers, None)), play_counted((job, numbers, tmp_path)))
