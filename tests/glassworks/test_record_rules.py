"""The checker of records: good records pass, and every damage is named."""

import json
from collections import Counter
from collections.abc import Callable
from itertools import product
from random import Random
from typing import Any

import pytest

from .printed_data import ENDLESS, SCARCE, STANDARD, PrintedData
from .random_records import PRESETS, random_record
from .record_rules import check_record
from .seed_stream import commitment_of

Record = dict[str, Any]


def read_again(record: Record) -> Record:
    """The record as its file gives it."""
    copied: Record = json.loads(json.dumps(record))
    return copied


def without(record: Record, *parts: str) -> Record:
    """The record less its seed or its states after each turn."""
    record = read_again(record)
    if "seed" in parts:
        record["shuffle"].pop("seed")
    for turn in record["turns"] if "after" in parts else []:
        turn.pop("after")
    return record


@pytest.mark.parametrize("preset", sorted(PRESETS))
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_good_records_pass(players: int, preset: str) -> None:
    rng = Random(f"good {players} {preset}")
    for number in range(6):
        record = random_record(rng, players, preset, first_seat=rng.randrange(players))
        assert check_record(read_again(record)) == []
        assert check_record(without(record, *[["after"], ["seed"], ["after", "seed"]][number % 3])) == []


def test_a_game_that_was_stopped_passes() -> None:
    """A game that is not over has neither result nor seed."""
    record = random_record(Random(1), 3, turn_limit=4)
    assert (record["result"], len(record["turns"])) == (None, 4)
    assert check_record(record) == []


def test_options_and_data_of_their_own_pass() -> None:
    rng = Random(2)
    assert check_record(random_record(rng, 2, options={"inventory_counts_overflow": True})) == []
    data: PrintedData = {**STANDARD, "inventory_trigger": 9, "overflow_vp": -1}
    record = random_record(rng, 3, data=data)
    assert check_record(record, data) == []
    assert check_record(record) != []


@pytest.mark.parametrize("preset", sorted(PRESETS))
@pytest.mark.parametrize("data", [ENDLESS, SCARCE], ids=["endless", "scarce"])
def test_good_records_of_hard_tables_pass(data: PrintedData, preset: str) -> None:
    """G27, G28, G33: short bags, passes and games nobody triggers."""
    rng = Random(f"hard {preset}")
    kinds: Counter[str] = Counter()
    for number in range(12):
        record = random_record(rng, 2 + number % 4, preset, data=data)
        kinds.update(turn["move"]["type"] for turn in record["turns"])
        assert check_record(read_again(record), data) == []
        assert check_record(without(record, "after"), data) == []
    assert kinds["pass"] > 0


def find(wanted: Callable[[Record], Any], **asked: Any) -> tuple[Record, Record]:
    """A good record and the first turn of it that is wanted."""
    asked = {"players": 3} | asked
    for number in range(400):
        record = read_again(random_record(Random(f"find {number}"), **asked))
        for turn in record["turns"]:
            if wanted(turn):
                return record, turn
    raise AssertionError("no such turn in 400 games")


def caught(record: Record, sentence: str, data: PrintedData = STANDARD) -> None:
    """The checker finds this fault, whatever else it would find later."""
    problems = check_record(record, data)
    assert problems
    assert sentence in problems[0]


def colour_of(piece_name: str) -> str:
    return piece_name.rsplit(" ", 1)[0]


def is_single(turn: Record) -> bool:
    return turn["move"]["type"] == "place" and len(turn["move"]["pieces"]) == 1


def is_draw(turn: Record) -> bool:
    return bool(turn["move"]["type"] == "draw")


def test_another_format() -> None:
    record, _ = find(is_single)
    caught(record | {"format": "rivertable-record/2"}, "unknown format")
    caught(record | {"note": 1}, "not expected")
    record.pop("seats")
    caught(record, "missing")
    caught({"format": []}, "missing")


