"""Mining puzzles: games are played, positions with one clearly best turn kept, and searched again before they are.

A position goes through four sieves, the cheap ones first: first sight, a short search, a longer one from another seed
that knows nothing of the short one, and the levels' own choices, which say how difficult it is.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from ..bots import Bot, make_bot
from ..bots.compiled import lookahead
from ..bots.thinking import Thinker
from ..bots.weights import network_for
from ..core.chance import seed_bytes
from ..core.game import GAMES, Game, Terms
from ..core.match import Match, Player
from ..core.position import Position, View
from .documents import OptionDocument
from .puzzle import Puzzle, WeighedTurn, result_of
from .searched import Searcher, merged
from .themes import themes_of

FIRST, LONGER = 40, 160
"""Playouts of the two searches; where the longer one leaves a lead in doubt it goes on for twice as many."""
GAP, ERRORS = 0.07, 3.0
"""By what share of the win the best turn leads in the longer search, and by how many standard errors of the lead.

A review marks every other turn a mistake, or worse.
"""
FAILING = ("novice", "apprentice", "artisan")
TRIES = 8
"""Tries of each level, each from a seed of its own."""
LEVELS_FROM = (0.0, 0.3, 0.5, 0.65, 0.85)
"""The mean part of failed tries from which a puzzle is of level 1, 2, 3, 4, 5."""

_OPENING = 3
"""Turns of each seat that are no puzzles."""
_SIGHT_GAP = 0.06
"""The lead at first sight from which a position is searched."""
_PLAIN: dict[str, float] = {"glassworks": 0.2}
"""The part of those with a smaller one that is searched too, by game."""
_PLAIN_ELSE = 0.04
_LOOK = 1500
"""About how many turns are judged at first sight."""
_CONTESTED = (0.03, 0.98)
"""A best turn that leads outside these shares of the win decides nothing, or everything is decided."""
_FIRST_GAP, _FIRST_PART = 0.06, 0.6
"""What the short search asks for: the lead, and the part of the playouts that took the best turn."""
_RIVALS = 3
"""So many other turns are weighed as well as the best, those that look most like it; then one must be second."""
_SCREENING = 3
_FAILED_AT_LEAST = 0.1
_MIXES = (
    ("artisan", "apprentice"),
    ("apprentice", "artisan"),
    ("artisan", "artisan"),
    ("novice", "artisan"),
    ("apprentice", "apprentice"),
    ("artisan", "novice"),
    ("artisan", "apprentice"),
    ("apprentice", "artisan"),
    ("artisan", "apprentice", "artisan"),
    ("artisan", "apprentice", "novice", "artisan"),
)
"""Who plays; game after game takes the next."""


@dataclass(slots=True)
class Sifted:
    """What came of a game: the puzzles, and how many positions each sieve let through."""

    number: int
    puzzles: list[Puzzle]
    positions: int = 0
    searched: int = 0
    clear: int = 0


@dataclass(frozen=True, slots=True)
class _Mine:
    """What is needed under the same terms."""

    terms: Terms
    searcher: Searcher
    sight: Thinker
    network: Any
    has_network: bool


def mine(game: Game, seed: str, number: int) -> Sifted:
    """Play one game and give the puzzles in it; they depend on nothing but what is given."""
    bots = _MIXES[number % len(_MIXES)]
    match = _play(game, bots, f"{seed}/{number}")
    generator = np.random.default_rng(list(seed_bytes(f"{seed}/{number}")[:8]))
    sifted = Sifted(number, [])
    for turn in range(_OPENING * len(bots), len(match.turns)):
        position = _as_known(match.before(turn))
        sifted.positions += 1
        puzzle = _sift(position, float(generator.random()), f"{seed}/{number} turn {turn + 1}", sifted)
        if puzzle is not None:
            sifted.puzzles.append(puzzle)
    return sifted


def level_of(fails: dict[str, float]) -> int:
    """Give how difficult a puzzle is that the levels fail so often."""
    failed = sum(fails.values()) / len(fails)
    return max(level for level, least in enumerate(LEVELS_FROM, start=1) if failed >= least)


def _play(game: Game, names: Sequence[str], seed: str) -> Match:
    match = Match.new(game.make_terms(len(names)), [Player(name, name) for name in names], seed_bytes(seed))
    bots = [make_bot(name, _number(f"{seed}/{seat}")) for seat, name in enumerate(names)]
    while not match.is_over:
        seat = int(match.position.state.seat)
        match.play(bots[seat].choose(match.position.view(seat)))
    return match


def _number(text: str) -> int:
    return int.from_bytes(seed_bytes(text)[:7], "big")


def _as_known(position: Position) -> Position:
    """Give a position that holds what its seat knows, and of what it does not the canonical form."""
    view = position.view(int(position.state.seat))
    return view.game.position_class(view.states.copy(), view.terms)


@cache
def _mine_of(name: str, players: int) -> _Mine:
    game = GAMES[name]
    terms = game.make_terms(players)
    network = network_for(terms)
    weights = lookahead(game).network.blank_network() if network is None else network
    return _Mine(terms, Searcher(terms, 2 * LONGER), Thinker(game, 1, 8), weights, network is not None)


@cache
def _bots(name: str, level: str) -> tuple[Bot, ...]:
    """Give the bots that try the puzzles of a game."""
    return tuple(make_bot(level, _number(f"{name}/{level}/{number}")) for number in range(TRIES))


def _sift(position: Position, chance: float, source: str, sifted: Sifted) -> Puzzle | None:
    view = position.view(int(position.state.seat))
    tools = _mine_of(view.game.name, view.players)
    listed = tools.sight.list_turns(view.states, view.terms.array, tools.network, tools.has_network, _LOOK)
    if listed < 2:
        return None
    (first, share), (second, next_share) = tools.sight.turn(0), tools.sight.turn(1)
    is_contested = _CONTESTED[0] <= share <= _CONTESTED[1]
    is_seen = share - next_share >= _SIGHT_GAP
    if not is_contested or not (is_seen or chance < _PLAIN.get(view.game.name, _PLAIN_ELSE)):
        return None
    if is_seen and _failed(view, view.after(*first), _SCREENING, FAILING[:2]) < _FAILED_AT_LEAST:
        return None
    sifted.searched += 1
    short = _ranked(tools.searcher.search(position, None, FIRST, _number(f"{source}/first")))
    rivals = [option for option in short[1:] if option.descents > 1]
    if short[0].visits < _FIRST_PART * FIRST or (rivals and _lead(view, short[0], rivals[0]) < _FIRST_GAP):
        return None
    sifted.clear += 1
    after = _result(view, short[0])
    spare = next(turn for turn in (first, second) if view.after(*turn) != after)
    found = _checked(position, after, spare, tools.searcher, _number(f"{source}/longer"))
    return found and _puzzle(position, view, found, source)


def _checked(
    position: Position, after: View, spare: Sequence[int], searcher: Searcher, seed: int
) -> list[OptionDocument] | None:
    """Search longer; give what is then known, the best and the second first, None where the best is not clear.

    ``after`` is the view after the turn that is to be best, ``spare`` another turn, for where no other was looked at.
    """
    view = position.view(int(position.state.seat))
    best, *others = _ranked(searcher.search(position, None, LONGER, seed))
    if _result(view, best) != after:
        return None
    others = others or [searcher.weigh(position, spare, best.descents, seed + 1)]
    for step in range(_RIVALS):
        others.sort(key=lambda option: -option.share[view.state.seat])
        if others[0].descents < best.descents // 2:
            others[0] = _again(position, others[0], searcher, best.descents, seed + 2 + step)
    if not _may_be_clear(view, best, others):
        return None
    if not _is_clear(view, best, others[0]):
        best = _again(position, best, searcher, 2 * LONGER, seed + 8)
        others[0] = _again(position, others[0], searcher, 2 * LONGER, seed + 9)
    others.sort(key=lambda option: -option.share[view.state.seat])
    return [best, *others] if _is_clear(view, best, others[0]) and _may_be_clear(view, best, others) else None


def _again(position: Position, option: OptionDocument, searcher: Searcher, playouts: int, seed: int) -> OptionDocument:
    """Give what is known of a turn after so many more playouts."""
    view = position.view(int(position.state.seat))
    return merged([option], [searcher.weigh(position, _decisions(view, option), playouts, seed)])[0]


def _may_be_clear(view: View, best: OptionDocument, others: Sequence[OptionDocument]) -> bool:
    """Tell whether the turn that comes nearest the best is known as well as that, and is far enough behind."""
    return others[0].descents >= best.descents // 2 and _lead(view, best, others[0]) >= GAP


def _is_clear(view: View, best: OptionDocument, other: OptionDocument) -> bool:
    return _lead(view, best, other) >= max(GAP, ERRORS * float(np.hypot(best.error, other.error)))


def _decisions(view: View, option: OptionDocument) -> tuple[int, ...]:
    return view.game.decisions_of(view, view.game.read_move(option.move))


def _result(view: View, option: OptionDocument) -> View:
    return view.after(*_decisions(view, option))


def _ranked(options: Sequence[OptionDocument]) -> list[OptionDocument]:
    return sorted(options, key=lambda option: -option.visits)


def _lead(view: View, best: OptionDocument, other: OptionDocument) -> float:
    seat = int(view.state.seat)
    return best.share[seat] - other.share[seat]


def _puzzle(position: Position, view: View, found: Sequence[OptionDocument], source: str) -> Puzzle:
    """Give the puzzle of turns that were weighed, the best first."""
    game, seat = view.game, int(view.state.seat)
    moves = [game.read_move(option.move) for option in found]
    results = [result_of(view, move) for move in moves]
    fails = {level: round(_failed(view, results[0], TRIES, (level,)), 4) for level in FAILING}
    themes = themes_of(view, moves, results, [found[0].score, found[1].score])
    return Puzzle(
        id=game.name[0] + hashlib.sha256(position.text.encode()).hexdigest()[:7],
        level=level_of(fails),
        theme=themes[0],
        themes=themes,
        position=position.text,
        turns=[_weighed(option, seat) for option in found],
        fails=fails,
        source=source,
    )


def _weighed(option: OptionDocument, seat: int) -> WeighedTurn:
    return WeighedTurn(
        notation=option.notation,
        share=option.share[seat],
        error=option.error,
        descents=option.descents,
        score=option.score,
    )


def _failed(view: View, right: View, tries: int, levels: Sequence[str]) -> float:
    """Give the part of the tries in which bots of these levels took a turn that leads elsewhere."""
    known: dict[str, bool] = {}

    def is_wrong(bot: Bot) -> bool:
        move = bot.choose(view)
        if str(move) not in known:
            known[str(move)] = result_of(view, move) != right
        return known[str(move)]

    wrong = [is_wrong(bot) for level in levels for bot in _bots(view.game.name, level)[:tries]]
    return sum(wrong) / len(wrong)


def standards() -> Iterator[tuple[str, Any]]:
    """Give what a header says of how puzzles are mined."""
    yield "playouts", [FIRST, LONGER]
    yield "gap", GAP
    yield "errors", ERRORS
    yield "tries", TRIES
