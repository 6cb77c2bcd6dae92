"""Legal moves as a collection, and moves in the making."""

from collections.abc import Collection, Iterator
from random import Random

import pytest

from rivertable.core.errors import IllegalMoveError
from rivertable.core.position import Draft, Moves, walk_turns
from rivertable.glassworks import GAME, Draw, Pass, Place, Position, View

from .random_matches import PLAYERS, random_match

MATCHES = [random_match(players) for players in PLAYERS]
POSITIONS = [match.before(turn) for match in MATCHES for turn in (0, 1, 8, len(match.turns) - 1)]
IDS = [f"{match.terms.players} players, {turn}" for match in MATCHES for turn in ("first", "second", "ninth", "last")]


def test_moves_are_a_lazy_collection() -> None:
    moves = POSITIONS[0].moves()
    assert isinstance(moves, Moves) and isinstance(moves, Collection)
    one, other = iter(moves), iter(moves)
    assert isinstance(one, Iterator) and one is not other
    first = next(one)
    assert next(one) != first == next(other)
    assert next(iter(moves)) == first


@pytest.mark.parametrize("position", POSITIONS, ids=IDS)
def test_moves_are_counted_listed_and_known(position: Position) -> None:
    moves = position.moves()
    listed = list(moves)
    assert moves and len(moves) == len(listed) == len(set(listed)) > 0
    assert all(isinstance(move, Place | Draw | Pass) for move in listed)
    for move in Random(1).sample(listed, min(5, len(listed))):
        assert move in moves and str(move) in moves
        assert GAME.moves.move_of(position, GAME.moves.decisions_of(position, move)) == move
        assert GAME.moves.parse_move(position, str(move)) == move
    assert repr(moves) == f"<Moves: {', '.join(map(str, listed))}>"
    assert list(position.view(position.seat).moves()) == listed


@pytest.mark.parametrize("stranger", [None, 7, 1.5, object(), "", "nonsense", (), Pass(), Place((), 1, 2), Draw(())])
def test_what_is_no_legal_move_is_not_in_moves(stranger: object) -> None:
    assert stranger not in POSITIONS[0].moves()


@pytest.mark.parametrize("position", POSITIONS, ids=IDS)
def test_turns_are_walked_in_rising_order(position: Position) -> None:
    turns = walk_turns(position)
    assert isinstance(turns, Iterator)
    walked = list(turns)
    listed = [decisions for decisions, _ in walked]
    assert listed == sorted(listed)
    assert [GAME.moves.move_of(position, decisions) for decisions in listed] == list(position.moves())
    assert sorted({decisions[0] for decisions in listed}) == list(position.decisions())
    for decisions, states in walked[:20]:
        assert states.tobytes() == position.after(*decisions).states.tobytes()


def test_who_walks_turns_may_write_to_the_states() -> None:
    position, seen = POSITIONS[0], []
    for decisions, states in walk_turns(position):
        states[0] = 0
        seen.append(decisions)
    assert seen == [decisions for decisions, _ in walk_turns(position)]
    assert position == MATCHES[0].start


def test_where_no_turn_begins_there_are_no_moves() -> None:
    over = random_match().position
    laying = Position.before_setup(over.terms)
    inside = POSITIONS[0].after(POSITIONS[0].decisions()[0])
    for position in (over, laying, inside):
        assert not position.moves() and len(position.moves()) == 0 and list(position.moves()) == []
        assert repr(position.moves()) == "<Moves: >"
        assert next(iter(POSITIONS[0].moves())) not in position.moves()
        with pytest.raises(IllegalMoveError, match=r"^A draft begins at the start of a turn\.$"):
            Draft(position)


@pytest.mark.parametrize("position", POSITIONS, ids=IDS)
def test_a_draft_makes_a_move_and_takes_it_back(position: Position) -> None:
    rng = Random(3)
    draft = Draft(position)
    boards = [position]
    assert draft.choices == position.decisions() and draft.start is draft.board is position
    while not draft.is_complete:
        with pytest.raises(IllegalMoveError, match=r"^The move is not complete\.$"):
            _ = draft.move
        draft.choose(rng.choice(draft.choices))
        boards.append(draft.board)
        assert draft.start is position
    assert draft.choices == () and draft.move in position.moves()
    assert GAME.moves.decisions_of(position, draft.move) == draft.decisions
    with pytest.raises(IllegalMoveError, match="is not legal now"):
        draft.choose(draft.decisions[-1])
    for board in reversed(boards[:-1]):
        assert draft.undo()
        assert draft.board is board and not draft.is_complete
    assert not draft.undo()
    assert draft.decisions == () and draft.board is position


def test_a_draft_refuses_what_is_no_choice() -> None:
    draft = Draft(POSITIONS[0])
    strangers = [-1, 10**6, *(set(range(400)) - set(draft.choices))]
    for decision in strangers:
        with pytest.raises(IllegalMoveError, match=f"^The decision {decision} is not legal now\\.$"):
            draft.choose(decision)
    assert draft.decisions == () and draft.board is POSITIONS[0]


def test_nothing_is_drawn_before_a_draft_is_played() -> None:
    position = POSITIONS[0]
    draft = Draft(position)
    while not draft.is_complete:
        draft.choose(draft.choices[0])
    assert isinstance(draft.board, Position) and draft.board.is_chance
    assert (draft.board.state.bag == position.state.bag).all()
    assert draft.board.resolve(4) == position.play(draft.move, 4)


def test_a_draft_may_be_made_on_a_view() -> None:
    position = POSITIONS[0]
    view = position.view(position.seat)
    draft, same = Draft(view), Draft(position)
    while not draft.is_complete:
        assert draft.choices == same.choices
        draft.choose(draft.choices[-1])
        same.choose(same.choices[-1])
        assert isinstance(draft.board, View) and draft.board.viewer == position.seat
    assert draft.move == same.move
