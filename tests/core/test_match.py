"""Matches: played, written down, replayed, taken up again."""

import json
from random import Random

import pytest

from rivertable.core.chance import seed_bytes
from rivertable.core.errors import (
    AmbiguousMoveError,
    IllegalMoveError,
    MalformedMoveError,
    MoveError,
    OptionError,
    RecordError,
)
from rivertable.core.match import Match, Player, Turn, check, replay, resume, terms_of
from rivertable.core.record import RecordDocument, parse_record, read_document
from rivertable.glassworks import GAME, Pass, Place, Position

from .random_matches import PLAYERS, copy_of, go_on, new_match, random_match, random_move, sha256_of, written


def read(match: Match, *, is_revealed: bool = True) -> RecordDocument[object, object, object, object]:
    """The match's record as its file would be read."""
    return parse_record(json.dumps(match.record(is_revealed=is_revealed)), "made here")


@pytest.mark.parametrize("players", PLAYERS)
def test_a_new_match_is_set_up_from_its_seed(players: int) -> None:
    match = new_match(players, seed="start", first_seat=players - 1)
    assert match.seed == seed_bytes("start")
    assert match.commitment == sha256_of(seed_bytes("start"))
    assert match.position is match.start and match.turns == [] and not match.is_over
    assert match.position.seat == players - 1
    assert match.start == Position.new(players=players, seed="start", first_seat=players - 1)
    assert match.game is GAME and match.terms.players == players


def test_seats_and_terms_must_agree() -> None:
    terms = GAME.make_terms(3)
    with pytest.raises(OptionError, match=r"^The terms are for 3 players, not 2\.$"):
        Match.new(terms, [Player("a"), Player("b")], b"seed")
    with pytest.raises(IllegalMoveError, match="no seat 3 among 3"):
        Match.new(terms, [Player("a"), Player("b"), Player("c")], b"seed", first_seat=3)


def test_a_turn_is_kept_with_all_that_it_did() -> None:
    match, rng = new_match(3), Random(5)
    positions = [match.start]
    for number in range(6):
        move = random_move(match, rng)
        turn = match.play(move, at=f"2025-06-01T12:0{number}:00Z")
        assert turn == Turn(number % 3, move, turn.decisions, turn.outcomes, turn.at, match.position)
        assert turn is match.turns[-1] and turn.after is match.position
        by_hand = positions[-1].after(*turn.decisions)
        for outcome in turn.outcomes:
            by_hand = by_hand.apply(outcome)
        assert by_hand == match.position
        positions.append(match.position)
    assert [match.before(number) for number in range(6)] == positions[:6]
    assert [turn["at"] for turn in match.record()["turns"]] == [f"2025-06-01T12:0{n}:00Z" for n in range(6)]


def test_a_move_may_be_given_by_its_notation() -> None:
    typed, noted = new_match(), new_match()
    for _ in range(4):
        move = next(iter(typed.position.moves()))
        assert typed.play(move).move == noted.play(str(move)).move
    assert typed.position == noted.position


@pytest.mark.parametrize(
    ("move", "kind"),
    [
        (Pass(), IllegalMoveError),
        (Place((), 1, 2), IllegalMoveError),
        ("no move at all", MalformedMoveError),
        (7, MalformedMoveError),
        (None, MalformedMoveError),
    ],
)
def test_a_move_that_is_refused_changes_nothing(move: object, kind: type[MoveError]) -> None:
    match, other = new_match(seed="refused"), new_match(seed="refused")
    before = match.position
    with pytest.raises(kind) as caught:
        match.play(move)
    assert type(caught.value) is kind
    assert match.position is before and match.turns == [] and match.record() == other.record()
    rng, same = Random(1), Random(1)
    assert match.play(random_move(match, rng)).outcomes == other.play(random_move(other, same)).outcomes


def test_an_ambiguous_notation_changes_nothing_and_lists_what_it_fits() -> None:
    """G20: where two new colours are gathered, a move without their order fits several."""
    for number in range(40):
        match = new_match(seed=f"ambiguous {number}")
        move = next((move for move in match.position.moves() if isinstance(move, Place) and move.order), None)
        if move is None:
            continue
        short = str(Place(move.pieces, move.onto, move.gather))
        with pytest.raises(AmbiguousMoveError) as caught:
            match.play(short)
        assert str(move) in caught.value.choices and len(caught.value.choices) > 1
        assert match.turns == []
        for choice in caught.value.choices:
            assert choice in match.position.moves()
        return
    raise AssertionError("no such move in 40 games")


