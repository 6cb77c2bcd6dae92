"""Records of River Market: made, replayed, checked, taken up again; every damage is told by its place."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import jsonschema
import pytest

from market.games_played import PLAYERS, random_match, turn_starts
from rivertable.core.documents import as_document
from rivertable.core.errors import MalformedMoveError, PositionError, RecordError
from rivertable.core.match import check, replay, resume
from rivertable.core.record import parse_record, read_document, record_schema, write_record
from rivertable.market import GAME
from rivertable.market.documents import StateDocument, is_same_state, read_move, read_state, write_state

Record = dict[str, Any]


def good(players: int = 3) -> Record:
    """A whole good record with states, as its file gives it."""
    document: Record = json.loads(json.dumps(random_match(players).record(states=True)))
    return document


@pytest.mark.parametrize("players", PLAYERS)
def test_a_record_replays_checks_and_is_written_alike(players: int) -> None:
    match = random_match(players)
    text = write_record(read_document(match.record(states=True), "made here"))
    document = parse_record(text, "made here")
    check(document)
    again = replay(document)
    assert again.position == match.position and [turn.move for turn in again.turns] == [t.move for t in match.turns]
    assert again.position.totals == match.position.totals and write_record(document) == text
    jsonschema.validate(json.loads(text), record_schema(GAME))
    assert document.turns[0].move["type"] in ("keep", "redraw")


def test_a_game_is_taken_up_again() -> None:
    match = random_match(4, turns=60)
    again = resume(read_document(match.record(is_revealed=True), "kept"))
    assert again.position == match.position and not again.is_over
    move = next(iter(again.position.moves()))
    assert again.play(move).seat == match.position.seat


@pytest.mark.parametrize("players", PLAYERS)
def test_states_are_read_as_written(players: int) -> None:
    for position in turn_starts(players, 71)[::5]:
        document = as_document(StateDocument, json.loads(json.dumps(write_state(position))))
        assert read_state(document, position.terms) == position
        assert is_same_state(document, position)
        with pytest.raises(PositionError):
            read_state(as_document(StateDocument, write_state(position.view(None))), position.terms)


def turn_with(document: Record, kind: str) -> int:
    """The number of the first turn with such a move."""
    return next(n for n, turn in enumerate(document["turns"]) if turn["move"]["type"] == kind)


def with_planks(document: Record) -> Any:
    """The first move that does a plank."""
    return next(turn["move"] for turn in document["turns"] if turn["move"].get("planks"))


def other_seat(document: Record) -> None:
    document["turns"][4]["seat"] = (document["turns"][4]["seat"] + 1) % 3


def card_not_in_hand(document: Record) -> None:
    document["turns"][turn_with(document, "move")]["move"]["card"] = "swap-meet"


def booth_not_there(document: Record) -> None:
    document["turns"][turn_with(document, "move")]["move"]["booth"] = "ice-shed"


def more_gained(document: Record) -> None:
    with_planks(document)["planks"][0]["times"][0]["gained"] = {"coin": 9}


def house_nowhere(document: Record) -> None:
    with_planks(document)["planks"][0]["house"] = True


def cheaper(document: Record) -> None:
    document["turns"][turn_with(document, "build")]["move"]["paid"] = {"lily": 1}


def other_end(document: Record) -> None:
    move = document["turns"][turn_with(document, "build")]["move"]
    move["end"] = "top-left" if move["end"] != "top-left" else "top-right"


def no_such_end(document: Record) -> None:
    document["turns"][turn_with(document, "build")]["move"]["end"] = "middle"


def kept_again(document: Record) -> None:
    document["turns"][5]["move"] = {"type": "keep"}


def unknown_card_drawn(document: Record) -> None:
    document["turns"][6]["chance"]["drawn"] = ["no-such-card"]


def hidden_card_drawn(document: Record) -> None:
    document["turns"][6]["chance"]["drawn"] = ["?0"]


def nothing_drawn(document: Record) -> None:
    document["turns"][6]["chance"] = {}


def too_much_drawn(document: Record) -> None:
    chance = document["turns"][6]["chance"]
    chance["drawn"] = chance["drawn"] + [next(iter(document["turns"][6]["after"]["deck"]))]


def early_reshuffle(document: Record) -> None:
    document["turns"][6]["chance"]["reshuffled_after"] = 0


def river_turned(document: Record) -> None:
    river = document["turns"][6]["after"]["river"]
    river["top"], river["bottom"] = river["bottom"], river["top"]


def richer_after(document: Record) -> None:
    document["turns"][6]["after"]["seats"][0]["resources"]["coin"] = 30


def card_twice_after(document: Record) -> None:
    hands = document["turns"][6]["after"]["seats"]
    hands[0]["hand"][0] = hands[1]["hand"][0]


def two_of_a_card(document: Record) -> None:
    deck = document["start"]["deck"]
    deck[next(iter(deck))] = 2


def late_start(document: Record) -> None:
    document["start"]["turn"]["number"] = 3


def rich_start(document: Record) -> None:
    for seat in document["start"]["seats"]:
        seat["resources"] = {"coin": 40}
    document["turns"] = []
    document["result"] = None


def strange_pawn(document: Record) -> None:
    document["start"]["seats"][0]["pawn"] = "forage"


def wrong_total(document: Record) -> None:
    document["result"]["totals"][1] += 1


def wrong_item(document: Record) -> None:
    document["result"]["breakdown"][0]["coins"]["points"] += 1


def wrong_winner(document: Record) -> None:
    document["result"]["winners"] = [0, 1, 2]


def no_result(document: Record) -> None:
    document["result"] = None


def last_turn_missing(document: Record) -> None:
    document["turns"].pop()


def unknown_resource(document: Record) -> None:
    document["turns"][6]["after"]["seats"][0]["resources"] = {"gold": 1}


def other_deck(document: Record) -> None:
    document["components"]["sha256"] = "0" * 64


DAMAGE: dict[Callable[[Record], None], str] = {
    other_seat: "turns[4].seat",
    card_not_in_hand: ".move",
    booth_not_there: ".move",
    more_gained: ".move",
    house_nowhere: ".move",
    cheaper: ".move",
    other_end: "",
    no_such_end: ".move.end",
    kept_again: "turns[5].move",
    unknown_card_drawn: "turns[6].chance",
    hidden_card_drawn: "turns[6].chance",
    nothing_drawn: "turns[6].chance",
    too_much_drawn: "turns[6].chance",
    early_reshuffle: "turns[6].chance",
    river_turned: "turns[6].after",
    richer_after: "turns[6].after",
    card_twice_after: "turns[6].after",
    two_of_a_card: "start",
    late_start: "start",
    rich_start: "start",
    strange_pawn: "start",
    wrong_total: "result",
    wrong_item: "result",
    wrong_winner: "result",
    no_result: "result",
    last_turn_missing: "result",
    unknown_resource: "turns[6].after",
    other_deck: "components",
}


@pytest.mark.parametrize("damage", DAMAGE, ids=lambda damage: damage.__name__)
def test_damage_is_told_by_its_place(damage: Callable[[Record], None]) -> None:
    document = good()
    damage(document)
    with pytest.raises(RecordError) as caught:
        check(read_document(document, "the record"))
    assert DAMAGE[damage] in str(caught.value) and caught.value.sentence.rstrip().endswith(".")


@pytest.mark.parametrize(
    "document",
    [
        {},
        {"type": "dance"},
        {"type": "move", "card": "forage"},
        {"type": "move", "card": "Forage!", "booth": "swap-meet"},
        {"type": "build", "card": "forage", "end": "left"},
        {"type": "move", "card": "forage", "booth": "swap-meet", "planks": [{"plank": 9, "times": [{}]}]},
        {"type": "move", "card": "forage", "booth": "swap-meet", "planks": [{"plank": 1, "times": []}]},
        {"type": "hire", "card": "wood-duck", "paid": {"coin": -1}},
        {"type": "keep", "card": "forage"},
    ],
)
def test_what_is_no_move(document: dict[str, Any]) -> None:
    with pytest.raises(MalformedMoveError):
        read_move(document)


def test_a_breakdown_says_where_everything_was_counted() -> None:
    """M122, M136: stored resources are not left over."""
    match = random_match(5)
    for seat, document in enumerate(match.record()["result"]["breakdown"]):
        assert document["total"] == sum(document["categories"]) == match.position.total(seat)
        held = match.position.seats[seat].resources
        counted = [document["coins"]["resources"], document["batches"]["resources"]]
        counted += [card.get("stored", {}) for card in (*document["booths"], *document["helpers"])]
        assert sum(sum(amounts.values()) for amounts in counted) == sum(held)
