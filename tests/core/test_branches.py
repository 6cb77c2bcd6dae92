"""Games that are played on from a position of another one, and their records."""

from random import Random

import pytest

from rivertable.core.chance import seed_bytes
from rivertable.core.errors import OptionError, RecordError
from rivertable.core.match import Branch, Match, Player, check, replay, resume
from rivertable.core.record import read_document

from .random_matches import copy_of, go_on, random_match

MIXED = (b"\x01", b"")


def played_on(turn: int, seed: str = "another") -> Match:
    """A match from the position that another one had after so many turns."""
    first = random_match(2)
    players = [Player("Ada"), Player("Ben", "random")]
    return Match.played_on(
        first.terms, players, seed_bytes(seed), first.before(turn), Branch(first.commitment, turn), MIXED
    )


def fault_of(document: object) -> str:
    """What is wrong with a record."""
    with pytest.raises(RecordError) as caught:
        check(read_document(document, "made here"))
    return str(caught.value)


@pytest.mark.parametrize("turn", [0, 5])
def test_a_match_is_played_on_with_draws_of_its_own(turn: int) -> None:
    first, match = random_match(2), played_on(turn)
    assert match.start == match.position == first.before(turn) and match.turns == []
    assert match.draws == 0, "nothing is drawn before the first turn"
    again = go_on(played_on(turn), Random(3))
    go_on(match, Random(3))
    assert match.is_over and match.record() == again.record()
    other = go_on(played_on(turn, "a third"), Random(3), 1)
    assert other.turns[0].outcomes != match.turns[0].outcomes
    document = copy_of(match.record(states=True))
    assert document["branch"] == {"of": first.commitment, "turn": turn}
    check(read_document(document, "made here"))
    assert replay(read_document(document, "made here")).branch == Branch(first.commitment, turn)


def test_a_match_that_was_played_on_is_resumed() -> None:
    match, rng = go_on(played_on(4), Random(3), 2), Random(8)
    again = resume(read_document(copy_of(match.record(is_revealed=True)), "made here"))
    assert go_on(again, rng).record(states=True) == go_on(match, Random(8)).record(states=True)


def test_the_record_says_that_it_was_played_on() -> None:
    """Without the word its start is refused as no set-up, and with it the draws are checked all the same."""
    document = copy_of(go_on(played_on(5), Random(3)).record())
    assert fault_of({name: part for name, part in document.items() if name != "branch"}) == (
        "start: No set-up gives this state."
    )
    turned = copy_of(document)
    number = next(n for n, turn in enumerate(turned["turns"]) if len(set(turn["chance"].get("refill", []))) > 1)
    turned["turns"][number]["chance"]["refill"].reverse()
    assert fault_of(turned) == f"turns[{number}].chance: The draws do not follow from the seed."
    assert "turn" in fault_of({**document, "branch": {"of": document["branch"]["of"], "turn": -1}})
    assert "branch.of" in fault_of({**document, "branch": {"of": "no hash", "turn": 1}})


def test_nothing_is_played_on_from_the_end() -> None:
    first = random_match(2)
    match = played_on(len(first.turns))
    assert match.is_over
    assert fault_of(copy_of(match.record())) == "start: A game is played on from where a seat is to begin a turn."


def test_seats_and_terms_of_what_is_played_on_must_agree() -> None:
    first = random_match(2)
    with pytest.raises(OptionError, match=r"^The terms are for 2 players, not 1\.$"):
        Match.played_on(first.terms, [Player("Ada")], b"seed", first.start, Branch(first.commitment, 0))