def test_a_finished_match_takes_no_turn() -> None:
    """G31."""
    match = random_match(2)
    assert match.is_over and match.position.seat is None and not match.position.moves()
    with pytest.raises(IllegalMoveError, match=r"^The game is over\. \(G31\)$"):
        match.play(Pass())


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("turns", [0, 1, 9])
def test_a_resumed_match_goes_on_with_the_same_draws(players: int, turns: int) -> None:
    whole = random_match(players, "bga", "resumed")
    match = new_match(players, "bga", "resumed", first_seat=whole.start.state.first_seat)
    rng = Random(f"{players} bga resumed")
    go_on(match, rng, turns)
    again = resume(read(match))
    assert again.players == match.players and again.seed == match.seed and again.commitment == match.commitment
    assert again.position == match.position == whole.before(turns)
    go_on(again, rng)
    assert [turn.outcomes for turn in again.turns] == [turn.outcomes for turn in whole.turns]
    assert again.record(states=True) == whole.record(states=True)


def test_a_replayed_match_has_no_draws_of_its_own() -> None:
    match = replay(read(random_match(2, turns=3), is_revealed=False))
    assert match.seed is None and len(match.turns) == 3
    with pytest.raises(RecordError, match=r"^shuffle\.seed: The record holds no seed, so the game cannot go on"):
        resume(read(random_match(2, turns=3), is_revealed=False))


@pytest.mark.parametrize("turns", [0, 4])
def test_a_match_is_not_resumed_with_another_seed(turns: int) -> None:
    document = copy_of(random_match(2, turns=turns).record(is_revealed=True))
    document["shuffle"]["seed"] = "ab" * 32
    with pytest.raises(RecordError) as caught:
        resume(read_document(document, "made here"))
    assert caught.value.where == "shuffle.commitment"
    document["shuffle"]["commitment"] = sha256_of(b"\xab" * 32)
    with pytest.raises(RecordError) as caught:
        resume(read_document(document, "made here"))
    assert (caught.value.where, caught.value.sentence) == ("start", "The set-up does not follow from the seed.")


def test_a_match_is_not_resumed_with_other_draws() -> None:
    document = copy_of(random_match(2, turns=6).record(is_revealed=True))
    number, turn = next(
        (number, turn)
        for number, turn in enumerate(document["turns"])
        if len(set(turn["chance"]["refill"])) > 1 and turn["move"]["type"] == "place"
    )
    turn["chance"]["refill"].reverse()
    with pytest.raises(RecordError) as caught:
        resume(read_document(document, "made here"))
    assert caught.value.where == f"turns[{number}].chance"


def test_terms_of_a_record() -> None:
    document = random_match(4, "bga").record()
    document["options"]["lake_draws_after_trigger"] = True
    terms = terms_of(read_document(document, "made here"))
    assert (terms.players, terms.options.preset) == (4, "bga")
    assert terms.options.changes == {"lake_draws_after_trigger": True}
    assert terms.components.sha256 == document["components"]["sha256"]


def test_check_takes_what_a_match_wrote_at_any_time() -> None:
    match, rng = new_match(3, seed="any time"), Random(2)
    while not match.is_over:
        check(parse_record(written(match.record(states=True)), "made here"))
        check(read(match))
        go_on(match, rng, 5)
    check(read(match))


def test_a_proposed_turn_changes_nothing_until_it_is_applied() -> None:
    match, other = new_match(seed="proposed"), new_match(seed="proposed")
    rng, same = Random(3), Random(3)
    for _ in range(8):
        move, played = random_move(match, rng), other.play(random_move(other, same))
        position, draws, decisions = match.position, match.draws, match.game.moves.decisions_of(match.position, move)
        pending, again = match.propose(decisions, move), match.propose(decisions, move)
        assert match.position is position and match.draws == draws
        assert pending.turn == again.turn == played and pending.draws == again.draws == other.draws
        twin = match.copied()
        assert twin.apply(again) == played and match.position is position and match.draws == draws
        assert match.apply(pending) is match.turns[-1] and match.draws == twin.draws == other.draws
        with pytest.raises(ValueError, match="for another position"):
            match.apply(again)
    assert other.draws > 0 and match.record(is_revealed=True) == other.record(is_revealed=True)
