"""The figures that are made of the counts of many games, in tables."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from importlib.resources import files

import numpy as np

from ...core.contract.metrics import Column, Numbers, Ratio, Row, Table, read_targets
from ..kernel.state import COIN
from ..printed.components import MarketComponents
from ..printed.deck import Card, CardKind
from ..printed.effects import Count, Deed, Power, Trigger
from .tally import Points, TurnKind

TARGETS = read_targets(tomllib.loads((files(__package__) / "targets.toml").read_text(encoding="utf-8")))

SEATS_AT_LEAST = 30
"""Seats with so many or so few cards that they are fewer than this are counted with their neighbours."""

_USUAL_DEEDS = {Deed.NOTHING, Deed.ATTEND}
_USUAL_POWERS = {
    *(Power.REACH, Power.BACK, Power.ZOOM, Power.DISCOUNT, Power.WHEN),
    *(Power.HAND, Power.TIMES, Power.BOTH, Power.BONUS_AGAIN, Power.SHARED_BONUS),
}
_UNUSUAL_COUNTS = {Count.OTHERS_HERE, Count.GUESTS}
_UNUSUAL_OCCASIONS = {Trigger.PASSED}
_EACH = Column("each", "a player")
_SHARE = Column("share", "share", is_share=True)

_TURNS = {
    TurnKind.BUILD: "build a Booth or Event",
    TurnKind.HIRE: "hire a Helper",
    TurnKind.TRADE: "trade: a plank or effect takes something and gives something",
    TurnKind.ATTEND: "put a house in a star space",
    TurnKind.ACTION: "do the effect of an Action",
    TurnKind.SCORE: "end with more points than before",
    TurnKind.GATHER: "only gather",
    TurnKind.NOTHING: "do none of this and gain nothing",
}
_POINTS = {
    Points.ATTENDED: "Events attended",
    Points.BOOTHS: "printed on Booths",
    Points.HELPERS: "printed on Helpers",
    Points.BONUS: "bonus scoring",
    Points.STORED: "stored",
    Points.COINS: "Coins left over",
    Points.BATCHES: "batches of Goods left over",
}


class Games:
    """The counts of many games between as many players; arrays have a row a game."""

    def __init__(self, counts: Numbers, wins: Numbers, components: MarketComponents) -> None:
        self.counts, self.wins, self.deck = counts, wins, components.deck
        self.players = wins.shape[1]
        self.ones = np.ones(len(counts))
        self.kinds = np.array([int(card.kind) for card in self.deck.cards])
        self.visits = self.by_seat("visits")
        self.played = self.by_seat("played") > 0

    def by_seat(self, name: str) -> Numbers:
        """Return a field that has a row a seat, for the seats that play."""
        return np.asarray(self.counts[name][:, : self.players])

    def each(self, values: Numbers) -> Ratio:
        """Return a number a player, from the sums by game."""
        return Ratio(values, self.ones * self.players)

    def part(self, values: Numbers) -> Ratio:
        """Return a number a game, or the share of games, from numbers by game."""
        return Ratio(values, self.ones)

    def own_visits(self) -> Numbers:
        """Return the activations of each Booth by its owner, (games, cards)."""
        owner = self.counts["owner"]
        is_own = owner[:, None, :] == np.arange(1, self.players + 1)[None, :, None]
        return np.asarray((self.visits * is_own).sum(axis=1))


def tables(counts: Numbers, wins: Numbers, components: MarketComponents) -> tuple[Table, ...]:
    """Return the figures of many games with as many players."""
    games = Games(counts, wins, components)
    return (
        _visits(games),
        _turns(games),
        _resources(games),
        _points(games),
        _starting_booths(games),
        _booths(games),
        _planks(games),
        _cards(games),
        _effects(games),
    )


def _visits(games: Games) -> Table:
    """Return who activates what, and how often Owner bonuses are received."""
    all_visits = games.visits.sum(axis=(1, 2))
    starting = games.visits[:, :, games.kinds == CardKind.STARTING].sum(axis=(1, 2))
    own = games.own_visits().sum(axis=1)
    rows = [
        ("all", "all Booths", all_visits),
        ("starting", "Starting Booths", starting),
        ("own", "own Booths", own),
        ("others", "other players' Booths", all_visits - starting - own),
    ]
    bonuses = games.by_seat("bonuses").sum(axis=(1, 2))
    return Table(
        "visits",
        "Activations",
        "How often a player activates a Booth, and which part of all activations that is.",
        (_EACH, _SHARE),
        (
            *(Row(name, words, (games.each(values), Ratio(values, all_visits))) for name, words, values in rows),
            Row("bonuses", "Owner bonuses received", (games.each(bonuses), None)),
        ),
    )


def _turns(games: Games) -> Table:
    """Return what turns do."""
    kinds, turns = games.by_seat("kinds").sum(axis=1), games.by_seat("turns").sum(axis=1)
    return Table(
        "turns",
        "Turns",
        "How many turns of a player do this, and which part of all turns. One turn may do several of these.",
        (_EACH, _SHARE),
        (
            Row("all", "all turns", (games.each(turns), None)),
            *(
                Row(kind.name.lower(), words, (games.each(kinds[:, kind]), Ratio(kinds[:, kind], turns)))
                for kind, words in _TURNS.items()
            ),
        ),
    )


def _resources(games: Games) -> Table:
    """Return where Goods and Coins come from and where they go."""
    gained, spent = games.by_seat("gained").sum(axis=1), games.by_seat("spent").sum(axis=1)
    kinds = games.kinds
    nothing = np.zeros((len(gained), gained.shape[2]))
    other = games.by_seat("other")
    into, out_of = np.maximum(other, 0).sum(axis=1), np.maximum(-other, 0).sum(axis=1)
    bonus = games.by_seat("bonus").sum(axis=(1, 2))
    cost = games.by_seat("cost").sum(axis=1)
    rows: list[tuple[str, str, Numbers, Numbers]] = [
        ("start", "the start", games.by_seat("start").sum(axis=1), nothing)
    ]
    for kind, words in (
        (CardKind.STARTING, "planks of Starting Booths"),
        (CardKind.BOOTH, "planks of built Booths"),
        (CardKind.EVENT, "planks of Events"),
        (CardKind.ACTION, "effects of Actions"),
        (CardKind.HELPER, "Helpers"),
    ):
        rows.append((kind.word, words, gained[:, kinds == kind].sum(axis=1), spent[:, kinds == kind].sum(axis=1)))
    is_hired = kinds == CardKind.HELPER
    rows += [
        ("bonus", "Owner bonuses", bonus, nothing),
        ("build", "building", nothing, cost[:, ~is_hired].sum(axis=1)),
        ("hire", "hiring", nothing, cost[:, is_hired].sum(axis=1)),
        ("stored", "stored at the end", nothing, games.by_seat("stored").sum(axis=(1, 2))),
        ("left", "left over at the end", nothing, games.by_seat("left").sum(axis=1)),
    ]
    if into.any() or out_of.any():
        rows.append(("other", "anything else", into, out_of))
    got = gained.sum(axis=1) + bonus + into
    rows.insert(0, ("gained", "all, without the start", got, spent.sum(axis=1) + cost.sum(axis=1) + out_of))
    return Table(
        "resources",
        "Goods and Coins",
        "How many Goods and Coins a player gains from each source and spends on it.",
        (
            Column("goods_in", "Goods gained"),
            Column("coins_in", "Coins gained"),
            Column("goods_out", "Goods spent"),
            Column("coins_out", "Coins spent"),
        ),
        tuple(Row(name, words, tuple(_goods_and_coins(games, gains, costs))) for name, words, gains, costs in rows),
    )


def _goods_and_coins(games: Games, gains: Numbers, costs: Numbers) -> Iterator[Ratio | None]:
    for values in (gains, costs):
        for amount in (values[:, :COIN].sum(axis=1), values[:, COIN]):
            yield games.each(amount) if amount.any() else None


def _points(games: Games) -> Table:
    """Return what points are for."""
    points = games.by_seat("points").sum(axis=1)
    total = points.sum(axis=1)
    return Table(
        "points",
        "Points",
        "What a player's points are for, and which part of all points that is.",
        (_EACH, _SHARE),
        tuple(
            Row(kind.name.lower(), words, (games.each(points[:, kind]), Ratio(points[:, kind], total)))
            for kind, words in _POINTS.items()
        ),
    )


def _starting_booths(games: Games) -> Table:
    """Return how often each Starting Booth is activated."""
    visits = games.visits.sum(axis=1)
    all_visits = visits.sum(axis=1)
    starting = [number for number, card in enumerate(games.deck.cards) if card.kind is CardKind.STARTING]
    return Table(
        "starting",
        "Starting Booths",
        "How often it is activated in a game, and which part of all activations that is.",
        (Column("visits", "activations"), _SHARE),
        tuple(
            Row(
                games.deck.cards[number].id,
                games.deck.cards[number].name,
                (games.part(visits[:, number]), Ratio(visits[:, number], all_visits)),
            )
            for number in starting
        ),
    )


def _booths(games: Games) -> Table:
    """Return how often each Booth and Event is built and activated, and by whom."""
    owner, visits, own = games.counts["owner"], games.visits.sum(axis=1), games.own_visits()
    bonuses = games.by_seat("bonuses").sum(axis=1)
    bonus = games.by_seat("bonus").sum(axis=(1, 3))
    rows = []
    for number, card in enumerate(games.deck.cards):
        if card.kind not in (CardKind.BOOTH, CardKind.EVENT):
            continue
        built = np.asarray(owner[:, number] > 0)
        figures = (
            games.part(built),
            Ratio(visits[:, number], built),
            Ratio(own[:, number], visits[:, number]),
            Ratio(bonuses[:, number], built),
            Ratio(bonus[:, number], built),
        )
        rows.append(Row(card.id, card.name, figures))
    return Table(
        "booths",
        "Booths and Events",
        "Games in which it was built. In such a game: how often it was activated, which part of that by its owner, how "
        "often its Owner bonus was paid, and how many Goods and Coins these were.",
        (
            Column("built", "built", is_share=True),
            Column("visits", "activations"),
            Column("own", "by its owner", is_share=True),
            Column("bonuses", "bonuses paid"),
            Column("bonus", "Goods and Coins"),
        ),
        tuple(rows),
    )


def _planks(games: Games) -> Table:
    """Return how often each of several planks, or of several alternatives, is done."""
    used, owner = games.counts["used"], games.counts["owner"]
    rows = []
    for number, card in enumerate(games.deck.cards):
        if len(card.planks) < 2:
            continue
        is_built = card.kind in (CardKind.BOOTH, CardKind.EVENT)
        is_there: Numbers = np.asarray(owner[:, number] > 0) if is_built else games.ones
        for slot in range(len(card.planks)):
            words = f"{card.name}, {'plank' if card.is_booth else 'alternative'} {slot + 1}"
            rows.append(Row(f"{card.id}.{slot + 1}", words, (Ratio(used[:, number, slot], is_there),)))
    return Table(
        "planks",
        "Planks",
        "How often one of several planks is done in a game in which the Booth is built, or one of several alternatives "
        "of an Action in a game.",
        (Column("done", "done"),),
        tuple(rows),
    )


def expected_wins(numbers: Numbers, wins: Numbers) -> Numbers:
    """Return for each seat the mean part of the victory of all with as many cards; small groups are merged upwards."""
    expected = np.zeros(numbers.shape)
    group = np.zeros(numbers.shape, dtype=bool)
    for number in np.unique(numbers):
        group |= numbers == number
        left = int((numbers > number).sum())
        if group.sum() >= SEATS_AT_LEAST and (left >= SEATS_AT_LEAST or left == 0):
            expected[group] = wins[group].mean()
            group[:] = False
    if group.any():
        expected[group] = wins[group].mean()
    return expected


def _cards(games: Games) -> Table:
    """Return for each card of the deck how often it is played, how often it wins, and what it does afterwards."""
    is_action = games.kinds == CardKind.ACTION
    by_actions = expected_wins(games.played[:, :, is_action].sum(axis=2), games.wins)
    by_cards = expected_wins(games.played[:, :, ~is_action].sum(axis=2), games.wins)
    rows = []
    for number, card in enumerate(games.deck.cards):
        if card.kind is not CardKind.STARTING:
            expected = by_actions if card.kind is CardKind.ACTION else by_cards
            rows.append(Row(card.id, card.name, _figures_of(games, number, card, expected)))
    return Table(
        "cards",
        "Cards",
        "First, of the times that a card came to a hand and could be played there at some turn, those at which it was. "
        "Then games in which somebody played it. Win ratio: how often who played it won, divided by how often those "
        "win who played as many Booths, Events and Helpers, or as many different Actions. Then the same divided by an "
        "equal share. Then, in a game in which it was played: activations, Owner bonuses paid, Goods and Coins that it "
        "gave or that its discount saved. Last, how often it is discarded to move in a game.",
        (
            Column("taken", "played if affordable", is_share=True),
            Column("played", "games", is_share=True),
            Column("ratio", "win ratio"),
            Column("fair", "times the fair share"),
            Column("visits", "activations"),
            Column("bonuses", "bonuses paid"),
            Column("gave", "gave"),
            Column("moved", "moved with"),
        ),
        tuple(rows),
    )


def _figures_of(games: Games, number: int, card: Card, expected: Numbers) -> tuple[Ratio | None, ...]:
    counts, mine = games.counts, games.played[:, :, number]
    played = np.asarray(mine.any(axis=1))
    won = (mine * games.wins).sum(axis=1)
    gave = games.by_seat("gained")[:, :, number].sum(axis=(1, 2)) + counts["saved"][:, number].sum(axis=1)
    bonuses = games.by_seat("bonuses")[:, :, number].sum(axis=1)
    return (
        Ratio(counts["taken"][:, number], counts["chances"][:, number]),
        games.part(played),
        Ratio(won, (mine * expected).sum(axis=1)),
        Ratio(won, mine.sum(axis=1) / games.players),
        Ratio(games.visits[:, :, number].sum(axis=1), played) if card.is_booth else None,
        Ratio(bonuses, played) if card.is_booth else None,
        Ratio(gave, played),
        games.part(games.by_seat("moved")[:, :, number].sum(axis=1)),
    )


def _effects(games: Games) -> Table:
    """Return how often unusual effects are used, in games in which somebody drew the card."""
    rows = []
    for number, card in enumerate(games.deck.cards):
        drawn = np.asarray(games.by_seat("seen")[:, :, number].any(axis=1))
        is_there: Numbers = games.ones > 0 if card.kind is CardKind.STARTING else drawn
        for word, used in _unusual(games, number, card):
            rows.append(Row(f"{card.id}.{word}", f"{card.name}: {word}", (Ratio(used & is_there, is_there),)))
    return Table(
        "effects",
        "Unusual effects",
        "Games in which the effect is used, of those in which somebody had its card in hand at the start of a turn.",
        (Column("used", "used", is_share=True),),
        tuple(rows),
    )


def _unusual(games: Games, number: int, card: Card) -> Iterator[tuple[str, Numbers]]:
    """Return each unusual effect of a card in a word, and the games in which it is used."""

    def happens(name: str) -> Numbers:
        return np.asarray(games.by_seat(name)[:, :, number].any(axis=1))

    for slot, effect in enumerate(card.planks):
        used = np.asarray(games.counts["used"][:, number, slot] > 0)
        if effect.deed not in _USUAL_DEEDS:
            yield effect.deed.word, used
        if effect.for_each in _UNUSUAL_COUNTS:
            yield effect.for_each.word, used
        if effect.spend.card:
            yield "spend-card", used
    if card.is_mirror:
        yield "mirror", happens("visits")
    if card.is_against:
        yield "against", happens("moved")
    if card.is_bonus_per_pawn:
        yield "bonus-per-pawn", happens("bonuses")
    if any(scoring.is_contest for scoring in card.attending):
        yield "contest", np.asarray(games.counts["used"][:, number].any(axis=1))
    if card.ability is not None:
        if card.ability.power not in _USUAL_POWERS:
            yield card.ability.power.word, np.asarray(games.counts["gifts"][:, number] > 0)
        if card.ability.when in _UNUSUAL_OCCASIONS:
            yield card.ability.when.word, np.asarray(games.counts["gifts"][:, number] > 0)
