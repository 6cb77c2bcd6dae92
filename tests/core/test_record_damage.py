"""Damaged records: every kind of damage to what a record says is told by its place and one sentence."""

import json
import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from glassworks.record_rules import check_record
from rivertable.core.errors import RecordError
from rivertable.core.match import replay
from rivertable.core.record import FORMAT, read_document

from .random_matches import SENTENCE, copy_of, fault_of, go_on, good_text, new_match, random_match

Record = dict[str, Any]


def good(*, has_seed: bool = True) -> Record:
    """A whole good record with states, to be damaged."""
    document: Record = json.loads(good_text())
    if not has_seed:
        del document["shuffle"]["seed"]
    return document


def first(document: Record, kind: str) -> int:
    """The number of the first turn with such a move."""
    return next(n for n, turn in enumerate(document["turns"]) if turn["move"]["type"] == kind)


def other_seat(document: Record) -> None:
    document["turns"][4]["seat"] = (document["turns"][4]["seat"] + 1) % 3


def glass_not_there(document: Record) -> None:
    document["turns"][first(document, "place")]["move"]["pieces"] = ["black drop"]


def gather_afar(document: Record) -> None:
    move = document["turns"][first(document, "place")]["move"]
    move["gather"] = 1 if move["onto"] > 3 else 6


def other_refill(document: Record) -> None:
    refill = document["turns"][3]["chance"]["refill"]
    refill[0] = "black drop"


def short_refill(document: Record) -> None:
    document["turns"][3]["chance"]["refill"].pop()


def long_refill(document: Record) -> None:
    document["turns"][3]["chance"]["refill"] *= 2


def refill_of_nothing(document: Record) -> None:
    document["turns"][3]["chance"] = {"refill": None}


def early_top_up(document: Record) -> None:
    document["turns"][0]["chance"]["top_up"] = [[], [], []]


def wrong_river_after(document: Record) -> None:
    document["turns"][2]["after"]["river"].reverse()


def wrong_height_after(document: Record) -> None:
    document["turns"][5]["after"]["seats"][document["turns"][5]["seat"]]["columns"] = []


def wrong_round_after(document: Record) -> None:
    document["turns"][2]["after"]["turn"]["round"] += 1


def wrong_totals(document: Record) -> None:
    document["result"]["totals"][1] += 1


def wrong_winners(document: Record) -> None:
    document["result"]["winners"] = [0, 1, 2]


def wrong_breakdown(document: Record) -> None:
    document["result"]["breakdown"][0]["rows"].reverse()


def no_result(document: Record) -> None:
    document["result"] = None


def early_result(document: Record) -> None:
    del document["turns"][-1]


def turn_too_many(document: Record) -> None:
    document["turns"].append({"seat": 0, "move": {"type": "pass"}, "chance": {}})


def pass_with_glass(document: Record) -> None:
    document["turns"][0] |= {"move": {"type": "pass"}, "chance": {}}


def wrong_commitment(document: Record) -> None:
    document["shuffle"]["commitment"] = "0" * 64


def other_seed(document: Record) -> None:
    document["shuffle"] |= {"seed": "00", "commitment": new_match(3).commitment}


def other_key(document: Record) -> None:
    document["shuffle"] = random_match(3, seed="one more").record()["shuffle"]


def other_draws(document: Record) -> None:
    """The same pieces in another order lead to the same states, but the seed drew them otherwise."""
    turn = next(turn for turn in document["turns"] if len(set(turn["chance"].get("refill", ()))) > 1)
    turn["chance"]["refill"].reverse()


def piece_too_many(document: Record) -> None:
    document["start"]["bag"]["white heart"] += 1


def twin_tiles(document: Record) -> None:
    document["start"]["river"][0] = document["start"]["river"][1]


