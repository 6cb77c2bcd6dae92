"""River Valley Glassworks, slowly: the rules as plain Python, to be checked against the rules by eye.

Shares no code with the package. G-numbers are the atoms of the project's rules page.
Decisions and chance outcomes are integers, listed in `reference_parts`.
"""

from collections import Counter
from collections.abc import Hashable
from typing import Any

from .printed_data import (
    COLOURS,
    COLUMN_COUNT,
    COLUMN_HEIGHT,
    LAKE_DRAW,
    LAKE_SIZE,
    PIECES,
    SATCHEL_LIMIT,
    SATCHEL_START,
    SHAPES,
    STANDARD,
    TYPE,
    Piece,
    PrintedData,
    full_bag,
    name,
    names,
)
from .reference_parts import (
    COLOUR,
    DOWN,
    DRAW,
    DRAWN,
    DROP,
    LEAVE,
    PAIR,
    PASS,
    PICK,
    PLACE,
    TILE,
    UP,
    Destination,
    Seat,
    Tile,
    types,
)
from .reference_scoring import score_breakdown

# A choice with a single option is asked only at these stages.
ALWAYS_ASKED = ("tiles", "draws", "action", "over")


class ReferenceGame:
    """One game, from the first set-up draw to the end."""

    def __init__(
        self,
        players: int,
        first_seat: int = 0,
        *,
        inventory_counts_overflow: bool = False,
        lake_draws_after_trigger: bool = True,
        data: PrintedData = STANDARD,
    ) -> None:
        """A game about to be set up; ValueError unless 2..5 players and the first seat is one of them."""
        if not 2 <= players <= 5 or not 0 <= first_seat < players:
            raise ValueError(f"no game for {players} players with first seat {first_seat}")
        self.inventory_counts_overflow = inventory_counts_overflow
        self.lake_draws_after_trigger = lake_draws_after_trigger
        self.data = data
        self.river: list[Tile] = []  # START first; the lake lies beyond the last (G7)
        self.lake: list[Piece] = []
        self.bag: Counter[Piece] = full_bag(data, players)  # G6; never holds a zero count
        self.seats = [Seat() for _ in range(players)]
        self.first_seat = first_seat
        self.seat = first_seat
        self.round = 1
        self.turns_left: int | None = None  # None until the end is triggered; then counts the running turn
        # The question now open. Stages: tiles, draws, action, pick, gather, colour, leave, drop, over.
        self.stage = "tiles"
        self.queue: list[Destination] = []  # draws: pieces still to come out of the bag
        self.pool: list[Piece] = []  # pick and drop: pieces that may still be named, in rising type order
        self.to_name = 0  # pick and drop: how many still to name
        self.placed_on = 0  # pick and gather: river index
        self.new_glass: list[Piece] = []  # colour: gathered pieces that have no column yet
        # What the running (or last) turn did, for records only.
        self.move: dict[str, Any] = {}
        self.drawn: list[tuple[Destination, Piece]] = []

    # ---- questions ----

    @property
    def actor(self) -> str | int | None:
        """Who answers: "chance", a seat number, or None when the game is over."""
        if self.stage == "over":
            return None
        return "chance" if self.stage in ("tiles", "draws") else self.seat

    def choices(self) -> list[int]:
        """The possible answers to the open question, rising; empty when the game is over."""
        if self.stage == "tiles":  # G7
            lined_up = [tile.shape for tile in self.river]
            return [TILE + number for number, shape in enumerate(SHAPES) if shape not in lined_up]
        if self.stage == "draws":
            return sorted(DRAWN + TYPE[piece] for piece in self.bag)
        if self.stage == "action":
            return self._actions()
        if self.stage in ("pick", "drop"):
            # Enough pieces must stay behind the named one for the others to be named in rising order.
            base = PICK if self.stage == "pick" else DROP
            nameable = self.pool[: len(self.pool) - self.to_name + 1]
            return sorted({base + TYPE[piece] for piece in nameable})
        if self.stage == "gather":  # G14, G15: neighbours in the river only
            ways = [UP] if self.placed_on > 0 else []
            return ways + ([DOWN] if self.placed_on < len(self.river) - 1 else [])
        if self.stage == "colour":  # G20
            return sorted(COLOUR + COLOURS.index(colour) for colour in self._new_colours())
        if self.stage == "leave":  # G24
            return sorted({LEAVE + TYPE[piece] for piece in self.lake})
        return []

    def weights(self) -> dict[int, int]:
        """The weight of each chance outcome, in rising order; empty when no chance is open."""
        if self.stage == "tiles":
            return dict.fromkeys(self.choices(), 1)
        if self.stage == "draws":
            return {outcome: self.bag[PIECES[outcome - DRAWN]] for outcome in self.choices()}
        return {}

    def _actions(self) -> list[int]:
        satchel = self.seats[self.seat].satchel
        actions = {PLACE + TYPE[piece] for piece in satchel}  # G12
        for number, shape in enumerate(SHAPES):  # G13
            if sum(piece[1] == shape for piece in satchel) >= 2:
                actions.update(PAIR + number * 6 + tile for tile in range(6))
        is_barred = self.turns_left is not None and not self.lake_draws_after_trigger  # G32
        if self.lake and not is_barred:  # G24, G27
            actions.add(DRAW)
        return sorted(actions) or [PASS]  # G28

    def _new_colours(self) -> set[str]:
        return {colour for colour, _ in self.new_glass}

    # ---- answers ----

    def apply(self, answer: int) -> None:
        """Answer the open question; ValueError when it is not one of `choices()`."""
        if answer not in self.choices():
            raise ValueError(f"{answer} is not a choice at stage {self.stage}")
        self._answer(answer)
        while self.stage not in ALWAYS_ASKED and len(options := self.choices()) == 1:
            self._answer(options[0])

    def _answer(self, answer: int) -> None:
        if self.stage == "tiles":
            self._line_up(SHAPES[answer - TILE])
        elif self.stage == "draws":
            self._draw_from_bag(PIECES[answer - DRAWN])
        elif self.stage == "action":
            self._act(answer)
        elif self.stage == "pick":
            self._pick(PIECES[answer - PICK])
        elif self.stage == "gather":
            self._gather(self.placed_on + (1 if answer == DOWN else -1))
        elif self.stage == "colour":
            self._new_column(COLOURS[answer - COLOUR])
            self._settle_new_colours()
        elif self.stage == "leave":
            stays = PIECES[answer - LEAVE]
            self.lake.remove(stays)
            self._take_from_lake(self.lake, [stays])
        elif self.stage == "drop":
            self._drop(PIECES[answer - DROP])

    def _line_up(self, shape: str) -> None:
        self.river.append(Tile(shape, self.data["stones"][shape]))
        if len(self.river) == 6:
            for place, tile in enumerate(self.river):  # G8: each its OWN stones
                self.queue += [("tile", place)] * tile.stones
            self.queue += [("lake", 0)] * LAKE_SIZE  # G9
            for seat in self._clockwise_from(self.first_seat):  # G10
                self.queue += [("satchel", seat)] * SATCHEL_START
            self.stage = "draws"

    def _act(self, answer: int) -> None:
        self.drawn = []
        satchel = self.seats[self.seat].satchel
        if answer == PASS:
            self.move = {"type": "pass"}
            self._end_decisions([])
        elif answer == DRAW:
            self.move = {"type": "draw"}
            if len(self.lake) > LAKE_DRAW:
                self.stage = "leave"
            else:
                self._take_from_lake(self.lake, [])  # G27: fewer than 4 are simply all taken
        elif answer >= PAIR:  # G13
            shape, tile = SHAPES[(answer - PAIR) // 6], SHAPES[(answer - PAIR) % 6]
            self.pool = sorted((piece for piece in satchel if piece[1] == shape), key=TYPE.__getitem__)
            self._start_placing(tile, 2)
        else:  # G12: on the tile of its own shape
            self.pool = [PIECES[answer]]
            self._start_placing(PIECES[answer][1], 1)

    def _start_placing(self, tile: str, count: int) -> None:
        self.placed_on = [river_tile.shape for river_tile in self.river].index(tile)
        self.move = {"type": "place", "pieces": [], "onto": self.placed_on + 1}
        self.to_name = count
        self.stage = "pick"

    def _name(self, piece: Piece) -> None:
        """Take a named piece out of the satchel; later ones may not come before it in the pool."""
        self.seats[self.seat].satchel.remove(piece)
        self.pool = self.pool[self.pool.index(piece) + 1 :]
        self.to_name -= 1
        if self.to_name == 0:
            self.pool = []

    def _pick(self, piece: Piece) -> None:
        self._name(piece)
        self.river[self.placed_on].pieces.append(piece)  # G14: it stays there
        self.move["pieces"].append(name(piece))
        if self.to_name == 0:
            self.stage = "gather"

    def _gather(self, place: int) -> None:
        self.move["gather"] = place + 1
        tile = self.river.pop(place)
        self.river.insert(0, tile)  # G17
        gathered = sorted(tile.pieces, key=TYPE.__getitem__)  # G14: all of it, G16: maybe nothing
        tile.pieces = []
        columns = self.seats[self.seat].columns
        known = {column[0][0]: column for column in columns}
        for piece in gathered:
            if piece[0] in known:
                self._add_to_column(known[piece[0]], piece)  # G21
            else:
                self.new_glass.append(piece)
        if len(self._new_colours()) >= 2 and len(columns) < COLUMN_COUNT:
            self.move["order"] = []
        self._settle_new_colours()

    def _add_to_column(self, column: list[Piece], piece: Piece) -> None:
        if len(column) < COLUMN_HEIGHT:
            column.append(piece)
        else:
            self.seats[self.seat].overflow.append(piece)  # G22

    def _new_column(self, colour: str) -> None:
        """G20: the next empty column, or G22: overflow when there is none."""
        seat = self.seats[self.seat]
        pieces = [piece for piece in self.new_glass if piece[0] == colour]
        self.new_glass = [piece for piece in self.new_glass if piece[0] != colour]
        if "order" in self.move:
            self.move["order"].append(colour)
        if len(seat.columns) == COLUMN_COUNT:
            seat.overflow += pieces
            return
        seat.columns.append([])
        for piece in pieces:
            self._add_to_column(seat.columns[-1], piece)

    def _settle_new_colours(self) -> None:
        is_column_free = len(self.seats[self.seat].columns) < COLUMN_COUNT
        if is_column_free and len(self._new_colours()) >= 2:
            self.stage = "colour"
            return
        for colour in sorted(self._new_colours(), key=COLOURS.index):
            self._new_column(colour)
        # G18: the emptied tile is at START; the tile now beside it says how many pieces it gets.
        self._end_decisions([("tile", 0)] * self.river[1].stones)

    def _take_from_lake(self, taken: list[Piece], stays: list[Piece]) -> None:
        seat = self.seats[self.seat]
        seat.satchel += taken  # G24
        self.move["take"] = names(taken)
        self.lake = stays
        self.pool = sorted(seat.satchel, key=TYPE.__getitem__)  # G25: old and new alike
        self.to_name = max(0, len(seat.satchel) - SATCHEL_LIMIT)
        if self.to_name > 0:
            self.stage = "drop"
        else:
            self._end_lake_draw()

    def _drop(self, piece: Piece) -> None:
        self._name(piece)
        self.seats[self.seat].overflow.append(piece)  # G25
        self.move.setdefault("overflow", []).append(name(piece))
        if self.to_name == 0:
            self._end_lake_draw()

    def _end_lake_draw(self) -> None:
        self.pool = []
        self._end_decisions([("lake", 0)] * (LAKE_SIZE - len(self.lake)))  # G26

    # ---- chance and the end ----

    def inventory(self, seat: int) -> int:
        """G23: the pieces in a seat's glassworks; with the option, its overflow too."""
        count = sum(len(column) for column in self.seats[seat].columns)
        if self.inventory_counts_overflow:
            count += len(self.seats[seat].overflow)
        return count

    def _clockwise_from(self, seat: int) -> list[int]:
        return [(seat + step) % len(self.seats) for step in range(len(self.seats))]

    def _end_decisions(self, refill: list[Destination]) -> None:
        self.placed_on = 0
        self.queue = list(refill)
        is_reached = self.inventory(self.seat) >= self.data["inventory_trigger"]
        if self.turns_left is None and is_reached:  # G29: once
            place_in_round = (self.seat - self.first_seat) % len(self.seats)
            # G31: this turn, the rest of the round, then one more turn for each.
            self.turns_left = (len(self.seats) - place_in_round) + len(self.seats)
            for seat in self._clockwise_from(self.seat):  # G30
                self.queue += [("satchel", seat)] * (SATCHEL_START - len(self.seats[seat].satchel))
        self.stage = "draws"
        self._stop_drawing_if_done()

    def _draw_from_bag(self, piece: Piece) -> None:
        self.bag[piece] -= 1
        if self.bag[piece] == 0:
            del self.bag[piece]
        destination = self.queue.pop(0)
        kind, place = destination
        if kind == "tile":
            self.river[place].pieces.append(piece)
        elif kind == "lake":
            self.lake.append(piece)
        else:
            self.seats[place].satchel.append(piece)
        self.drawn.append((destination, piece))
        self._stop_drawing_if_done()

    def _stop_drawing_if_done(self) -> None:
        if self.queue and self.bag:  # G27: an empty bag ends all refills
            return
        self.queue = []
        if self.move:
            self._next_turn()
        else:
            self.stage = "action"  # set-up is done; the first turn begins

    def _next_turn(self) -> None:
        if self.turns_left is None:
            # G33: nobody can ever act again.
            is_over = not self.lake and not any(seat.satchel for seat in self.seats)
        else:
            self.turns_left -= 1
            is_over = self.turns_left == 0
        if is_over:
            self.stage = "over"
            return
        self.stage = "action"
        self.seat = (self.seat + 1) % len(self.seats)
        if self.seat == self.first_seat:
            self.round += 1

    # ---- scoring ----

    def breakdown(self, seat: int) -> dict[str, Any]:
        """A seat's score item by item, in the form records use."""
        heights = [len(column) for column in self.seats[seat].columns]
        return score_breakdown(heights, len(self.seats[seat].overflow), self.data)

    def scores(self) -> list[int]:
        """G39: each seat's total as the boards stand now."""
        return [int(self.breakdown(seat)["total"]) for seat in range(len(self.seats))]

    def winners(self) -> list[int]:
        """G39: every seat with the highest total, rising."""
        scores = self.scores()
        return [seat for seat, score in enumerate(scores) if score == max(scores)]

    # ---- looking at it ----

    def phase(self) -> str:
        """`play`, `finishing` (end triggered, round not full), `final` or `over`."""
        if self.stage == "over":
            return "over"
        if self.turns_left is None:
            return "play"
        return "finishing" if self.turns_left > len(self.seats) else "final"

    def state_document(self) -> dict[str, Any]:
        """The record's STATE, pieces in rising type order; ValueError in the middle of a turn."""
        if self.stage not in ("action", "over"):
            raise ValueError(f"a state is written between turns, not at stage {self.stage}")
        return {
            "river": [tile.document() for tile in self.river],
            "lake": names(self.lake),
            "bag": {name(piece): self.bag[piece] for piece in PIECES if piece in self.bag},
            "seats": [
                seat.document() | {"inventory": self.inventory(number)} for number, seat in enumerate(self.seats)
            ],
            "turn": {
                "seat": self.seat,
                "first_seat": self.first_seat,
                "round": self.round,
                "phase": self.phase(),
            },
        }

    def all_pieces(self) -> Counter[Piece]:
        """Every piece wherever it is, for tests of conservation."""
        pieces = self.lake + self.new_glass
        for tile in self.river:
            pieces += tile.pieces
        for seat in self.seats:
            pieces += seat.satchel + seat.overflow
            for column in seat.columns:
                pieces += column
        everything = Counter(pieces)
        everything.update(self.bag)
        return everything

    def key(self) -> Hashable:
        """Equal for two positions under the same options and data when nothing tells them apart."""
        return (
            tuple((tile.shape, types(tile.pieces)) for tile in self.river),
            types(self.lake),
            types(self.bag.elements()),
            tuple(
                (
                    types(seat.satchel),
                    tuple((column[0][0], len(column)) for column in seat.columns),
                    types(seat.overflow),
                )
                for seat in self.seats
            ),
            (self.first_seat, self.seat, self.round, self.turns_left),
            (self.stage, tuple(self.queue), types(self.pool), self.to_name, self.placed_on),
            types(self.new_glass),
        )

    def copy(self) -> "ReferenceGame":
        """A game of its own at the same point."""
        twin = ReferenceGame.__new__(ReferenceGame)
        twin.__dict__.update(self.__dict__)
        twin.river = [Tile(tile.shape, tile.stones, list(tile.pieces)) for tile in self.river]
        twin.bag = Counter(self.bag)
        twin.seats = [
            Seat(list(seat.satchel), [list(column) for column in seat.columns], list(seat.overflow))
            for seat in self.seats
        ]
        for attribute in ("lake", "queue", "pool", "new_glass", "drawn"):
            setattr(twin, attribute, list(getattr(self, attribute)))
        twin.move = {key: list(it) if isinstance(it, list) else it for key, it in self.move.items()}
        return twin