def test_seat_out_of_turn() -> None:
    record, turn = find(is_single)
    turn["seat"] = (turn["seat"] + 1) % 3
    caught(record, "'s turn")


def test_glass_that_is_not_there() -> None:
    record, turn = find(is_single)
    turn["move"]["pieces"] = ["black " + turn["move"]["pieces"][0].split()[-1]]
    caught(record, "not in the satchel")
    turn["move"]["pieces"] = ["red heart"]
    caught(record, "not in the form")
    record, turn = find(is_draw)
    turn["move"]["take"][0] = "black drop"
    caught(record, "not in the lake")


def test_one_piece_on_another_shape() -> None:
    """G12."""
    record, turn = find(lambda turn: is_single(turn) and turn["move"]["gather"] == 3)
    turn["move"]["onto"] = {2: 4, 4: 2}[turn["move"]["onto"]]
    caught(record, "its own shape")


def test_pair_of_two_shapes() -> None:
    """G13."""
    record, _ = find(is_single)
    seat = record["first_seat"]
    satchel = record["start"]["seats"][seat]["satchel"]
    record["turns"][0]["move"] = {
        "type": "place",
        "pieces": [satchel[0], satchel[-1]],
        "onto": 1,
        "gather": 2,
    }
    caught(record, "a pair has one shape")
    record["turns"][0]["move"]["pieces"] = satchel
    caught(record, "one piece or two")


@pytest.mark.parametrize("distance", [0, 2, -2])
def test_gathering_no_neighbour(distance: int) -> None:
    """G14, G15."""
    record, turn = find(lambda turn: is_single(turn) and turn["move"]["onto"] == 3)
    turn["move"]["gather"] = 3 + distance
    caught(record, "only a neighbour")
    turn["move"]["gather"] = 7
    caught(record, "tiles are 1 to 6")


def test_order_of_new_colours() -> None:
    """G20."""
    record, turn = find(lambda turn: "order" in turn["move"])
    order = turn["move"]["order"]
    turn["move"]["order"] = order[::-1]
    caught(record, "columns of")
    turn["move"]["order"] = [*order[1:], "black"]
    caught(record, "names each new colour once")
    del turn["move"]["order"]
    caught(record, "`order` is there when")
    record, turn = find(lambda turn: is_single(turn) and "order" not in turn["move"])
    turn["move"]["order"] = []
    caught(record, "`order` is there when")


def test_draw_of_three() -> None:
    """G24."""
    record, turn = find(is_draw)
    turn["move"]["take"].pop()
    caught(record, "a draw takes 4")


def test_satchel_over_five() -> None:
    """G25."""
    record, turn = find(lambda turn: "overflow" in turn["move"])
    spilled = turn["move"].pop("overflow")
    caught(record, "over the satchel's 5")
    turn["move"]["overflow"] = ["black drop"] * len(spilled)
    caught(record, "overflow of glass that is not in the satchel")
    record, turn = find(lambda turn: is_draw(turn) and "overflow" not in turn["move"])
    turn["move"]["overflow"] = []
    caught(record, "an empty overflow is left out")


def test_refill_of_another_size() -> None:
    """G18, G26."""
    for wanted in (is_single, is_draw):
        record, turn = find(wanted)
        refill = turn["chance"]["refill"]
        turn["chance"]["refill"] = refill[:-1]
        caught(record, "pieces are drawn, not")
        turn["chance"]["refill"] = [*refill, refill[0]]
        caught(record, "pieces are drawn, not")


def test_refill_the_bag_does_not_hold() -> None:
    """G6: there is no black glass with three players."""
    record, turn = find(is_draw)
    turn["chance"]["refill"][0] = "black heart"
    caught(record, "no black heart is in the bag")


def test_draws_of_another_order() -> None:
    """The same pieces in another order are not the seed's draws, though the states agree."""
    record, turn = find(lambda turn: is_draw(turn) and len(set(turn["chance"]["refill"])) > 1)
    turn["chance"]["refill"] = turn["chance"]["refill"][1:] + turn["chance"]["refill"][:1]
    caught(record, "the seed gives")
    assert check_record(without(record, "seed")) == []


