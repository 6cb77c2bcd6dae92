"""River Market, slowly: the rules as plain Python, to be checked against the rules by eye.

Shares no code with the package. M- and R-numbers are the atoms and readings of the project's rules page.
Decisions and chance outcomes are integers, listed in `reference_parts`; which orders of effects are listed
says `reference_effects`.
"""

from collections.abc import Hashable
from typing import Any

from .reference_cards import Card
from .reference_effect_steps import picks_to_pay
from .reference_effects import Visit
from .reference_parts import (
    DRAWN,
    GOODS_OF,
    KEEP,
    LAY,
    MOVE,
    PASS,
    PAY,
    PLAY,
    REDRAW,
    SPOT,
    STOP,
    TOKEN,
    Seat,
    Table,
    add,
)
from .reference_scoring import breakdown

HAND_LIMIT = 4  # M103
DRAWN_AT_ONCE = 2  # by one deed
START_COINS = 4  # M23
STARTING_BOOTHS = 4  # M1
PAWNS_START = "swap-meet"  # M26
# A choice with a single option is asked only at these stages.
ALWAYS_ASKED = ("lay", "draws", "mulligan", "main", "stopping", "over")


class ReferenceGame:
    """One game, from the first set-up draw to the end."""

    def __init__(
        self,
        cards: list[Card],
        players: int,
        first_seat: int = 0,
        *,
        lists_every_order: bool = False,
        later_seats_coins: int = 0,
        later_seats_from_third: bool = False,
        equal_turns: bool = False,
    ) -> None:
        """A game about to be set up; ValueError unless 2..5 players and the first seat is one of them."""
        if not 2 <= players <= 5 or not 0 <= first_seat < players:
            raise ValueError(f"no game for {players} players with first seat {first_seat}")
        houses = 4 if players == 5 else 5  # R1
        self.table = Table(cards, [Seat(houses) for _ in range(players)])
        for place in range(players):  # M23, M24
            seat = self.table.seats[(first_seat + place) % players]
            before = [other for other in range(place) if other or not later_seats_from_third]
            seat.resources["coin"] = START_COINS + later_seats_coins * len(before)
        self.equal_turns = equal_turns
        self.table.deck = {card.number for card in cards[STARTING_BOOTHS:]}  # M21
        self.table.era = dict.fromkeys(self.table.deck, 0)
        self.first_seat = first_seat
        self.lists_every_order = lists_every_order
        self.seat = first_seat
        self.turn = 0  # the first is 1; 0 until then
        self.end_seat: int | None = None  # M112
        self.turns_left: int | None = None  # whole turns to come; None until the end is triggered
        # The question now open. Stages: lay, draws, mulligan, main, stopping, visit, placing, paying, over.
        self.stage = "lay"
        self.queue: list[int] = []  # draws: for which seat each card is that is still to come
        self.card = -1  # the card used this turn, -1 between turns
        self.is_zooming = False
        self.visit: Visit | None = None

    # ---- questions ----

    @property
    def actor(self) -> str | int | None:
        """Who answers: "chance", a seat number, or None when the game is over."""
        if self.stage == "over":
            return None
        return "chance" if self.stage in ("lay", "draws") else self.seat

    def choices(self) -> list[int]:
        """The possible answers to the open question, rising; empty when the game is over."""
        if self.stage == "lay":  # M16
            laid = self.table.loop()
            return [LAY + booth for booth in range(STARTING_BOOTHS) if booth not in laid]
        if self.stage == "draws":
            return [DRAWN + card for card in sorted(self.table.deck)]
        if self.stage == "mulligan":  # R2: Events count as Booths
            hand = self.table.seats[self.seat].hand
            return [KEEP] if any(self.table.cards[card].is_booth() for card in hand) else [KEEP, REDRAW]
        if self.stage == "main":
            return self._uses()
        if self.stage == "stopping":
            return sorted(STOP + booth for booth in self._stops())
        if self.stage == "placing":  # M76
            return [SPOT + end for end in range(4)]
        if self.stage == "paying":
            have = self.table.seats[self.seat].resources
            return [PAY + pick for pick in picks_to_pay(have, self.table.cards[self.card].cost)]
        if self.visit is not None:
            return self.visit.choices(self.table)
        return []

    def weights(self) -> dict[int, int]:
        """The weight of each chance outcome, in rising order; empty when no chance is open."""
        return dict.fromkeys(self.choices(), 1) if self.actor == "chance" else {}

    def _uses(self) -> list[int]:
        """M33: each card of the hand, discarded to move or paid for and put into play."""
        seat = self.table.seats[self.seat]
        if not seat.hand:
            return [PASS]  # R12
        listed = []
        for card in seat.hand:
            listed.append(MOVE + card)
            if seat.tokens and not self._is_zoom(card):
                listed.append(TOKEN + card)  # M117
            if self._can_play(card):
                listed.append(PLAY + card)
        return sorted(listed)

    def _is_zoom(self, card: int) -> bool:
        """M45, and Helpers that make Zooms."""
        used = self.table.cards[card]
        helped = any(used.is_in_group(it.cards) for it in self.table.abilities(self.seat, "zoom"))
        return used.step is None or helped

    def _can_play(self, card: int) -> bool:
        played = self.table.cards[card]
        seat = self.table.seats[self.seat]
        if played.kind == "action" or (played.is_booth() and seat.houses == 0):  # M68, M78
            return False
        rest = dict(seat.resources)
        add(rest, self._discounted(card), -1)
        return min(rest.values()) >= 0 and (not played.cost.look or bool(picks_to_pay(rest, played.cost)))

    def _discounted(self, card: int) -> dict[str, int]:
        """The named part of a cost, less what Helpers take off, no part below nothing."""
        cost = dict(self.table.cards[card].cost.named)
        for ability in self.table.abilities(self.seat, "discount"):
            if self.table.cards[card].is_in_group(ability.cards):
                cost = {name: max(0, amount - ability.amounts.get(name, 0)) for name, amount in cost.items()}
        return cost

    def _stops(self) -> set[int]:
        """M38 to M42, M46: where the pawn may stop; never where it began (R7)."""
        loop = self.table.loop()
        at = loop.index(self.table.seats[self.seat].pawn)
        if self.is_zooming:
            return set(loop) - {loop[at]}
        ahead, back = self._reach()
        return {loop[(at + steps) % len(loop)] for steps in range(-back, ahead + 1) if steps != 0}

    def _reach(self) -> tuple[int, int]:
        """How many steps a move by a number may go with the current, and how many against it."""
        used = self.table.cards[self.card]
        assert used.step is not None
        steps = used.step + self.table.power(self.seat, "reach")
        back = self.table.power(self.seat, "back")
        ahead, back = (0, steps + back) if used.is_against else (steps, back)
        most = len(self.table.loop()) - 1
        return min(ahead, most), min(back, most)

    # ---- answers ----

    def apply(self, answer: int) -> None:
        """Answer the open question; ValueError when it is not one of `choices()`."""
        if answer not in self.choices():
            raise ValueError(f"{answer} is not a choice at stage {self.stage}")
        self.go_on(answer)

    def go_on(self, answer: int) -> list[int]:
        """Answer the open question with what is known to be one of `choices()`, and return the choices that follow."""
        self._answer(answer)
        while len(options := self.choices()) == 1 and self.stage not in ALWAYS_ASKED:
            self._answer(options[0])
        return options

    def _answer(self, answer: int) -> None:
        if self.stage == "lay":
            self._lay(answer - LAY)
        elif self.stage == "draws":
            self._draw(answer - DRAWN)
        elif self.stage == "mulligan":
            self._answer_mulligan(answer)
        elif self.stage == "main":
            self._use(answer)
        elif self.stage == "stopping":
            self._arrive(answer - STOP)
        elif self.stage == "placing":
            self._place(answer - SPOT)
        elif self.stage == "paying":
            add(self.table.seats[self.seat].resources, GOODS_OF[answer - PAY], -1)
            self._place_or_hire()
        elif self.visit is not None:
            self.visit.answer(self.table, answer)
            if self.visit.stage == "ended":
                self._end_decisions()

    # ---- set-up ----

    def _lay(self, booth: int) -> None:
        """M16: round the loop, from the upper left."""
        places = len(self.table.loop())
        if places < 2:
            self.table.upper.append(booth)
        else:
            self.table.lower.insert(0, booth)
        if places == STARTING_BOOTHS - 1:
            start = next(card.number for card in self.table.cards if card.id == PAWNS_START)
            for seat in self.table.seats:
                seat.pawn = start  # M26
            players = len(self.table.seats)
            for step in range(players):  # M25
                self.queue += [(self.first_seat + step) % players] * HAND_LIMIT
            self._draw_on()

    def _answer_mulligan(self, answer: int) -> None:
        """R2: in seat order from the start player; the rejected hand goes to the discard pile."""
        if answer == REDRAW:
            hand = self.table.seats[self.seat].hand
            self.table.discard |= hand
            hand.clear()
            self.queue = [self.seat] * HAND_LIMIT
            self._draw_on()
            return
        self.seat = (self.seat + 1) % len(self.table.seats)
        if self.seat == self.first_seat:
            self.turn = 1
            self.stage = "main"

    # ---- a turn ----

    def _use(self, answer: int) -> None:
        seat = self.table.seats[self.seat]
        if answer == PASS:
            self._end_decisions()
        elif answer >= PLAY:
            self.card = answer - PLAY
            seat.hand.remove(self.card)
            add(seat.resources, self._discounted(self.card), -1)  # M75, M95
            if self.table.cards[self.card].cost.look:
                self.stage = "paying"
            else:
                self._place_or_hire()
        else:
            has_token_used = answer >= TOKEN
            self.card = answer - (TOKEN if has_token_used else MOVE)
            self.is_zooming = has_token_used or self._is_zoom(self.card)
            seat.tokens -= has_token_used  # M118
            seat.hand.remove(self.card)
            self.table.discard.add(self.card)  # M47, M106
            self.stage = "stopping"

    def _place_or_hire(self) -> None:
        if self.table.cards[self.card].is_booth():
            self.stage = "placing"
            return
        self.table.give(self.seat, "hire")  # before the new one is there: it does not count
        self.table.seats[self.seat].helpers.add(self.card)  # M95
        self._end_decisions()

    def _place(self, end: int) -> None:
        self.table.build_at(end, self.card)
        self.table.owner[self.card] = self.seat  # M77
        self.table.seats[self.seat].houses -= 1
        self.table.give(self.seat, "build")
        self._end_decisions()

    def _arrive(self, booth: int) -> None:
        seat = self.table.seats[self.seat]
        loop = self.table.loop()
        at = loop.index(seat.pawn)
        steps = (loop.index(booth) - at) % len(loop)
        ahead, back = (0, 0) if self.is_zooming else self._reach()
        is_stroll = steps == 1 or (back > 0 and steps == len(loop) - 1)
        if not self.is_zooming:
            way = range(1, steps) if steps <= ahead else range(steps + 1, len(loop))
            for step in way:  # start and stop are not passed
                owner = self.table.owner.get(loop[(at + step) % len(loop)])
                if owner is not None and owner != self.seat:
                    self.table.give(owner, "passed")
        seat.pawn = booth
        used = self.table.cards[self.card]
        is_meeting = self.table.count(self.seat, "others-here") > 0
        for occasion, is_given in (
            ("action", used.kind == "action"),
            ("zoom", self.is_zooming),
            ("stroll", is_stroll),
            ("meeting", is_meeting),
        ):
            if is_given:
                self.table.give(self.seat, occasion)
        self.visit = Visit.begin(self.table, self.seat, used, self.lists_every_order)
        self.stage = "visit"

    def _end_decisions(self) -> None:
        """M111: the end is triggered before the refill of the same turn (M102)."""
        draws = self.visit.draws if self.visit is not None else 0
        self.visit = None
        self.card = -1
        self.is_zooming = False
        seats = self.table.seats
        mine = seats[self.seat]
        if self.turns_left is not None:
            self.turns_left -= 1
        elif mine.houses == 0:  # M110, M120
            self.end_seat = self.seat
            for seat in seats:
                seat.tokens = 1  # M113
            self.turns_left = 2 * len(seats)  # R10
            if self.equal_turns:
                while (self.seat + 1 + self.turns_left) % len(seats) != self.first_seat:
                    self.turns_left += 1
        limit = HAND_LIMIT + self.table.power(self.seat, "hand")  # M103, R13
        self.queue = [self.seat] * (max(0, limit - len(mine.hand)) + DRAWN_AT_ONCE * draws)
        self._draw_on()

    # ---- chance and the end ----

    def _draw(self, card: int) -> None:
        self.table.deck.remove(card)
        self.table.seats[self.queue.pop(0)].hand.add(card)
        self._draw_on()

    def _draw_on(self) -> None:
        """Go on drawing, or with the game when nothing is to be drawn."""
        self.stage = "draws"
        table = self.table
        if self.queue and not table.deck:  # M105: when a card is needed
            table.shuffles += bool(table.discard)
            table.deck, table.discard = table.discard, set()
            table.era |= dict.fromkeys(table.deck, table.shuffles)
        if self.queue and table.deck:
            return
        self.queue = []  # R12
        if self.turn == 0:
            self.stage = "mulligan"
        else:
            self._next_turn()

    def _next_turn(self) -> None:
        if self.turns_left == 0:  # M116
            self.stage = "over"
            return
        self.turn += 1
        self.seat = (self.seat + 1) % len(self.table.seats)
        self.stage = "main"

    # ---- scoring ----

    def breakdown(self, seat: int) -> dict[str, Any]:
        """A seat's score item by item, as things stand (R11)."""
        return breakdown(self.table, seat)

    def scores(self) -> list[int]:
        """M122: each seat's total as things stand."""
        return [int(self.breakdown(seat)["total"]) for seat in range(len(self.table.seats))]

    def winners(self) -> list[int]:
        """M142, M143: every seat with the highest total, rising."""
        scores = self.scores()
        return [seat for seat, score in enumerate(scores) if score == max(scores)]

    # ---- looking at it ----

    def key(self) -> Hashable:
        """Everything that the rest of the game depends on, hashable; equal for equal games."""
        return (
            *(self.table.key(), self.first_seat, self.seat, self.turn, self.end_seat, self.turns_left),
            *(self.stage, tuple(self.queue), self.card, self.is_zooming),
            self.visit and self.visit.key(),
        )

    def copy(self) -> "ReferenceGame":
        """A game of its own at the same point."""
        twin = ReferenceGame.__new__(ReferenceGame)
        twin.__dict__.update(self.__dict__)
        twin.table = self.table.copy()
        twin.queue = list(self.queue)
        twin.visit = self.visit.copy() if self.visit is not None else None
        return twin
