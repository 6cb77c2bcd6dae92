"""Hand-made positions of the reference game, and its decisions, written with the ids of the deck file."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from .reference import ReferenceGame
from .reference_cards import Amounts, Card, load_cards
from .reference_parts import BONUS, DO, DRAWN, GAIN, MOVE, PAY, PICKS, PLAY, SHED, STOP, TOKEN

DECK_FILE = Path(__file__).parents[2] / "src" / "rivertable" / "market" / "printed" / "data" / "first-edition.toml"
CARDS = load_cards(DECK_FILE)
NUMBER = {card.id: card.number for card in CARDS}
LOOP = ("swap-meet", "dressmaker", "willow-larder", "mending-bench")
"""The Starting Booths of `position`, clockwise from the upper left."""


def position(
    players: int = 2,
    *,
    upper: Sequence[str] = LOOP[:2],
    lower: Sequence[str] = (LOOP[3], LOOP[2]),
    owners: Mapping[str, int] | None = None,
    stars: Mapping[str, Sequence[int]] | None = None,
    hands: Sequence[Sequence[str]] = (),
    resources: Sequence[Amounts] = (),
    helpers: Sequence[Sequence[str]] = (),
    pawns: Sequence[str] = (),
    houses: Sequence[int] = (),
    discard: Sequence[str] = (),
    deck: Sequence[str] | None = None,
    seat: int = 0,
    changes: Mapping[str, Mapping[str, Any]] | None = None,
    lists_every_order: bool = False,
) -> ReferenceGame:
    """A game at the start of a turn of `seat`, the end not triggered; both rows from left to right.

    What is not given: no resources, empty hands, five houses, pawns on Swap Meet, and all cards that lie
    nowhere else in the deck. `changes` gives cards other attributes than the deck file does.
    """
    game = ReferenceGame(changed_cards(changes or {}), players, lists_every_order=lists_every_order)
    table = game.table
    table.upper, table.lower = numbers(upper), numbers(lower)
    table.owner = {NUMBER[booth]: owner for booth, owner in (owners or {}).items()}
    table.stars = {NUMBER[event]: sorted(seats) for event, seats in (stars or {}).items()}
    for number, mine in enumerate(table.seats):
        mine.resources = dict.fromkeys(mine.resources, 0) | _nth(resources, number, {})
        mine.hand = set(numbers(_nth(hands, number, ())))
        mine.helpers = set(numbers(_nth(helpers, number, ())))
        mine.pawn = NUMBER[_nth(pawns, number, LOOP[0])]
        mine.houses = _nth(houses, number, 5)
    table.discard = set(numbers(discard))
    elsewhere = {*table.upper, *table.lower, *table.discard, *range(4)}
    elsewhere.update(*(mine.hand | mine.helpers for mine in table.seats))
    table.deck = set(range(60)) - elsewhere if deck is None else set(numbers(deck))
    game.seat = seat
    game.turn = 1
    game.stage = "main"
    return game


def changed_cards(changes: Mapping[str, Mapping[str, Any]]) -> list[Card]:
    """The cards of the deck file, some with other attributes."""
    return [replace(card, **changes.get(card.id, {})) for card in CARDS]


def _nth(listed: Sequence[Any], number: int, default: Any) -> Any:
    return listed[number] if number < len(listed) else default


def numbers(ids: Sequence[str]) -> list[int]:
    """The numbers of these cards."""
    return [NUMBER[card_id] for card_id in ids]


def ids(cards: Sequence[int]) -> list[str]:
    """The ids of these cards."""
    return [CARDS[number].id for number in cards]


def act(game: ReferenceGame, *answers: int) -> None:
    """Answer one question after another."""
    for answer in answers:
        game.apply(answer)


def let_chance(game: ReferenceGame) -> None:
    """Let the first outcome happen until a player is asked or the game is over."""
    while game.actor == "chance":
        game.apply(game.choices()[0])


def visit(game: ReferenceGame, card: str, booth: str) -> None:
    """Discard a card to move to a Booth."""
    act(game, move(card), stop(booth))


def have(game: ReferenceGame, seat: int = 0) -> Amounts:
    """What a seat has, without what it has none of."""
    return {name: amount for name, amount in game.table.seats[seat].resources.items() if amount}


def stops(game: ReferenceGame) -> set[str]:
    """Where the pawn may stop."""
    return set(ids([answer - STOP for answer in game.choices()]))


def move(card: str) -> int:
    """Discard the card to move."""
    return MOVE + NUMBER[card]


def token(card: str) -> int:
    """The same with the Zoom token."""
    return TOKEN + NUMBER[card]


def play(card: str) -> int:
    """Build or hire the card."""
    return PLAY + NUMBER[card]


def stop(booth: str) -> int:
    """Stop at the Booth."""
    return STOP + NUMBER[booth]


def do(plank: int, times: int = 1) -> int:
    """Do a plank, counted from 0."""
    return DO + 8 * plank + times - 1


def bonus(alternative: int = 0, times: int = 1) -> int:
    """Do the Action's effect."""
    return BONUS + 8 * alternative + times - 1


def pay(*goods: str) -> int:
    """Spend these Goods, named in their order."""
    return PAY + PICKS.index(goods)


def gain(*goods: str) -> int:
    """Gain these Goods, named in their order."""
    return GAIN + PICKS.index(goods)


def shed(card: str) -> int:
    """Discard a further card."""
    return SHED + NUMBER[card]


def drawn(card: str) -> int:
    """Chance: the card comes from the deck."""
    return DRAWN + NUMBER[card]