def set_up_of_four(document: Record) -> None:
    seat = document["start"]["seats"][1]["satchel"]
    document["start"]["lake"], seat[:] = (
        [*document["start"]["lake"][1:], seat[0]],
        [*seat[1:], document["start"]["lake"][0]],
    )
    seat.append(next(iter(document["start"]["bag"])))
    name = seat[-1]
    document["start"]["bag"][name] -= 1
    document["start"]["bag"] = {key: count for key, count in document["start"]["bag"].items() if count}
    document["turns"], document["result"] = [], None


def seats_of_two(document: Record) -> None:
    document["seats"].pop()


def other_first_seat(document: Record) -> None:
    document["first_seat"] = (document["first_seat"] + 1) % 3


def unknown_option(document: Record) -> None:
    document["options"]["lake_is_deep"] = True


def option_of_text(document: Record) -> None:
    document["options"]["lake_draws_after_trigger"] = "yes"


def unknown_preset(document: Record) -> None:
    document["options"]["preset"] = "mine"


def no_preset(document: Record) -> None:
    document["options"] = {}


def other_components(document: Record) -> None:
    document["components"]["sha256"] = "f" * 64


def other_preset(document: Record) -> None:
    """G23: where overflow counts, the end is triggered earlier."""
    document["options"]["preset"] = "bga"


DAMAGES: list[tuple[Callable[[Record], None], str, str]] = [
    (other_seat, "turns[4].seat", "is to move, not seat"),
    (glass_not_there, "turns[*].move", "Your satchel does not hold: black drop. (G12)"),
    (gather_afar, "turns[*].move", "you can gather tile"),
    (other_refill, "turns[3].chance", "draws something that is not there to be drawn"),
    (short_refill, "turns[3].chance", "fewer draws than the rules ask for"),
    (long_refill, "turns[3].chance", "More is drawn than the rules ask for"),
    (refill_of_nothing, "turns[3].chance", "fewer draws"),
    (early_top_up, "turns[0].chance", "stands in the wrong place"),
    (wrong_river_after, "turns[2].after", "not the one that the rules give"),
    (wrong_height_after, "turns[5].after", "not the one that the rules give"),
    (wrong_round_after, "turns[2].after", "not the one that the rules give"),
    (wrong_totals, "result", "not the one that the rules give"),
    (wrong_winners, "result", "not the one that the rules give"),
    (wrong_breakdown, "result", "not the one that the rules give"),
    (no_result, "result", "the record has no result"),
    (early_result, "result", "the game is not over"),
    (turn_too_many, "turns[*]", "was over before this turn"),
    (pass_with_glass, "turns[0].move", "only when nothing else is possible. (G28)"),
    (wrong_commitment, "shuffle.commitment", "not the SHA-256 of the seed"),
    (other_seed, "shuffle.commitment", "not the SHA-256 of the seed"),
    (other_key, "start", "does not follow from the seed"),
    (other_draws, "turns[*].chance", "do not follow from the seed"),
    (piece_too_many, "start", "There are 5 pieces white heart; the box holds 4. (G1)"),
    (twin_tiles, "start", "lies in the river twice. (G3)"),
    (set_up_of_four, "start", "No set-up gives this state"),
    (seats_of_two, "start", "has 3 seats for 2 players"),
    (other_first_seat, "first_seat", "differs from the one in the start state"),
    (unknown_option, "options", "There is no option 'lake_is_deep'"),
    (option_of_text, "options", "is true or false, not 'yes'"),
    (unknown_preset, "options", "There is no preset 'mine'"),
    (no_preset, "options.preset", "names no preset"),
    (other_components, "components.sha256", "other printed data ('standard'): give its file"),
    (other_preset, "turns[*].chance", "fewer draws than the rules ask for"),
]


