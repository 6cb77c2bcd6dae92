"""Mining puzzles: positions of games with one clearly best turn are kept, and searched again before they are.

The games are played for it here, or were played before: :mod:`.stored_games` says which of those may be used.
A position goes through sieves, the cheap ones first: first sight, two hasty searches, and a careful one from another
seed that knows nothing of what was found before. How difficult it is the levels' own choices say.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from ...bots import Bot, make_bot
from ...bots.search.compiled import lookahead
from ...bots.search.tree_search import Thinker
from ...bots.weights import network_for
from ...core.chance import seed_bytes
from ...core.game import GAMES, Game, Terms
from ...core.match import Match
from ...core.position import Position, View
from ...core.states import copied
from ..analysis.searcher import Searcher
from ..documents import OptionDocument
from ..errors import PuzzleError
from .proof import ERRORS, GAP, clearly_best, lead, ranked, result_of_option
from .puzzle import Posed, Puzzle, Search, WeighedTurn, id_of, result_of
from .themes import themes_of

FIRST = Search(playouts=60, glance=40)
"""The first search of a position, of which the clear ones go on."""
SECOND = Search(playouts=160, glance=40)
"""The second, in which the turns that come near the best are weighed as well; still a hasty one."""
FAILING = ("novice", "apprentice", "artisan")
TRIES = 8
"""Tries of each level, each from a seed of its own."""
LEVELS_FROM = (0.0, 0.3, 0.45, 0.6, 0.8)
"""The mean part of failed tries from which a puzzle is of level 1, 2, 3, 4, 5."""

_OPENING = 3
"""Turns of each seat that are no puzzles."""
_SIGHT_GAP, _PLAIN = 0.04, 0.25
"""The lead at first sight from which a position is searched; of those with a smaller one this part is."""
_LOOK = 400
"""About how many turns are judged at first sight."""
_CONTESTED = (0.03, 0.98)
"""A best turn that leads outside these shares of the win decides nothing, or everything is decided."""
_FIRST_GAP, _FIRST_PART = 0.06, 0.6
"""What the short search asks for: the lead, and the part of the playouts that took the best turn."""
_SCREENING = 3
_FAILED_AT_LEAST = 0.1
_SEATS = (2, 2, 2, 3, 2, 2, 2, 4)
"""How many play; game after game takes the next."""
_PLAYED_LOOK, _WHIMS = 40, (0.0, 0.15, 0.3)
"""Turns that a player judges, as artisan does; how often one takes another of the best few, by the game's number."""


def last_search(game: Game) -> Search:
    """Return the search that decides, with figures that a puzzle keeps: careful, and from a seed of its own.

    Raises:
        PuzzleError: no puzzles are made of this game.
    """
    if game.study is None:
        raise PuzzleError("No puzzles are made of {game}: it does not say how they are searched.", game=game.title)
    return Search(playouts=game.study.puzzle_playouts, glance=150)


@dataclass(slots=True)
class Sifted:
    """What came of a game: the puzzles, and how many positions each sieve let through."""

    number: int
    puzzles: list[Puzzle]
    positions: int = 0
    searched: int = 0
    clear: int = 0
    checked: int = 0
    record: str | None = None
    """Of a game that was played before: the hash of its record."""


@dataclass(frozen=True, slots=True)
class _Mine:
    """What is needed under the same terms."""

    terms: Terms
    hasty: Searcher
    careful: Searcher
    last: Search
    sight: Thinker
    network: Any
    has_network: bool


def mine(game: Game, seed: str, number: int) -> Sifted:
    """Play one game and return the puzzles in it; they depend on nothing but what is given."""
    source = f"{seed}/{number}"
    generator = _generator(source)
    return _sift_all(_played(game, number, generator), generator, source, Sifted(number, []))


def mine_match(match: Match, record: str, number: int) -> Sifted:
    """Return the puzzles in a game that was played under the rules as printed; ``record`` is the hash of its record.

    What a puzzle says of where it comes from is that hash and the turn: nobody is named.
    """
    positions = (match.before(turn) for turn in range(len(match.turns)))
    source = f"record {record}"
    return _sift_all(positions, _generator(source), source, Sifted(number, [], record=record))


def level_of(fails: dict[str, float]) -> int:
    """Return how difficult a puzzle is that the levels fail so often."""
    failed = sum(fails.values()) / len(fails)
    return max(level for level, least in enumerate(LEVELS_FROM, start=1) if failed >= least)


def told_anew(puzzle: Puzzle, game: Game) -> Puzzle:
    """Return a puzzle with its level and themes as this version tells them from what was found out."""
    posed = Posed(puzzle, game)
    moves = [game.read_move(turn.move) for turn in puzzle.turns]
    results = [posed.result_of(move) for move in moves]
    themes = themes_of(posed.view, moves, results, [turn.score for turn in puzzle.turns])
    told = {"level": level_of(puzzle.fails), "theme": themes[0], "themes": themes}
    return puzzle.model_copy(update=told)


