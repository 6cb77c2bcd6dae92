"""The registry of games, the terms of a game, and boards by their value."""

import copy
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rivertable.core.errors import DataError, IllegalMoveError, OptionError, PositionError, UnknownNameError
from rivertable.core.game import GAMES, Game
from rivertable.core.position import Board, View
from rivertable.glassworks import GAME, Position
from rivertable.glassworks import View as GlassworksView

from .random_matches import PLAYERS, random_match


def test_the_registry_holds_the_installed_games() -> None:
    assert GAMES["glassworks"] is GAME is GAMES["glassworks"]
    assert isinstance(GAMES["glassworks"], Game) and GAME.name == "glassworks"
    assert "glassworks" in GAMES and "chess" not in GAMES and GAMES.get("chess") is None
    assert list(GAMES) == sorted(GAMES) and len(GAMES) == len(list(GAMES)) > 0


def test_an_unknown_game_is_told_with_those_there_are() -> None:
    with pytest.raises(UnknownNameError) as caught:
        GAMES["chess"]
    assert str(caught.value) == f"There is no game 'chess'; there are {', '.join(GAMES)}."
    assert isinstance(caught.value, KeyError) and caught.value.code == "unknown-name"


@pytest.mark.parametrize("players", [-1, 0, 1, 6, 100])
def test_a_number_of_players_that_the_game_has_not(players: int) -> None:
    sentence = f"River Valley Glassworks is for 2 to 5 players, not {players}."
    for make in (GAME.make_terms, lambda players: Position.new(players=players)):
        with pytest.raises(OptionError) as caught:
            make(players)
        assert caught.value.sentence == sentence


def test_terms_say_what_a_game_is_played_under() -> None:
    terms = GAME.make_terms(3)
    assert terms == GAME.make_terms(3, GAME.options.make("rulebook"), GAME.printed.load())
    assert hash(terms) == hash(GAME.make_terms(3))
    assert len({terms, GAME.make_terms(4), GAME.make_terms(3, GAME.options.make("bga"))}) == 3
    assert terms.array.shape == (1,) and not terms.array.flags.writeable
    assert "array" not in repr(terms)
    # Black glass is in the bag only with five players (G6).
    assert [int(GAME.make_terms(players).array[0].pile_count) for players in PLAYERS] == [120, 120, 120, 132]


def test_a_components_file_with_faults_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('name = "mine"\ncolour = 1\n', encoding="utf-8")
    with pytest.raises(DataError) as caught:
        GAME.printed.load(path)
    assert caught.value.faults[0] == "There is no entry 'colour' in a components file."
    assert str(caught.value).splitlines()[1:] == [f"- {fault}" for fault in caught.value.faults]
    with pytest.raises(DataError, match="cannot be read"):
        GAME.printed.load(tmp_path / "none.toml")


def test_an_unknown_preset_or_option_of_a_position() -> None:
    with pytest.raises(OptionError, match="There is no preset 'mine'; there are rulebook, bga"):
        Position.new(preset="mine")
    with pytest.raises(OptionError, match="There is no option 'deep'"):
        Position.new(options={"deep": True})
    with pytest.raises(IllegalMoveError, match="no seat -1 among 2"):
        Position.new(first_seat=-1)


def test_positions_are_equal_by_state_and_terms() -> None:
    position = Position.new(players=3, seed=4)
    same = Position.from_text(position.text)
    assert position == same and hash(position) == hash(same) and position is not same
    assert repr(position) == f"Position.from_text({position.text!r})"
    assert eval(repr(position), {"Position": Position}) == position
    for other in (
        Position.new(players=3, seed=5),
        Position.new(players=3, seed=4, preset="bga"),
        Position.new(players=3, seed=4, first_seat=1),
        position.view(0),
        None,
    ):
        assert position != other
    with pytest.raises(PositionError):
        Position.from_text("glassworks/1")


def test_views_are_equal_by_viewer_too() -> None:
    position = Position.new(players=3, seed=4)
    view = position.view(0)
    assert isinstance(view, GlassworksView) and isinstance(view, View)
    assert view == position.view(0) and hash(view) == hash(position.view(0))
    assert view != position.view(1) and view != position.view() and view != position
    assert (view.viewer, position.view().viewer) == (0, None)
    assert view.sample(1) == position and view.seat == position.seat


@pytest.mark.parametrize("make", [copy.copy, copy.deepcopy, lambda board: pickle.loads(pickle.dumps(board))])
def test_copies_are_equal_and_as_unchangeable(make: Callable[[Any], Any]) -> None:
    position = Position.new(players=3, seed=4, preset="bga")
    for board in (position, position.view(2), position.view()):
        copied = make(board)
        assert type(copied) is type(board) and copied == board and hash(copied) == hash(board)
        assert list(copied.moves()) == list(board.moves())
        assert copied.game is GAME is copied.terms.game
        assert not copied.states.flags.writeable and not copied.terms.array.flags.writeable


def test_nobody_can_write_to_a_board() -> None:
    position = Position.new(seed=1)
    for board in (position, position.view(0), position.play(next(iter(position.moves())), 1)):
        with pytest.raises(ValueError, match="read-only"):
            board.states["seat"] = 1
        with pytest.raises(ValueError, match="read-only"):
            board.state.bag[0] = 9


@pytest.mark.parametrize("players", PLAYERS)
def test_old_positions_never_change(players: int) -> None:
    match = random_match(players)
    texts = [turn.after.text for turn in match.turns]
    bytes_before = [turn.after.states.tobytes() for turn in match.turns]
    for turn in match.turns[:-1]:
        turn.after.play(next(iter(turn.after.moves())), 1)
        list(turn.after.moves())
        str(turn.after)
    assert [turn.after.text for turn in match.turns] == texts
    assert [turn.after.states.tobytes() for turn in match.turns] == bytes_before


def test_what_a_board_says_of_itself() -> None:
    match = random_match(4)
    position, over = match.before(5), match.position
    assert isinstance(position, Board) and position.players == 4
    assert (position.seat, position.is_deciding, position.is_over, position.is_chance) == (
        (match.turns[5].seat, True, False, False)
    )
    assert (over.seat, over.is_deciding, over.is_over, over.is_chance) == (None, False, True, False)
    assert over.decisions() == over.outcomes() == ()
    assert over.totals == tuple(over.total(seat) for seat in range(4))
    assert over.winners == tuple(np.flatnonzero(np.array(over.totals) == max(over.totals)).tolist())


def test_every_part_of_a_game_must_be_given() -> None:
    with pytest.raises(TypeError, match=r"missing .* 'kernel', 'moves', 'documents'"):
        Game("half", "Half a game")  # type: ignore[call-arg]


def test_set_ups_are_told_from_other_positions() -> None:
    """G6 to G11."""
    match = random_match(3)
    assert GAME.documents.is_set_up(match.start)
    assert not any(GAME.documents.is_set_up(turn.after) for turn in match.turns)
    assert not GAME.documents.is_set_up(Position.before_setup(match.terms))
