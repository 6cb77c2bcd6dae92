"""What many noted games say about the cards and the seats: shares, ratios, 95 % intervals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from market_games import ATTENDED, EFFECT, MOVED, OWNED

from rivertable.market.kernel.scoring import CATEGORIES
from rivertable.market.printed.deck import Deck, Kind

NORMAL_95 = 1.96
HIGHEST_RATIO, LOWEST_RATIO = 1.35, 0.7
"""How often a card's owner may win, as a multiple of what the number of cards played makes likely."""
HIGHEST_SEAT = 1.15
"""How often a seat may win, as a multiple of its share."""
FAIR_SHARE = 0.4
"""A card is to be played in at least this part of what is usual for its kind."""
SMALLEST_STRATUM = 30
"""Players with so few or so many cards that they are fewer than this are counted with their neighbours."""


@dataclass(frozen=True, slots=True)
class CardFigures:
    """One card: in how many games it was played, and how often who played it won against what was to be expected."""

    played: float
    played_if_seen: float
    players: int
    wins: float
    expected: float
    ratio: float
    low: float
    high: float
    visits: float


@dataclass(frozen=True, slots=True)
class SeatFigures:
    """One seat: its victories as a multiple of its share, with the 95 % interval, and its mean score."""

    ratio: float
    low: float
    high: float
    score: float


def victories(games: Any, players: int) -> Any:
    """Return each seat's share of each game's victory, shape (games, players), ties split (M143)."""
    totals = games["total"][:, :players]
    is_best = totals == totals.max(axis=1, keepdims=True)
    return is_best / is_best.sum(axis=1, keepdims=True)


def played_marks(games: Any, players: int, deck: Deck) -> Any:
    """Tell for each game, seat and card whether the card was played as its kind is: shape (games, players, 60)."""
    did = games["did"][:, :players]
    is_action = np.array([card.kind is Kind.ACTION for card in deck.cards])
    return np.where(is_action, (did & EFFECT) > 0, (did & OWNED) > 0)


def expected_shares(numbers: Any, wins: Any) -> Any:
    """Return for each player the mean share of victory of all who played as many cards; small groups are merged."""
    order = np.unique(numbers)
    expected = np.zeros(numbers.shape)
    group = np.zeros(numbers.shape, dtype=bool)
    for number in order:
        group |= numbers == number
        left = (numbers > number).sum()
        if group.sum() >= SMALLEST_STRATUM and (left >= SMALLEST_STRATUM or left == 0):
            expected[group] = wins[group].mean()
            group[:] = False
    return expected


def card_figures(games: Any, players: int, deck: Deck) -> dict[str, CardFigures]:
    """Return the figures of every card of the deck by its id; Starting Booths are left out."""
    wins = victories(games, players)
    marks = played_marks(games, players, deck)
    is_action = np.array([card.kind is Kind.ACTION for card in deck.cards])
    by_cards = expected_shares(marks[:, :, ~is_action].sum(axis=2), wins)
    by_actions = expected_shares(marks[:, :, is_action].sum(axis=2), wins)
    figures = {}
    for number, card in enumerate(deck.cards):
        if card.kind is Kind.STARTING:
            continue
        mine = marks[:, :, number]
        likely = (by_actions if is_action[number] else by_cards)[mine]
        won = wins[mine]
        played = mine.any(axis=1)
        seen = games["seen"][:, number] > 0
        ratio = won.sum() / likely.sum() if len(won) else float("nan")
        error = NORMAL_95 * float(np.sqrt(((won - ratio * likely) ** 2).sum())) / likely.sum() if len(won) else 0.0
        figures[card.id] = CardFigures(
            played=float(played.mean()),
            played_if_seen=float(played.sum() / max(seen.sum(), 1)),
            players=len(won),
            wins=float(won.mean()) if len(won) else 0.0,
            expected=float(likely.mean()) if len(won) else 0.0,
            ratio=float(ratio),
            low=float(ratio - error),
            high=float(ratio + error),
            visits=float(games["visits"][:, number].sum() / max((mine.any(axis=1)).sum(), 1)),
        )
    return figures


def seat_figures(games: Any, players: int) -> list[SeatFigures]:
    """Return the figures of every seat, the start player first."""
    wins = victories(games, players)
    figures = []
    for seat in range(players):
        ratio = float(wins[:, seat].mean() * players)
        error = float(NORMAL_95 * wins[:, seat].std() / np.sqrt(len(wins)) * players)
        figures.append(SeatFigures(ratio, ratio - error, ratio + error, float(games["total"][:, seat].mean())))
    return figures


def game_figures(games: Any, players: int, deck: Deck) -> dict[str, float]:
    """Return what describes whole games: length, scores, where points come from, what was played, the deck."""
    totals = games["total"][:, :players]
    marks = played_marks(games, players, deck)
    ordered = np.sort(totals, axis=1)
    figures = {
        "turns a seat, mean": float(games["turns"].mean() / players),
        "turns a seat, 5 % below": float(np.percentile(games["turns"] / players, 5)),
        "turns a seat, 95 % below": float(np.percentile(games["turns"] / players, 95)),
        "score, mean": float(totals.mean()),
        "score, standard deviation": float(totals.std()),
        "winner's score, mean": float(ordered[:, -1].mean()),
        "winner's lead, mean": float((ordered[:, -1] - ordered[:, -2]).mean()),
        "shared victories": float((ordered[:, -1] == ordered[:, -2]).mean()),
        "reshuffles a game": float(games["shuffles"].mean()),
        "games with two reshuffles or more": float((games["shuffles"] > 1).mean()),
        "games in which deck and discard pile were empty": float(games["is_short"].mean()),
        "games in which the end triggered": float((games["end_seat"] >= 0).mean()),
    }
    words = ("Events attended", "Booths", "Helpers", "Coins", "batches")
    for category in range(CATEGORIES):
        figures[f"points a player: {words[category]}"] = float(games["category"][:, :players, category].mean())
    for kind in (Kind.BOOTH, Kind.EVENT, Kind.HELPER, Kind.ACTION):
        of_kind = np.array([card.kind is kind for card in deck.cards])
        figures[f"{kind.name.lower()}s a player"] = float(marks[:, :, of_kind].sum(axis=2).mean())
    did = games["did"][:, :players]
    figures["Events a player attends"] = float(((did & ATTENDED) > 0).sum(axis=2).mean())
    figures["cards a player moves with"] = float(((did & MOVED) > 0).sum(axis=2).mean())
    return figures


def card_faults(figures: dict[str, CardFigures], deck: Deck) -> list[tuple[str, str, bool]]:
    """Return what is out of bounds: card, sentence, and whether its whole interval is."""
    usual = {
        kind: float(np.mean([figures[card.id].played for card in deck.of_kind(kind)]))
        for kind in (Kind.BOOTH, Kind.EVENT, Kind.HELPER, Kind.ACTION)
    }
    faults = []
    for card_id, found in figures.items():
        card = deck.card(card_id)
        if found.played < FAIR_SHARE * usual[card.kind]:
            share = f"played in {found.played:.1%} of games, usual for its kind is {usual[card.kind]:.1%}"
            faults.append((card.name, share, True))
        if found.ratio > HIGHEST_RATIO or found.ratio < LOWEST_RATIO:
            is_certain = found.low > HIGHEST_RATIO or found.high < LOWEST_RATIO
            ratio = f"who plays it wins {found.ratio:.2f} times as often ({found.low:.2f} to {found.high:.2f})"
            faults.append((card.name, ratio, is_certain))
    return faults
