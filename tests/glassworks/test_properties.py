"""What holds in every game: pieces, chance, unchanging positions, round trips, an end."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rivertable.core.chance import Recorded
from rivertable.core.documents import as_document
from rivertable.core.position import Draft, walk_turns
from rivertable.glassworks import GAME, GlassworksComponents, Position, View
from rivertable.glassworks.board import GlassworksBoard, pieces_in
from rivertable.glassworks.kernel.state import TYPES, Decision, Outcome

from .kernel_games import KernelGame, random_position, terms_of
from .printed_data import ENDLESS, SCARCE
from .strategies import EDITIONS, games, modest, points, positions
from .tables import components_of, table


def read_again(position: Position) -> Position:
    """The position that its own text says."""
    components = position.terms.components
    assert isinstance(components, GlassworksComponents)
    return Position.from_text(position.text, components)


def colours(board: GlassworksBoard) -> Counter[int]:
    """How many pieces of each colour there are, wherever they lie: bag, lake, tiles, satchels, glassworks, overflow."""
    state = board.state
    counts = Counter(piece.colour for piece in (*board.bag, *board.lake))
    for number, count in enumerate(state.tile.sum(axis=0).tolist()):
        counts[number % 9] += count
    for seat in board.seats:
        counts.update(piece.colour for piece in (*seat.satchel, *seat.overflow))
        counts.update({column.colour: column.height for column in seat.columns})
    return counts


def is_well_kept(board: GlassworksBoard) -> bool:
    """Whether every count in the state is that of what lies there."""
    state = board.state
    return (
        int(state.bag_count) == len(board.bag)
        and state.tile_count.tolist() == state.tile.sum(axis=1).tolist()
        and state.tile_types.tolist() == [sum(1 << int(n) for n in tile.nonzero()[0]) for tile in state.tile]
        and all(int(state.overflow_count[seat.seat]) == len(seat.overflow) for seat in board.seats)
        and all(int(state.columns_used[seat.seat]) == len(seat.columns) for seat in board.seats)
        and all(1 <= column.height <= 5 for seat in board.seats for column in seat.columns)
        and len(board.lake) <= 5
    )


@modest()
@given(games())
def test_every_piece_is_kept_and_every_game_ends(start: tuple[KernelGame, Random]) -> None:
    """G1 to G33: at every step; each turn places glass in the river or draws the lake down, so turns are bounded."""
    game, rng = start
    box = colours(game.position())
    turns = 0
    for step in range(5000):
        if game.is_over:
            break
        if game.is_turn_start:
            turns += 1
            assert all(len(seat.satchel) <= 5 for seat in game.position().seats)
        if step % 5 == 0 or game.is_turn_start:
            board = game.position()
            assert colours(board) == box
            assert is_well_kept(board)
        game.go_on(rng)
    assert game.is_over
    assert turns < 400
    assert colours(game.position()) == box
    last = game.position()
    assert not last.decisions() and not last.outcomes() and not last.moves() and last.seat is None


@modest()
@given(points(), st.integers(0, 2**32))
def test_nothing_is_random_but_through_chance(position: Position, seed: int) -> None:
    """The same choices give the same bytes, and each choice is either a seat's or chance's."""
    first, second = KernelGame.at(position), KernelGame.at(position)
    rng = Random(seed)
    for _ in range(60):
        assert not (first.decisions() and first.weights())
        if first.is_over:
            break
        second.apply(first.go_on(rng))
        assert first.states.tobytes() == second.states.tobytes()


@modest(30)
@given(points(), st.integers(0, 2**32))
def test_old_positions_never_change(position: Position, seed: int) -> None:
    """Playing on gives new positions; those before keep every byte and cannot be written to."""
    rng = Random(seed)
    seen = [(position, position.states.tobytes(), position.text, str(position))]
    for _ in range(40):
        now = seen[-1][0]
        choices = now.decisions() or [outcome for outcome, _ in now.outcomes()]
        if not choices:
            break
        after = now.apply(rng.choice(choices))
        assert after != now and after is not now
        seen.append((after, after.states.tobytes(), after.text, str(after)))
    for old, content, text, picture in seen:
        assert (old.states.tobytes(), old.text, str(old)) == (content, text, picture)
        with pytest.raises(ValueError, match="read-only"):
            old.states["seat"] = 1
        with pytest.raises(ValueError, match="read-only"):
            old.state.lake_count = 1


@modest(150)
@given(points())
def test_each_outcome_yields_itself_with_its_weight(position: Position) -> None:
    """G7, G8, G18, G26, G30: outcome t takes exactly one piece t from the bag; weights count what the bag holds."""
    outcomes = position.outcomes()
    assert [outcome for outcome, _ in outcomes] == sorted({outcome for outcome, _ in outcomes})
    if not outcomes:
        return
    if outcomes[0][0] >= Outcome.TILE:
        assert {weight for _, weight in outcomes} == {1}
        assert len({position.apply(outcome).text for outcome, _ in outcomes}) == len(outcomes)
        return
    bag = Counter(piece.number for piece in position.bag)
    assert {outcome - Outcome.DRAWN: weight for outcome, weight in outcomes} == bag
    assert sum(weight for _, weight in outcomes) == len(position.bag)
    for outcome, _ in outcomes:
        after = position.apply(outcome)
        gone = (position.state.bag - after.state.bag).tolist()
        assert gone == [int(number == outcome - Outcome.DRAWN) for number in range(TYPES)]
        assert on_the_table(after) - on_the_table(position) == Counter({outcome - Outcome.DRAWN: 1})


def on_the_table(board: GlassworksBoard) -> Counter[int]:
    """The types of all glass in the river, the lake and the satchels."""
    state = board.state
    counts = Counter(state.lake[: int(state.lake_count)].tolist())
    counts.update({number: count for number, count in enumerate(state.tile.sum(axis=0).tolist()) if count})
    for seat, held in enumerate(state.held.tolist()):
        counts.update(state.satchel[seat, :held].tolist())
    return counts


@modest(40)
@given(positions(), st.integers(0, 2**32))
def test_undo_returns_the_exact_position(position: Position, seed: int) -> None:
    """A draft goes back decision by decision to the same bytes, and its move is that of its decisions."""
    rng = Random(seed)
    draft = Draft(position)
    seen = []
    while not draft.is_complete:
        seen.append((draft.board, draft.board.states.tobytes(), draft.decisions, draft.choices))
        assert draft.choices == draft.board.decisions()
        draft.choose(rng.choice(draft.choices))
    assert draft.choices == ()
    assert GAME.moves.decisions_of(position, draft.move) == draft.decisions
    for before, content, decisions, choices in reversed(seen):
        assert draft.undo()
        assert draft.board == before
        assert draft.board.states.tobytes() == content
        assert (draft.decisions, draft.choices, draft.is_complete) == (decisions, choices, False)
    assert not draft.undo()
    assert draft.board is draft.start is position


@modest(25)
@given(positions())
def test_moves_go_through_text_json_and_decisions(position: Position) -> None:
    """Every legal move: notation, record form and decisions say the same move, and no two moves are alike."""
    walked = list(walk_turns(position))
    turns = [decisions for decisions, _ in walked]
    assert all(position.after(*decisions).states.tobytes() == states.tobytes() for decisions, states in walked[:60])
    moves = list(position.moves())
    assert len(moves) == len(turns) == len(position.moves()) == len(set(moves)) == len(set(map(str, moves)))
    assert turns == sorted(turns)
    for decisions, move in zip(turns[:60], moves, strict=False):
        assert GAME.moves.decisions_of(position, move) == decisions
        assert GAME.documents.read_move(GAME.documents.write_move(move)) == move
        assert move in position.moves()
    for move in moves[:: max(len(moves) // 12, 1)]:
        assert GAME.moves.parse_move(position, str(move)) == move
        assert str(move).swapcase() in position.moves()


@modest(120)
@given(points())
def test_positions_go_through_text_and_repr(position: Position) -> None:
    """At every point, inside turns and where chance acts as well: one line is the whole position."""
    again = read_again(position)
    assert again == position and hash(again) == hash(position)
    assert again.states.tobytes() == position.states.tobytes()
    if position.terms.components == GAME.printed.load():
        assert eval(repr(position), {"Position": Position}) == position
    assert len(position.text.split()) == 9 and "\n" not in position.text


@modest(60)
@given(positions(is_over_too=True))
def test_states_go_through_the_record_form(position: Position) -> None:
    """STATE says the whole position between two turns."""
    document = as_document(GAME.documents.StateDocument, GAME.documents.write_state(position))
    again = GAME.documents.read_state(document, position.terms)
    assert GAME.documents.is_same_state(document, position)
    assert again == position


@modest(40)
@given(positions(), st.integers(0, 2**32))
def test_chance_goes_through_the_record_form(position: Position, seed: int) -> None:
    """G18, G26, G30: what a turn revealed, written and read, replays the turn."""
    rng = Random(seed)
    decisions, _ = rng.choice(list(walk_turns(position)))
    drawn: list[int] = []
    after = position.after(*decisions).resolve(rng.randrange(1000), drawn)
    document = as_document(GAME.documents.ChanceDocument, GAME.documents.write_chance(position, decisions, drawn))
    assert GAME.documents.read_chance(position, document) == drawn
    assert position.after(*decisions).resolve(Recorded(drawn)) == after


@modest(60)
@given(points(), st.integers(0, 2**32))
def test_views_know_all_but_what_will_be_drawn(position: Position, seed: int) -> None:
    """Nothing but the order of the bag is hidden, and no position holds one: views built anew are equal."""
    again = read_again(position)
    for viewer in (None, *range(position.players)):
        view = position.view(viewer)
        assert view == again.view(viewer) and hash(view) == hash(again.view(viewer))
        assert view.viewer == viewer
        assert view.sample(seed).view(viewer) == view
        assert isinstance(view, View) and (viewer is not None or str(view) == str(position))
        assert view.decisions() == position.decisions() and view.outcomes() == position.outcomes()
    assert position.view(0) != position.view(1) and position.view(0) != position.view()


def test_equal_positions_of_different_ways_are_equal() -> None:
    """Two orders of drawing the same glass end in the same bytes."""
    position = table(satchels=["whC"], order="HTCSXD").after(2 * 9).apply(145)
    one = position.apply(Outcome.DRAWN + 3).apply(Outcome.DRAWN + 50)
    other = position.apply(Outcome.DRAWN + 50).apply(Outcome.DRAWN + 3)
    assert one == other and hash(one) == hash(other) and one.text == other.text


@pytest.mark.parametrize("edition", sorted(EDITIONS))
def test_hard_games_happen(edition: str) -> None:
    """G22, G27, G28, G29, G33, G39: the games above do meet short bags, passes, ties and several seats at 17."""
    rng = Random(f"hard {edition}")
    seen: Counter[str] = Counter()
    for number in range(120):
        game = KernelGame(terms_of(2 + number % 4, ("rulebook", "bga")[number % 2], EDITIONS[edition]))
        while not game.is_over:
            if game.is_turn_start:
                seen["bag is empty"] += not game.states[0].bag_count
                seen["triggered with an empty bag"] += bool(
                    game.states[0].is_triggered and not game.states[0].bag_count
                )
            seen["pass"] += game.go_on(rng) == Decision.PASS
        board = game.position()
        seen["tie"] += len(board.winners) > 1
        seen["several at 17"] += sum(seat.inventory >= 17 for seat in board.seats) > 1
        seen["never triggered"] += all(
            seat.inventory < int(board.terms.array[0].inventory_trigger) for seat in board.seats
        )
        seen["black"] += any(column.colour == 6 for seat in board.seats for column in seat.columns)
    assert seen["several at 17"] and seen["tie"] and seen["black"]
    assert seen["pass"] or edition == "standard"
    if edition == "endless":
        assert seen["never triggered"] == 120 and seen["bag is empty"]
    if edition == "scarce":
        assert seen["triggered with an empty bag"]


def test_several_seats_reach_17_in_the_last_round() -> None:
    """G29, G31, G39: a second seat at 17 does not end the game sooner, and equal totals share the victory."""
    position = table(
        satchels=["whT whC", "dbD dbX"],
        columns=["wh5 pu5 lb5 ye1", "db5 lg5 dg5 or1"],
        river={"H": "yeH", "X": "orX"},
        bag="",
        rest="T",
    )
    phases = []
    for move in ("whT@1-2", "dbD@6-5", "whC@4-5", "dbX@2-1"):
        position = position.play(move)
        phases.append(position.phase)
    assert phases == ["finishing", "final", "final", "over"]
    assert [seat.inventory for seat in position.seats] == [17, 17]
    # Rows of 4, 4, 3, 3 and 3; columns 1 and 2 at height 5.
    assert position.totals == (7 + 7 + 4 + 4 + 4 + 5 + 10,) * 2
    assert position.winners == (0, 1)


def test_text_positions_of_other_editions_need_their_components() -> None:
    """One line names its edition by the hash."""
    for data in (ENDLESS, SCARCE):
        components = components_of(data)
        position = random_position(Random(1), terms_of(3, "bga", components), 5)
        assert components.sha256[:12] in position.text
        assert Position.from_text(position.text, components) == position
        assert pieces_in(position.state.bag.tolist()) == position.bag
