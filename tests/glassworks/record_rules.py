"""Checks a record of River Valley Glassworks against the rules, straight on its documents.

Knows the rules (G-numbers) and the record's form, none of the package's code and none of the reference
game's. Where a record leaves a freedom (which of several gathered pieces of one colour found no room) every
reading is kept open until a state written in the record settles it.
"""

import json
import re
from collections import Counter
from datetime import datetime
from typing import Any

from .printed_data import (
    COLOURS,
    COLUMN_COUNT,
    COLUMN_HEIGHT,
    LAKE_DRAW,
    LAKE_SIZE,
    PIECE_NAMED,
    PIECES,
    SATCHEL_LIMIT,
    SATCHEL_START,
    SHAPES,
    STANDARD,
    TYPE,
    Piece,
    PrintedData,
    full_bag,
    names,
)
from .record_board import Board, RecordError, demand, keys_of, pieces_of
from .seed_stream import SeedStream, commitment_of

PRESETS = {
    "rulebook": {"inventory_counts_overflow": False, "lake_draws_after_trigger": True},
    "bga": {"inventory_counts_overflow": True, "lake_draws_after_trigger": False},
}
HEX_256 = re.compile(r"[0-9a-f]{64}")


def check_record(document: Any, data: PrintedData = STANDARD) -> list[str]:
    """What is wrong with a record, the first fault of its play only; empty when it is good.

    A record played with other printed data needs those as `data`.
    """
    try:
        _RecordCheck(document, data).run()
    except RecordError as problem:
        return [str(problem)]
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        return [f"not in the form of a record: {type(error).__name__} {error}"]
    return []


