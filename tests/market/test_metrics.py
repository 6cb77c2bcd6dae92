"""What is counted of games of River Market: by hand on small games, and what comes in and goes out on random ones."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rivertable.bots import make_bot, play_out
from rivertable.core.compiling.warmup import carry_out, is_done
from rivertable.core.game import GAMES
from rivertable.core.match import Match, Player
from rivertable.lab.balance import METRICS, GameArrays, metrics_tables, missed_targets
from rivertable.lab.balance.metrics import metrics_figures, missed
from rivertable.market.kernel.scoring import SHEET
from rivertable.market.kernel.state import COIN, Decision
from rivertable.market.metrics import TARGETS, count, tables
from rivertable.market.metrics.tally import (
    COUNTS,
    Points,
    TurnKind,
    count_first,
    count_last,
    count_next,
    counting_terms,
    new_room,
)
from rivertable.market.moves.notation import Keep, Redraw

from .kernel_table import NUMBER, WORDS, KernelTable, bonus, do, gain, move, play, spot, stop

MARKET = GAMES["market"]


@pytest.mark.parametrize(("players", "bot"), [(2, "random"), (3, "novice"), (4, "sight:net=no"), (5, "sight:net=no")])
def test_what_comes_in_less_what_goes_out_is_what_is_held(players: int, bot: str) -> None:
    for seed in range(4):
        terms = MARKET.make_terms(players, MARKET.options.make("rulebook", {"later_seats_coins": seed % 3}))
        match = Match.new(terms, [Player(str(seat)) for seat in range(players)], bytes([seed] * 32))
        play_out(match, {seat: make_bot(bot, seed + seat) for seat in range(players)})
        turns = ((np.array(turn.decisions, np.int16), turn.after.states) for turn in match.turns)
        (counts,) = count(match.terms.array, match.start.states, turns)
        came = counts["start"] + (counts["gained"] + counts["bonus"]).sum(axis=1)
        went = (counts["spent"] + counts["cost"]).sum(axis=1)
        held = counts["stored"].sum(axis=1) + counts["left"]
        assert (came - went == held).all()
        assert (held == match.position.state["resource"]).all()
        assert not counts["other"].any()
        assert counts["start"][:players, COIN].tolist() == [4 + seat * (seed % 3) for seat in range(players)]
        assert tuple(counts["points"].sum(axis=1)[:players]) == match.position.totals
        assert counts["turns"].sum() == sum(not isinstance(turn.move, Keep | Redraw) for turn in match.turns)


def counted(table: KernelTable, turns: Sequence[Sequence[int]]) -> Any:
    """What is counted of turns that are taken at a hand-made table, and of the end after them."""
    counts, states, out = np.zeros(1, dtype=COUNTS), new_room(), np.zeros_like(table.out)
    terms = counting_terms(table.terms)
    room = states.view(np.uint8).reshape(len(states), -1)
    room[0] = table.states.view(np.uint8)
    count_first(states, counts)
    for turn in turns:
        count_next(states, terms, np.array(turn, dtype=np.int16), counts, out)
        table.apply(*turn).settle_chance()
        room[0] = table.states.view(np.uint8)
    count_last(states, terms, np.zeros(2, dtype=SHEET), counts)
    return counts[0]


def amounts(bundles: Any, *place: Any) -> dict[str, int]:
    """Amounts by the words of the resources, without what is zero."""
    return {word: int(bundles[(*place, number)]) for word, number in WORDS.items() if bundles[(*place, number)]}


def test_two_turns_of_two_players_counted_by_hand() -> None:
    table = KernelTable(("odds-and-ends", "soup-kettle", "forage"), ("dawn-catch", "wood-duck"))
    table.hire(0, "magpie-agent")  # gains the Owner bonuses that its visits bring to others
    table.hire(1, "toll-beaver", "mole-builder")  # Owner bonuses once more; Booths cost one Coin less
    table.add_booth("turnip-barrow", 1)
    table.give(0)
    table.give(1, tool=1, lily=1, coin=2)
    counts = counted(
        table,
        (
            (move("odds-and-ends"), stop("turnip-barrow"), do(0)),
            (play("dawn-catch"), spot(0)),
            (
                *(move("forage"), stop("swap-meet"), bonus(0)),
                *(do(0), gain(fish=1, cloth=1), Decision.END),
            ),
            (play("wood-duck"),),
        ),
    )
    barrow, swap, forage, dawn, duck = (
        NUMBER[card] for card in ("turnip-barrow", "swap-meet", "forage", "dawn-catch", "wood-duck")
    )
    magpie, beaver, mole = (NUMBER[card] for card in ("magpie-agent", "toll-beaver", "mole-builder"))

    gained = {
        (seat, card): amounts(counts["gained"], seat, card) for seat, card in np.argwhere(counts["gained"].any(2))
    }
    assert gained == {
        (0, barrow): {"veggie": 3},
        (0, magpie): {"veggie": 1},
        (1, beaver): {"veggie": 1},
        (0, forage): {"veggie": 2},
        (0, swap): {"fish": 1, "cloth": 1},
    }
    assert amounts(counts["spent"], 0, swap) == {"veggie": 1}
    assert counts["spent"].sum() == 1
    assert amounts(counts["bonus"], 1, barrow) == {"veggie": 1}
    assert counts["bonus"].sum() == 1
    assert amounts(counts["cost"], 1, dawn) == {"tool": 1}
    assert amounts(counts["cost"], 1, duck) == {"lily": 1, "coin": 1}
    assert counts["cost"].sum() == 3
    assert amounts(counts["saved"], mole) == {"coin": 1}
    assert amounts(counts["left"], 0) == {"veggie": 5, "fish": 1, "cloth": 1}
    assert amounts(counts["left"], 1) == {"veggie": 2, "coin": 1}
    assert amounts(counts["start"], 1) == {"tool": 1, "lily": 1, "coin": 2}

    assert {tuple(place) for place in np.argwhere(counts["visits"])} == {(0, barrow), (0, swap)}
    assert {tuple(place) for place in np.argwhere(counts["bonuses"])} == {(1, barrow)}
    assert counts["gifts"][magpie] == counts["gifts"][beaver] == 1
    assert {tuple(place) for place in np.argwhere(counts["played"])} == {(0, forage), (1, dawn), (1, duck)}
    assert {tuple(place) for place in np.argwhere(counts["used"])} == {(barrow, 0), (forage, 0), (swap, 0)}
    assert counts["owner"][dawn] == 2

    # The Soup Kettle could never be paid for; the Dawn Catch at once, and so it was.
    kettle = NUMBER["soup-kettle"]
    assert (counts["seen"][0, kettle], counts["chances"][kettle]) == (1, 0)
    assert (counts["chances"][dawn], counts["taken"][dawn]) == (1, 1)
    assert (counts["chances"][forage], counts["taken"][forage]) == (1, 1)
    kinds = [{TurnKind(kind).name for kind in np.flatnonzero(counts["kinds"][seat])} for seat in range(2)]
    assert kinds == [{"GATHER", "TRADE", "ACTION", "SCORE"}, {"BUILD", "HIRE", "SCORE"}]
    assert counts["turns"].tolist() == [2, 2, 0, 0, 0]
    assert counts["points"][0, Points.BATCHES] == 1  # veggie, fish and cloth


def test_a_house_in_a_star_space_is_no_trade() -> None:
    table = KernelTable(("odds-and-ends",))
    table.add_booth("roof-raising", 0)
    table.give(0)
    counts = counted(table, [(move("odds-and-ends"), stop("roof-raising"), do(0))])
    assert {TurnKind(kind).name for kind in np.flatnonzero(counts["kinds"][0])} >= {"ATTEND"}
    assert not {TurnKind.TRADE, TurnKind.GATHER, TurnKind.NOTHING} & set(np.flatnonzero(counts["kinds"][0]))
    assert not counts["bonus"].any()  # an owner gains nothing from the own visit


def figure(found: dict[str, Any], table: str, row: str, column: str) -> Any:
    """The value of one figure of written tables."""
    (chosen,) = (each for each in found["tables"] if each["id"] == table)
    (line,) = (each for each in chosen["rows"] if each["id"] == row)
    written = line["figures"][[each["id"] for each in chosen["columns"]].index(column)]
    return written and written["value"]


def test_figures_of_two_games_counted_by_hand() -> None:
    counts = np.zeros(2, dtype=COUNTS)
    barrow, swap, catch = NUMBER["turnip-barrow"], NUMBER["swap-meet"], NUMBER["dawn-catch"]
    # In the first game seat 0 built the Turnip Barrow: two visits of its own, one of seat 1; three at Swap Meet.
    counts["owner"][0, barrow], counts["played"][0, 0, barrow] = 1, 1
    counts["visits"][0, 0, barrow], counts["visits"][0, 1, barrow], counts["visits"][0, 1, swap] = 2, 1, 3
    counts["bonuses"][0, 0, barrow], counts["bonus"][0, 0, barrow, COIN] = 1, 2
    # In the second one nobody did, and there were two visits, both of Swap Meet.
    counts["visits"][1, 0, swap] = 2
    counts["gained"][:, 0, swap, COIN] = 3
    counts["turns"][:, :2], counts["kinds"][:, :2, TurnKind.TRADE] = 5, 1
    counts["seen"][:, 1, catch], counts["chances"][:, catch], counts["taken"][1, catch] = 1, 2, 1
    by_turn = (np.array([(1, 0), (0, 1), (1, 0)]), np.array([(1, 0), (2, 0), (2, 1)]))
    wins = np.array([[1.0, 0.0], [0.0, 1.0]])
    nothing = np.zeros((2, 2, 0))
    arrays = GameArrays((), (), nothing, wins, nothing, nothing, nothing, by_turn, by_turn, counts)
    found = metrics_figures(MARKET.metrics, arrays, MARKET.printed.load())
    assert figure(found, "visits", "all", "each") == 8 / 4
    assert figure(found, "visits", "starting", "share") == 5 / 8
    assert figure(found, "visits", "own", "share") == 2 / 8
    assert figure(found, "visits", "others", "share") == 1 / 8
    assert figure(found, "visits", "bonuses", "each") == 1 / 4
    assert figure(found, "starting", "swap-meet", "visits") == 5 / 2
    assert figure(found, "booths", "turnip-barrow", "built") == 1 / 2
    assert figure(found, "booths", "turnip-barrow", "visits") == 3
    assert figure(found, "booths", "dawn-catch", "visits") is None
    assert figure(found, "resources", "gained", "coins_in") == 8 / 4
    assert figure(found, "resources", "bonus", "coins_in") == 2 / 4
    assert figure(found, "turns", "trade", "share") == 4 / 20
    assert figure(found, "cards", "dawn-catch", "taken") == 1 / 4
    assert figure(found, "cards", "turnip-barrow", "fair") == 2
    assert figure(found, "lead", "all", "each") == 2 / 2
    assert figure(found, "lead", "late", "each") == 1 / 2
    assert figure(found, "lead", "decided", "each") == pytest.approx((2 / 3 + 0) / 2, abs=1e-6)
    below = {each["words"]: each for each in missed(found["targets"])}
    assert not any(each["is_clear"] for each in found["targets"])  # two games tell too little for an interval
    assert below["Owner bonuses received by a player"]["figure"]["value"] == 0.25
    assert "Activations at the Starting Booths" in below
    assert "Activations in a game in which the Booth was built" not in below  # that is asked at four players

    document = {"settings": [{"words": "one"}], "tables": [{"players": 2, "settings": [{"metrics": found}]}]}
    bonuses = next(line for line in missed_targets(document) if line[1] == "Owner bonuses received by a player")
    assert (bonuses[0], bonuses[3], bonuses[5]) == ("2 players", "0.25", "at least 3.00")
    titles = dict(metrics_tables(document))
    assert titles["2 players: Starting Booths"][:2] == [["", "activations", "share"], ["Swap Meet", "2.50", "62.5%"]]


def test_what_counting_needs_is_compiled_beforehand() -> None:
    carry_out(MARKET, METRICS)
    assert is_done(MARKET, METRICS)


def test_each_target_names_a_figure() -> None:
    counts, wins = np.zeros(1, dtype=COUNTS), np.full((1, 4), 0.25)
    by_id = {table.id: table for table in tables(counts, wins, MARKET.printed.load())}
    for target in TARGETS:
        if target.table != "lead":
            table = by_id[target.table]
            assert target.column in {column.id for column in table.columns}
            assert target.row is None or target.row in {row.id for row in table.rows}
        assert target.at_least is not None or target.at_most is not None


def test_an_unusual_effect_counts_in_games_in_which_its_card_was_drawn() -> None:
    deck = MARKET.printed.load(Path("second-edition"))
    place_of = {card.id: number for number, card in enumerate(deck.cards)}
    steps, cove, magpie = (place_of[card] for card in ("ferry-steps", "echo-cove", "magpie-agent"))
    counts, wins = np.zeros(4, dtype=COUNTS), np.full((4, 2), 0.5)
    counts["seen"][:2, 0, steps], counts["used"][0, steps, 0] = 1, 2  # drawn in two games, used in one
    counts["seen"][:, 1, cove], counts["visits"][1, 0, cove] = 1, 3
    counts["seen"][2, 1, magpie], counts["gifts"][2, magpie] = 1, 1
    (effects,) = (table for table in tables(counts, wins, deck) if table.id == "effects")
    shares = {row.id: row.figures[0] for row in effects.rows}
    wanted = {"ferry-steps.sail-on": (1, 2), "echo-cove.mirror": (1, 4), "magpie-agent.bonus-too": (1, 1)}
    for name, (used, drawn) in wanted.items():
        found = shares[name]
        assert found is not None
        assert (found.above.sum(), found.below.sum()) == (used, drawn)


def test_flows_add_up_with_every_unusual_effect() -> None:
    deck = MARKET.printed.load(Path("second-edition"))
    for seed in range(4):
        match = Match.new(
            MARKET.make_terms(4, components=deck), [Player(str(seat)) for seat in range(4)], bytes([seed] * 32)
        )
        play_out(match, {seat: make_bot("sight:net=no", seed + seat) for seat in range(4)})
        turns = ((np.array(turn.decisions, np.int16), turn.after.states) for turn in match.turns)
        (counts,) = count(match.terms.array, match.start.states, turns)
        came = counts["start"] + (counts["gained"] + counts["bonus"]).sum(axis=1)
        went = (counts["spent"] + counts["cost"]).sum(axis=1)
        assert (came - went == match.position.state["resource"]).all()
        assert not counts["other"].any()