def test_another_seed() -> None:
    record, _ = find(is_single)
    other = bytes(32)
    record["shuffle"]["seed"] = other.hex()
    caught(record, "not the committed one")
    record["shuffle"]["commitment"] = commitment_of(other)
    caught(record, "the seed gives")
    record["shuffle"] = {"commitment": "none"}
    caught(record, "the commitment is a SHA-256")


def test_tiles_in_another_order() -> None:
    """G7: the seed lines up the tiles; without it any order is possible."""
    record, _ = find(is_single)
    river = record["start"]["river"]
    river[0], river[1] = river[1], river[0]
    caught(record, "start: not the tile the seed gives")
    river[0] = river[2]
    caught(without(record, "seed"), "the six tiles, each once")


def test_set_up_of_another_kind() -> None:
    """G8 to G11."""
    record, _ = find(is_single)
    other = read_again(record)
    other["start"]["seats"][1]["satchel"].pop()
    caught(other, "start: 3 pieces at set-up")
    other = read_again(record)
    piece = next(iter(other["start"]["bag"]))
    other["start"]["bag"][piece] += 1
    caught(other, "start: bag is")
    other = read_again(record)
    other["start"]["river"][0]["stones"] ^= 3
    caught(other, "start: river is")
    other = read_again(record)
    other["start"]["lake"][0], other["start"]["seats"][0]["satchel"][0] = "white drop", "orange heart"
    caught(other, "not the pieces the seed gives")
    other = read_again(without(record, "seed"))
    other["first_seat"] = 1
    caught(other, "start: turn is")


def test_top_up() -> None:
    """G30: on the triggering turn and on no other, to each what is due."""
    record, turn = find(lambda turn: sorted(map(len, turn["chance"].get("top_up", []))) == [0, 1, 2])
    good = turn["chance"]["top_up"]
    turn["chance"]["top_up"] = good[1:] + good[:1]
    caught(record, "pieces are drawn, not")
    turn["chance"]["top_up"] = good[:2]
    caught(record, "a list for each seat")
    del turn["chance"]["top_up"]
    caught(record, "['top_up'] missing")
    record["turns"][0]["chance"]["top_up"] = [[], [], []]
    caught(record, "['top_up'] not expected")


def test_pass_with_something_to_do() -> None:
    """G28."""
    record, turn = find(is_single)
    turn["move"], turn["chance"] = {"type": "pass"}, {}
    caught(record, "a pass with glass in the satchel")

    def is_draw_of_the_empty_handed(turn: Record) -> bool:
        satchel = turn["after"]["seats"][turn["seat"]]["satchel"]
        return is_draw(turn) and sorted(turn["move"]["take"]) == sorted(satchel)

    record, turn = find(is_draw_of_the_empty_handed, data=ENDLESS)
    turn["move"], turn["chance"] = {"type": "pass"}, {}
    caught(record, "a pass with glass in the lake", ENDLESS)


def test_lake_draw_when_barred() -> None:
    """G32: a game under one option is not one under the other."""

    def is_late_draw(turn: Record) -> bool:
        return is_draw(turn) and turn["after"]["turn"]["phase"] in ("final", "over")

    record, _ = find(is_late_draw)
    record["options"]["lake_draws_after_trigger"] = False
    caught(without(record, "after"), "barred lake")


def test_option_of_the_inventory() -> None:
    """G23."""
    record, _ = find(lambda turn: turn["after"]["seats"][turn["seat"]]["overflow"])
    record["options"]["inventory_counts_overflow"] = True
    caught(record, "inventory of")