@pytest.mark.parametrize(("damage", "where", "words"), DAMAGES, ids=[damage.__name__ for damage, _, _ in DAMAGES])
def test_damage_is_found_at_its_place(damage: Callable[[Record], None], where: str, words: str) -> None:
    document = good()
    damage(document)
    fault = fault_of(document)
    assert fault is not None
    assert re.fullmatch(re.escape(where).replace(re.escape("*"), r"\d+"), fault.where)
    assert words in str(fault).replace("\n", " ")
    assert SENTENCE.fullmatch(fault.sentence) and "\n" not in fault.sentence
    assert str(fault).startswith(f"{fault.where}: {fault.sentence}")
    if damage is not other_components:
        assert check_record(document) != []


def test_draws_of_an_unrevealed_seed_cannot_be_checked() -> None:
    document = good(has_seed=False)
    other_draws(document)
    assert fault_of(document) is None


SHAPES_OF_DAMAGE: list[tuple[tuple[str | int, ...], Any, str]] = [
    (("turns", 3, "move", "onto"), 7, "turns[3].move.onto: input should be less than or equal to 6."),
    (("turns", 3, "move", "onto"), 1.0, "turns[3].move.onto: input should be a valid integer."),
    (("turns", 3, "move", "type"), "sell", "turns[3].move: input tag 'sell' found using 'type'"),
    (("turns", 3, "note"), "well played", "turns[3].note: extra inputs are not permitted."),
    (("turns", 3, "at"), "2025-02-30T00:00:00Z", "turns[3].at: day is out of range for month."),
    (("turns", 3, "at"), "2025-02-20T00:00:00", "turns[3].at: string should match pattern"),
    (("seats", 1, "kind"), "ghost", "seats[1].kind: input should be 'human' or 'bot'."),
    (("turns", 3), "none", "turns[3]: input should be a valid object."),
    (("start", "turn", "round"), 10**30, "start.turn.round: input should be"),
    (("start", "lake"), ["red heart"], "start.lake[0]: string should match pattern"),
    (("start", "seats", 0, "overflow"), ["white heart"] * 300, "start.seats[0].overflow: list should have at most"),
    (("result", "breakdown", 0, "columns"), "none", "result.breakdown[0].columns: input should be a valid list."),
    (("result", "totals"), [float("nan")], "result.totals[0]: input should be"),
    (("shuffle", "seed"), "abc", "shuffle.seed: string should match pattern"),
    (("\x1b[2J",), 1, r"'\x1b[2J': extra inputs are not permitted."),
]


@pytest.mark.parametrize("data", [{}, {"game": None}, {"game": 5}])
def test_a_record_that_names_no_game_says_so(data: dict[str, Any]) -> None:
    with pytest.raises(RecordError) as refused:
        read_document({"format": FORMAT, **data}, "mine")
    assert str(refused.value) == "mine: The record names no game."


@pytest.mark.parametrize(("place", "value", "words"), SHAPES_OF_DAMAGE)
def test_a_wrong_form_is_told_by_its_place(place: tuple[str | int, ...], value: Any, words: str) -> None:
    document = good()
    inner: Any = document
    for part in place[:-1]:
        inner = inner[part]
    inner[place[-1]] = value
    fault = fault_of(document)
    assert fault is not None
    assert (fault.where, fault.code) == ("record", "bad-record")
    assert fault.sentence.startswith("The record is damaged. ") and words in fault.sentence
    assert str(fault).isprintable()


def test_of_many_faults_five_are_shown() -> None:
    document = good()
    for turn in document["turns"][:9]:
        turn["seat"] = "first"
    fault = fault_of(document)
    assert fault is not None
    assert fault.sentence.count("input should be a valid integer.") == 5
    assert fault.sentence.endswith(" And 4 more.")


def test_a_record_is_replayed_up_to_its_fault_only() -> None:
    """What a fault leaves is an error, never a match that went another way."""
    document = copy_of(go_on(new_match(2, seed="cut"), Random(1), 5).record())
    document["turns"][4]["move"] = {"type": "place", "pieces": ["white heart"], "onto": 1, "gather": 1}
    with pytest.raises(RecordError) as caught:
        replay(read_document(document, "made here"))
    assert caught.value.where == "turns[4].move" and caught.value.rule is not None
