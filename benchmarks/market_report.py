"""The balance measurement as text: short for the terminal, whole as Markdown."""

from __future__ import annotations

from typing import Any

from market_statistics import FAIR_SHARE, HIGHEST_RATIO, HIGHEST_SEAT, LOWEST_RATIO

from rivertable.market.printed.deck import Deck, Kind

_SHARES = ("shared", "games")


def seat_line(seats: list[dict[str, float]]) -> str:
    """Return the seats' victories as multiples of their share, with intervals."""
    return ", ".join(f"{seat['ratio']:.2f} ({seat['low']:.2f} to {seat['high']:.2f})" for seat in seats)


def terminal(run: dict[str, Any], deck: Deck) -> str:
    """Return one run as a table for the terminal."""
    lines = [
        f"{run['players']} players, {run['bot']}, {run['games']} games",
        f"  seats: {seat_line(run['seats'])}",
    ]
    lines += [f"  {name}: {shown(name, value)}" for name, value in run["game"].items()]
    for card_id, card in run["cards"].items():
        lines.append(
            f"  {deck.card(card_id).name:24} {card['played']:6.1%} {card['ratio']:5.2f}"
            f" ({card['low']:.2f} to {card['high']:.2f})"
        )
    lines += [f"  out of bounds: {name}: {sentence}" for name, sentence, _ in run["faults"]]
    return "\n".join(lines)


def shown(name: str, value: float) -> str:
    """Return a figure of whole games as text: shares in per cent."""
    return f"{value:.1%}" if name.startswith(_SHARES) else f"{value:.2f}"


def markdown(report: dict[str, Any], deck: Deck) -> str:
    """Return the whole report as a page of the documentation."""
    parts = [head(report), verdict(report), seats(report), whole_games(report)]
    parts += [cards(report, deck, kind) for kind in (Kind.BOOTH, Kind.EVENT, Kind.HELPER, Kind.ACTION)]
    return "\n\n".join(parts) + "\n"


def head(report: dict[str, Any]) -> str:
    """Return how it was measured."""
    proof, other = report["greedy_against_random"], report["monte_carlo_against_greedy"]
    kept, playouts, tries = report["level"]
    return f"""# Balance of River Market

This page is written by `{report["command"]}`.
It measures the deck “{report["deck"]}” (hash `{report["deck_hash"][:16]}`, commit `{report["commit"]}`) from the seed
{report["seed"]}. The cards are reconstructed, so this says nothing about the printed game.

Both players are simple, and what holds for them need not hold for people:

- **greedy** takes the whole turn that promises most by `rivertable.market.kernel.outlook`, ties at random. It won
  {proof["share"]:.1%} of {proof["games"]} games for two against random play.
- **Monte Carlo** compares the best {kept} turns of different kinds by {playouts} playouts each, hidden cards dealt
  anew from what the seat may know; in a playout everybody takes the best of {tries} random turns. It won
  {other["share"]:.1%} of {other["games"]} games for two against greedy.

All seats of a game play alike. *Ratio* is how often those who played a card won, divided by how often players with as
many cards won (Booths, Events and Helpers together; for Actions, as many different Actions done): 1 is neutral.
Intervals are 95 % for one card. With 56 cards about three intervals in 56 miss by chance."""


def verdict(report: dict[str, Any]) -> str:
    """Return what does not hold, run by run."""
    lines = [
        "## What does not hold",
        "",
        f"Asked for: ratios from {LOWEST_RATIO} to {HIGHEST_RATIO}; every card played in at least {FAIR_SHARE:.0%} of"
        f" what is usual for its kind; no seat above {HIGHEST_SEAT} times its share.",
        "",
    ]
    for run in report["runs"]:
        where = f"{run['players']} players, {run['bot']}"
        for number, seat in enumerate(run["seats"]):
            if seat["ratio"] > HIGHEST_SEAT:
                is_sure = "the whole interval is" if seat["low"] > HIGHEST_SEAT else "the interval reaches back"
                text = f"wins {seat['ratio']:.2f} times its share ({seat['low']:.2f} to {seat['high']:.2f}; {is_sure})"
                lines.append(f"- {where}: seat {number + 1} {text}.")
        for name, sentence, is_certain in run["faults"]:
            lines.append(f"- {where}: {name}: {sentence}{'' if is_certain else ', which may be chance'}.")
    if len(lines) == 4:
        lines.append("Everything that was asked for holds.")
    return "\n".join(lines)


def seats(report: dict[str, Any]) -> str:
    """Return the seats' shares, and what more Coins for later seats would change."""
    lines = [
        "## Seats",
        "",
        "Victories as multiples of a seat's share, the start player first, 95 % intervals.",
        "After the trigger everyone has two more turns (M114), so early seats often have a turn more: nothing in the",
        "rules makes up for it. *Coins* are more Coins at the start, by seat: a trial, not a rule and no option.",
        "",
        "| players | bot | games | more Coins | seats |",
        "|---|---|---|---|---|",
    ]
    for run in report["runs"]:
        lines.append(f"| {run['players']} | {run['bot']} | {run['games']} | none | {seat_line(run['seats'])} |")
    for players, tried in report["compensation"].items():
        for trial in tried:
            coins = ", ".join(str(number) for number in trial["coins"])
            lines.append(f"| {players} | greedy | {trial['games']} | {coins} | {seat_line(trial['seats'])} |")
    return "\n".join(lines)


def whole_games(report: dict[str, Any]) -> str:
    """Return the figures of whole games, a column a run."""
    runs = report["runs"]
    lines = [
        "## Games",
        "",
        "| | " + " | ".join(f"{run['players']}, {run['bot']}" for run in runs) + " |",
        "|---|" + "---|" * len(runs),
    ]
    for name in runs[0]["game"]:
        lines.append(f"| {name} | " + " | ".join(shown(name, run["game"][name]) for run in runs) + " |")
    return "\n".join(lines)


def cards(report: dict[str, Any], deck: Deck, kind: Kind) -> str:
    """Return the cards of one kind, a column a run: share of games in which it was played, ratio, half the interval."""
    runs = report["runs"]
    done = "done" if kind is Kind.ACTION else "hired" if kind is Kind.HELPER else "built"
    lines = [
        f"## {kind.name.capitalize()}s",
        "",
        f"Share of games in which somebody has {done} it; ratio, give or take half the interval.",
        "",
        "| card | " + " | ".join(f"{run['players']}, {run['bot']}" for run in runs) + " |",
        "|---|" + "---|" * len(runs),
    ]
    for card in deck.of_kind(kind):
        cells = [run["cards"][card.id] for run in runs]
        columns = [f"{cell['played']:.0%}; {cell['ratio']:.2f} ± {cell['high'] - cell['ratio']:.2f}" for cell in cells]
        lines.append(f"| {card.name} | " + " | ".join(columns) + " |")
    return "\n".join(lines)