@pytest.mark.parametrize("part", ["columns", "bag", "lake", "satchel", "phase", "round", "river"])
def test_wrong_state(part: str) -> None:
    """What stands after a turn follows from the start and the turns."""
    record, turn = find(lambda turn: len(turn["after"]["seats"][0]["columns"]) > 1)
    state = turn["after"]
    if part == "columns":
        state["seats"][0]["columns"][1]["height"] += 1
    elif part == "bag":
        state["bag"].popitem()
    elif part == "lake":
        state["lake"].append(state["lake"][0])
    elif part == "satchel":
        state["seats"][1]["satchel"].append("white drop")
    elif part == "phase":
        state["turn"]["phase"] = "final"
    elif part == "round":
        state["turn"]["round"] += 1
    else:
        state["river"].reverse()
    caught(record, f"{'turn' if part in ('phase', 'round') else part} ")


def test_which_pieces_overflow_is_free_until_a_state_tells() -> None:
    """G22: of pieces of one colour any may have found no room, but the same ones ever after."""
    for number in range(50):
        record = read_again(random_record(Random(f"spill {number}"), 2, data=ENDLESS))
        states = [record["start"], *[turn["after"] for turn in record["turns"]]]
        for before, turn in zip(states, record["turns"][:-1], strict=False):
            if turn["move"]["type"] != "place":
                continue
            seat = turn["seat"]
            gathered = Counter(before["river"][turn["move"]["gather"] - 1]["pieces"])
            spilled = Counter(turn["after"]["seats"][seat]["overflow"])
            spilled -= Counter(before["seats"][seat]["overflow"])
            full = [it["colour"] for it in before["seats"][seat]["columns"] if it["height"] == 5]
            for one, other in product(spilled, gathered - spilled):
                colour = colour_of(one)
                if one != other and colour == colour_of(other) and colour not in full:
                    _check_freedom(record, turn, one, other)
                    return
    raise AssertionError("no such turn in 50 games")


def _check_freedom(record: Record, turn: Record, spilled: str, other: str) -> None:
    place, seat = record["turns"].index(turn), turn["seat"]

    def swapped(turns: list[int]) -> Record:
        changed = read_again(record)
        for number in turns:
            listed = changed["turns"][number]["after"]["seats"][seat]["overflow"]
            listed[listed.index(spilled)] = other
        return changed

    last = len(record["turns"]) - 1
    everywhere = swapped(list(range(place, last + 1)))
    assert check_record(everywhere, ENDLESS) == []
    caught(swapped([place]), f"turn {place + 1}: wrong overflow", ENDLESS)
    caught(swapped([last]), f"turn {last}: wrong overflow", ENDLESS)
    for unwritten in everywhere["turns"][:last]:
        unwritten.pop("after")
    assert check_record(everywhere, ENDLESS) == []
    listed = everywhere["turns"][last]["after"]["seats"][seat]["overflow"]
    listed[listed.index(other)] = "black drop"
    caught(everywhere, f"turn {last}: wrong overflow", ENDLESS)


def test_too_few_or_too_many_turns() -> None:
    """G31."""
    record, _ = find(is_single)
    longer = read_again(record)
    longer["turns"].append({"seat": 0, "move": {"type": "pass"}, "chance": {}})
    caught(longer, "the game was over before")
    record["turns"].pop()
    caught(record, "a game that is not over has none")


def test_wrong_result() -> None:
    """G34 to G39."""
    record, _ = find(is_single)
    for damage in ("totals", "winners", "columns", "none"):
        other = read_again(record)
        if damage == "totals":
            other["result"]["totals"][0] += 1
        elif damage == "winners":
            other["result"]["winners"] = [0, 1, 2]
        elif damage == "columns":
            other["result"]["breakdown"][0]["columns"].reverse()
        else:
            other["result"] = None
        caught(other, "result: result is")


def test_time_without_offset() -> None:
    record, turn = find(is_single)
    turn["at"] = "2025-06-01T12:00:00Z"
    assert check_record(record) == []
    turn["at"] = "2025-06-01T12:00:00"
    caught(record, "a time needs its offset")