class _RecordCheck:
    """One pass over a record; `run` raises RecordError at the first fault."""

    def __init__(self, document: dict[str, Any], data: PrintedData) -> None:
        self.document = document
        self.data = data
        self.where = "record"

    def run(self) -> None:
        self.check_head()
        self.set_up()
        for number, turn in enumerate(self.document["turns"]):
            self.where = f"turn {number}"
            self.check_turn(turn)
        self.where = "result"
        self.check_result()

    def demand(self, is_met: bool, sentence: str) -> None:
        demand(is_met, f"{self.where}: {sentence}")

    # ---- everything before the first turn ----

    def check_head(self) -> None:
        document = self.document
        keys_of(
            document,
            "format game options components seats first_seat shuffle start turns result",
            "",
        )
        self.demand(document["format"] == "rivertable-record/1", "unknown format")
        self.demand(document["game"] == "glassworks", "another game")
        options = document["options"]
        keys_of(options, "preset", "inventory_counts_overflow lake_draws_after_trigger")
        self.demand(options["preset"] in PRESETS, "unknown preset")
        chosen = PRESETS[options["preset"]] | {key: it for key, it in options.items() if key != "preset"}
        self.demand(all(isinstance(value, bool) for value in chosen.values()), "an option is true or false")
        self.counts_overflow = chosen["inventory_counts_overflow"]
        self.has_late_lake_draws = chosen["lake_draws_after_trigger"]
        keys_of(document["components"], "name sha256", "")
        self.demand(bool(HEX_256.fullmatch(document["components"]["sha256"])), "components without a digest")
        seats = document["seats"]
        self.players = len(seats)
        self.demand(2 <= self.players <= 5, "2 to 5 seats")
        for seat in seats:
            self.demand(isinstance(seat["name"], str), "a seat has a name")
            self.demand(seat["kind"] in ("human", "bot"), "a seat is human or bot")
        self.first_seat = document["first_seat"]
        self.demand(self.first_seat in range(self.players), "the first seat is one of the seats")
        shuffle = document["shuffle"]
        keys_of(shuffle, "commitment", "seed")
        self.demand(bool(HEX_256.fullmatch(shuffle["commitment"])), "the commitment is a SHA-256")
        self.stream: SeedStream | None = None
        if shuffle.get("seed") is not None:
            key = bytes.fromhex(shuffle["seed"])
            self.demand(commitment_of(key) == shuffle["commitment"], "the seed is not the committed one")
            self.stream = SeedStream(key)

    def set_up(self) -> None:
        """G6 to G11: `start` must be a possible set-up, and the seed's own where there is one."""
        self.where = "start"
        start = self.document["start"]
        self.bag = full_bag(self.data, self.players)
        shapes = [tile["shape"] for tile in start["river"]]
        self.demand(sorted(shapes) == sorted(SHAPES), "the six tiles, each once (G7)")
        self.river = [(shape, Counter[Piece]()) for shape in shapes]
        if self.stream is not None:
            left = dict.fromkeys(SHAPES, 1)
            for shape in shapes:
                self.demand(self.stream.pick(left) == shape, "not the tile the seed gives")
                del left[shape]
        self.lake: Counter[Piece] = Counter()
        self.boards = [Board() for _ in range(self.players)]
        self.seat = self.first_seat
        self.round = 1
        self.turns_left: int | None = None
        self.is_over = False
        for (shape, glass), tile in zip(self.river, start["river"], strict=True):  # G8
            self.reveal_set_up(tile["pieces"], self.data["stones"][shape], glass)
        self.reveal_set_up(start["lake"], LAKE_SIZE, self.lake)  # G9
        for seat in self.clockwise_from(self.first_seat):  # G10
            self.reveal_set_up(start["seats"][seat]["satchel"], SATCHEL_START, self.boards[seat].satchel)
        self.compare_state(start)

    def reveal_set_up(self, listed: list[str], count: int, destination: Counter[Piece]) -> None:
        """Pieces of the set-up stand in no order, so the seed's draws are compared as a whole."""
        pieces = pieces_of(listed)
        self.demand(pieces.total() == min(count, self.bag.total()), f"{count} pieces at set-up")
        if self.stream is not None:
            rest = self.bag.copy()
            drawn: Counter[Piece] = Counter()
            for _ in range(pieces.total()):
                piece = self.stream.pick({it: rest[it] for it in PIECES if rest[it]})
                rest[piece] -= 1
                drawn[piece] += 1
            self.demand(drawn == pieces, "not the pieces the seed gives")
        self.demand(pieces <= self.bag, "more pieces of a kind than the bag holds")
        self.bag -= pieces
        destination += pieces

    # ---- a turn ----

    def check_turn(self, turn: dict[str, Any]) -> None:
        keys_of(turn, "seat move chance", "at after")
        self.demand(not self.is_over, "the game was over before")
        self.demand(turn["seat"] == self.seat, f"it is seat {self.seat}'s turn")
        if "at" in turn:
            moment = datetime.fromisoformat(turn["at"])
            self.demand(moment.tzinfo is not None, "a time needs its offset")
        move = turn["move"]
        kind = move["type"]
        self.demand(kind in ("place", "draw", "pass"), "a move is place, draw or pass")
        board = self.boards[self.seat]
        destination: Counter[Piece] = self.lake
        refill = 0
        if kind == "place":
            destination = self.place(move, board)
            refill = self.data["stones"][self.river[1][0]]  # G18: the tile now beside it
        elif kind == "draw":
            self.draw(move, board)
            refill = LAKE_SIZE - self.lake.total()  # G26
        else:
            keys_of(move, "type", "")
            self.demand(not board.satchel, "a pass with glass in the satchel (G28)")
            self.demand(not self.can_draw(), "a pass with glass in the lake (G28)")
        chance = turn["chance"]
        is_trigger = self.turns_left is None and (
            board.inventory(self.counts_overflow) >= self.data["inventory_trigger"]  # G29
        )
        due = ([] if kind == "pass" else ["refill"]) + (["top_up"] if is_trigger else [])
        keys_of(chance, " ".join(due), "")
        if kind != "pass":
            self.reveal(chance["refill"], refill, destination)
        if is_trigger:
            self.top_up(chance["top_up"])
            place_in_round = (self.seat - self.first_seat) % self.players
            self.turns_left = 2 * self.players - place_in_round  # G31, this turn too
        self.end_turn()
        if "after" in turn:
            self.compare_state(turn["after"])

    def can_draw(self) -> bool:
        is_barred = self.turns_left is not None and not self.has_late_lake_draws  # G32
        return bool(self.lake) and not is_barred

    def place(self, move: dict[str, Any], board: Board) -> Counter[Piece]:
        """G12 to G22; returns the glass of the tile moved to START, to be refilled."""
        keys_of(move, "type pieces onto gather", "order")
        placed = pieces_of(move["pieces"])
        onto, gather = move["onto"], move["gather"]
        self.demand(onto in range(1, 7) and gather in range(1, 7), "tiles are 1 to 6")
        self.demand(placed.total() in (1, 2), "one piece or two are placed")
        self.demand(placed <= board.satchel, "placed glass that is not in the satchel")
        shapes = {piece[1] for piece in placed}
        self.demand(len(shapes) == 1, "a pair has one shape (G13)")
        if placed.total() == 1:
            self.demand(shapes == {self.river[onto - 1][0]}, "one piece goes on its own shape (G12)")
        self.demand(abs(onto - gather) == 1, "only a neighbour is gathered (G14, G15)")
        board.satchel -= placed
        self.river[onto - 1][1].update(placed)
        tile = self.river.pop(gather - 1)
        self.river.insert(0, tile)  # G17
        gathered = tile[1].copy()
        tile[1].clear()
        known = [colour for colour, _ in board.columns]
        new = {piece[0] for piece in gathered} - set(known)
        is_order_due = len(new) > 1 and len(known) < COLUMN_COUNT
        self.demand(("order" in move) == is_order_due, "`order` is there when new colours need one (G20)")
        order = move.get("order", sorted(new, key=COLOURS.index))
        self.demand(sorted(order) == sorted(new), "`order` names each new colour once")
        for colour in [*known, *order]:
            board.gather(colour, Counter({it: n for it, n in gathered.items() if it[0] == colour}))
        return tile[1]

    def draw(self, move: dict[str, Any], board: Board) -> None:
        """G24, G25."""
        keys_of(move, "type take", "overflow")
        self.demand(self.can_draw(), "no draw from an empty or barred lake (G27, G32)")
        take = pieces_of(move["take"])
        self.demand(take.total() == min(LAKE_DRAW, self.lake.total()), "a draw takes 4, or all (G24, G27)")
        self.demand(take <= self.lake, "taken glass that is not in the lake")
        self.lake -= take
        board.satchel += take
        spilled = pieces_of(move.get("overflow", []))
        self.demand("overflow" not in move or spilled.total() > 0, "an empty overflow is left out")
        too_many = max(0, board.satchel.total() - SATCHEL_LIMIT)
        self.demand(spilled.total() == too_many, f"{too_many} pieces are over the satchel's 5 (G25)")
        self.demand(spilled <= board.satchel, "overflow of glass that is not in the satchel")
        board.satchel -= spilled
        board.overflow += spilled

    def reveal(self, listed: list[str], count: int, destination: Counter[Piece]) -> None:
        """G27: as many pieces out of the bag as are due, or as there are, in the order drawn."""
        self.demand(isinstance(listed, list), "drawn pieces are a list")
        due = min(count, self.bag.total())
        self.demand(len(listed) == due, f"{due} pieces are drawn, not {len(listed)}")
        for piece_name in listed:
            piece = PIECE_NAMED[piece_name]
            self.demand(self.bag[piece] > 0, f"no {piece_name} is in the bag")
            if self.stream is not None:
                given = self.stream.pick({it: self.bag[it] for it in PIECES if self.bag[it]})
                self.demand(given == piece, f"the seed gives {given}, not {piece_name}")
            self.bag[piece] -= 1
            destination[piece] += 1

    def top_up(self, lists: list[list[str]]) -> None:
        """G30: from the triggering player clockwise, each to 3, while the bag lasts."""
        self.demand(len(lists) == self.players, "`top_up` has a list for each seat")
        for seat in self.clockwise_from(self.seat):
            satchel = self.boards[seat].satchel
            self.reveal(lists[seat], max(0, SATCHEL_START - satchel.total()), satchel)

    def clockwise_from(self, seat: int) -> list[int]:
        return [(seat + step) % self.players for step in range(self.players)]

    def end_turn(self) -> None:
        if self.turns_left is None:  # G33
            self.is_over = not self.lake and not any(board.satchel for board in self.boards)
        else:
            self.turns_left -= 1
            self.is_over = self.turns_left == 0
        if not self.is_over:
            self.seat = (self.seat + 1) % self.players
            self.round += self.seat == self.first_seat

    # ---- states and the result ----

    def phase(self) -> str:
        if self.is_over:
            return "over"
        if self.turns_left is None:
            return "play"
        return "finishing" if self.turns_left > self.players else "final"

    def compare_state(self, state: dict[str, Any]) -> None:
        keys_of(state, "river lake bag seats turn", "")
        self.demand(len(state["seats"]) == self.players, "a state has every seat")
        river = [
            {"shape": shape, "stones": self.data["stones"][shape], "pieces": names(glass.elements())}
            for shape, glass in self.river
        ]
        self.same([tile | {"pieces": _sorted(tile["pieces"])} for tile in state["river"]], river, "river")
        self.same(_sorted(state["lake"]), names(self.lake.elements()), "lake")
        bag = {f"{piece[0]} {piece[1]}": count for piece, count in self.bag.items() if count}
        self.same(state["bag"], bag, "bag")
        for number, (seat, board) in enumerate(zip(state["seats"], self.boards, strict=True)):
            keys_of(seat, "satchel columns overflow inventory", "")
            self.same(_sorted(seat["satchel"]), names(board.satchel.elements()), f"satchel of {number}")
            columns = [{"colour": colour, "height": height} for colour, height in board.columns]
            self.same(seat["columns"], columns, f"columns of {number}")
            self.demand(board.settle(pieces_of(seat["overflow"])), f"wrong overflow of seat {number}")
            self.same(seat["inventory"], board.inventory(self.counts_overflow), f"inventory of {number}")
        turn = {
            "seat": self.seat,
            "first_seat": self.first_seat,
            "round": self.round,
            "phase": self.phase(),
        }
        self.same(state["turn"], turn, "turn")

    def same(self, written: Any, worked_out: Any, what: str) -> None:
        """Equal as JSON, where 1, 1.0 and true are three things."""
        texts = [json.dumps(it, sort_keys=True) for it in (written, worked_out)]
        self.demand(texts[0] == texts[1], f"{what} is {texts[0]}, the rules give {texts[1]}")

    def check_result(self) -> None:
        result = self.document["result"]
        if not self.is_over:
            self.demand(result is None, "a game that is not over has none")
            return
        breakdowns = [self.score(board) for board in self.boards]
        totals = [breakdown["total"] for breakdown in breakdowns]
        winners = [seat for seat, total in enumerate(totals) if total == max(totals)]  # G39
        self.same(result, {"totals": totals, "winners": winners, "breakdown": breakdowns}, "result")

    def score(self, board: Board) -> dict[str, Any]:
        heights = [height for _, height in board.columns] + [0] * COLUMN_COUNT
        rows = []
        for row in range(1, COLUMN_HEIGHT + 1):  # G34: the first space that is empty ends the row
            first_gap = next(place for place, height in enumerate(heights) if height < row)
            rows.append(self.data["row_vp"][first_gap])
        ranked = sorted((-height, place) for place, (_, height) in enumerate(board.columns))  # G36
        columns = [
            {"column": place + 1, "height": -low, "vp": self.data["column_vp"][place][-low - 1]}
            for low, place in ranked[:2]
        ]
        overflow = self.data["overflow_vp"] * board.overflow_count()  # G38
        total = sum(rows) + sum(int(column["vp"]) for column in columns) + overflow
        return {"rows": rows, "columns": columns, "overflow": overflow, "total": total}


def _sorted(listed: list[str]) -> list[str]:
    return sorted(listed, key=lambda piece_name: TYPE[PIECE_NAMED[piece_name]])