def _generator(source: str) -> np.random.Generator:
    return np.random.default_rng(list(seed_bytes(source)[:8]))


def _sift_all(positions: Iterable[Position], generator: np.random.Generator, source: str, sifted: Sifted) -> Sifted:
    """Sift the positions before the turns of a game, as the seat on turn knows them."""
    for turn, position in enumerate(positions, start=1):
        if turn <= _OPENING * position.players:
            continue
        sifted.positions += 1
        puzzle = _sift(_as_known(position), float(generator.random()), f"{source} turn {turn}", sifted)
        if puzzle is not None:
            sifted.puzzles.append(puzzle)
    return sifted


def _played(game: Game, number: int, generator: np.random.Generator) -> Iterator[Position]:
    """Play a game, and return the position before each turn.

    Players take what is best at first sight of the turns they judge, and now and then another of the best.
    """
    tools = _mine_of(game.name, _SEATS[number % len(_SEATS)])
    terms, whim = tools.terms, _WHIMS[number % len(_WHIMS)]
    position = game.position_class.before_setup(terms).resolve(int(generator.integers(1 << 60)))
    while not position.is_over:
        yield position
        sight = (position.states, terms.array, tools.network, tools.has_network, _PLAYED_LOOK)
        listed = tools.sight.list_turns(*sight)
        place = int(generator.integers(listed)) if generator.random() < whim else 0
        position = position.after(*tools.sight.turn(place)[0]).resolve(int(generator.integers(1 << 60)))


def _number(text: str) -> int:
    return int.from_bytes(seed_bytes(text)[:7], "big")


def _as_known(position: Position) -> Position:
    """Return a position that holds what its seat knows, and of what it does not the canonical form."""
    view = position.view(int(position.state.seat))
    return view.game.position_class(copied(view.states), view.terms)


@cache
def _mine_of(name: str, players: int) -> _Mine:
    game = GAMES[name]
    terms = game.make_terms(players)
    network = network_for(terms)
    weights = lookahead(game).network.blank_network() if network is None else network
    hasty = Searcher(terms, 2 * SECOND.playouts, FIRST.glance)
    last = last_search(game)
    careful = Searcher(terms, 2 * last.playouts, last.glance)
    return _Mine(terms, hasty, careful, last, Thinker(game, 1, 8), weights, network is not None)


@cache
def _bots(name: str, level: str) -> tuple[Bot, ...]:
    """Return the bots that try the puzzles of a game."""
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
    if not is_contested or not (is_seen or chance < _PLAIN):
        return None
    sifted.searched += 1
    short = ranked(tools.hasty.search(position, None, FIRST.playouts, _number(f"{source}/first")))
    rivals = [option for option in short[1:] if option.descents > 1]
    if short[0].visits < _FIRST_PART * FIRST.playouts or (rivals and lead(view, short[0], rivals[0]) < _FIRST_GAP):
        return None
    after = result_of_option(view, short[0])
    if _failed(view, after, _SCREENING, FAILING[:2]) < _FAILED_AT_LEAST:
        return None
    sifted.clear += 1
    spare = next(turn for turn in (first, second) if view.after(*turn) != after)
    searches = ((tools.hasty, SECOND, "second"), (tools.careful, tools.last, "last"))
    found: list[OptionDocument] | None = None
    for searcher, search, name in searches:
        found = clearly_best(searcher, position, after, spare, search.playouts, _number(f"{source}/{name}"))
        if found is None:
            return None
        sifted.checked += search is SECOND
    return None if found is None else _puzzle(position, view, found, source)


def _puzzle(position: Position, view: View, found: Sequence[OptionDocument], source: str) -> Puzzle:
    """Return the puzzle of turns that were weighed, the best first."""
    game, seat = view.game, int(view.state.seat)
    moves = [game.read_move(option.move) for option in found]
    results = [result_of(view, move) for move in moves]
    fails = {level: round(_failed(view, results[0], TRIES, (level,)), 4) for level in FAILING}
    themes = themes_of(view, moves, results, [option.score for option in found])
    return Puzzle(
        id=id_of(position),
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
        move=option.move,
        share=option.share[seat],
        error=option.error,
        descents=option.descents,
        score=option.score,
    )


def _failed(view: View, right: View, tries: int, levels: Sequence[str]) -> float:
    """Return the part of the tries in which bots of these levels took a turn that leads elsewhere."""
    known: dict[str, bool] = {}

    def is_wrong(bot: Bot) -> bool:
        move = bot.choose(view)
        if str(move) not in known:
            known[str(move)] = result_of(view, move) != right
        return known[str(move)]

    wrong = [is_wrong(bot) for level in levels for bot in _bots(view.game.name, level)[:tries]]
    return sum(wrong) / len(wrong)


def standards(game: str) -> Iterator[tuple[str, Any]]:
    """Return what a header says of how puzzles of a game are mined."""
    yield "searches", [FIRST, SECOND, last_search(GAMES[game])]
    yield "gap", GAP
    yield "errors", ERRORS
    yield "tries", TRIES
