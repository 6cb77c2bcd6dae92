"""Mining puzzles: finding positions with one clearly best turn.

The games are played for this purpose, or are stored games; :func:`stored_game` says which may be used. A position
passes filters, the cheap ones first: one-ply values, two hasty searches, and a careful one with another seed that does
not use the earlier results. The difficulty follows from the choices of the levels.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal

import numpy as np

from rivertable.bots import Bot, make_bot
from rivertable.bots.search.tree_search import TurnLister
from rivertable.bots.weights import network_for
from rivertable.core.chance import seed_bytes
from rivertable.core.errors import RecordError
from rivertable.core.game import GAMES, Game, Terms
from rivertable.core.match import Match, check, replay, terms_of
from rivertable.core.position import Position, View
from rivertable.core.record import RecordDocument, plain, read_record
from rivertable.core.states import copied
from rivertable.study.documents import OptionDocument
from rivertable.study.evaluation import Searcher, decisions_of, merged, view_after
from rivertable.study.puzzles.puzzle import Posed, Puzzle, PuzzleError, Search, WeighedTurn, id_of, result_of, themes_of

Reason = Literal["damaged", "other game", "no consent", "unfinished", "other rules", "double"]
"""Why no puzzles are made from a record: the first reason that holds."""
_HASH_DIGITS = 16

GAP, ERRORS = 0.07, 3.0
"""The win share and the standard errors by which the best turn leads: a review marks every other turn a mistake."""
_HOPEFUL = 1.8
"""A lead of so many standard errors may reach ``ERRORS`` with three times the playouts."""
_CONTENDERS = 3
"""How many of the nearest other turns are searched as often as the best; after that, one must be second."""
FIRST = Search(playouts=60, node_candidates=40)
"""The first search of a position."""
SECOND = Search(playouts=160, node_candidates=40)
"""The second, which also searches the turns near the best; still a hasty one."""
FAILING = ("novice", "apprentice", "artisan", "expert")
"""The levels that try each puzzle."""
TRIES = 8
"""The tries of each level, each with a seed of its own."""
LEVELS_FROM = (0.0, 0.25, 0.4, 0.6, 0.8)
"""The mean fraction of failed tries from which a puzzle has level 1, 2, 3, 4, 5."""

_OPENING = 3
"""The first turns of each seat, which are not used."""
_ONE_PLY_GAP, _PLAIN = 0.04, 0.25
"""The one-ply lead from which a position is searched, and the fraction of the others that is searched too."""
_CANDIDATES = 400
"""About how many turns get a one-ply evaluation."""
_CONTESTED = (0.03, 0.98)
"""The one-ply win shares of the best turn between which a position is undecided."""
_FIRST_GAP, _FIRST_PART = 0.06, 0.6
"""What the first search must find: the lead, and the fraction of the playouts that took the best turn."""
_SCREENING = 3
_FAILED_AT_LEAST = 0.1
_SEATS = (2, 2, 2, 3, 2, 2, 2, 4)
"""The numbers of players, in turn from game to game."""
_PLAYED_CANDIDATES, _EXPLORATION = 40, (0.0, 0.15, 0.3)
"""How many turns a player evaluates; how often it takes another good one, by the game's number."""


@dataclass(frozen=True, slots=True)
class Stored:
    """A game that may become puzzles, and the hash of its record."""

    hash: str
    match: Match


def stored_game(path: Path, game: Game) -> Stored | Reason:
    """Return the game of a record file if it may become puzzles, else the reason why not.

    Duplicates are not recognised here.
    """
    try:
        document = read_record(path)
        if document.game != game.name:
            return "other game"
        if not has_consent(document):
            return "no consent"
        if document.result is None:
            return "unfinished"
        # Puzzles use the printed rules, so that nobody has to read which variant is played.
        if not _is_as_printed(document, game):
            return "other rules"
        check(document)
        return Stored(hash_of(document), replay(document))
    except RecordError:
        return "damaged"


def has_consent(document: RecordDocument[Any, Any, Any, Any]) -> bool:
    """Return whether a game may become puzzles: only bots played it, or everybody at the table agreed.

    A game that was played on from another one begins with a position of that one, whoever played it.
    """
    is_of_bots = document.branch is None and all(seat.kind == "bot" for seat in document.seats)
    return is_of_bots or document.can_become_puzzles


def hash_of(document: RecordDocument[Any, Any, Any, Any]) -> str:
    """Return the hash of a record, which depends neither on its layout nor on whether it contains states."""
    told = plain(document)
    for turn in told["turns"]:
        turn.pop("after", None)
    text = json.dumps(told, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:_HASH_DIGITS]


def stored_games(folder: Path, game: Game) -> tuple[dict[str, Path], dict[Reason, int]]:
    """Return the files of a folder that may become puzzles, by hash, each game once, and the count of each refusal.

    The files are in the order of their names.
    """
    found: dict[str, Path] = {}
    left: dict[Reason, int] = {}
    for path in sorted(folder.glob("*.json")):
        stored = stored_game(path, game)
        if isinstance(stored, Stored) and stored.hash not in found:
            found[stored.hash] = path
        else:
            reason: Reason = "double" if isinstance(stored, Stored) else stored
            left[reason] = left.get(reason, 0) + 1
    return found, left


def _is_as_printed(document: RecordDocument[Any, Any, Any, Any], game: Game) -> bool:
    terms = game.make_terms(len(document.seats))
    has_same_print = document.components.sha256 == terms.components.sha256
    return has_same_print and terms_of(document).options == terms.options


def last_search(game: Game) -> Search:
    """Return the last and careful search, whose figures a puzzle keeps.

    Raises:
        PuzzleError: no puzzles are made of this game.
    """
    if game.study is None:
        raise PuzzleError("No puzzles are made of {game}: it does not say how they are searched.", game=game.title)
    return Search(playouts=game.study.puzzle_playouts, node_candidates=game.study.puzzle_candidates)


@dataclass(slots=True)
class Mined:
    """The puzzles of a game, and how many positions passed each filter."""

    number: int
    puzzles: list[Puzzle]
    positions: int = 0
    searched: int = 0
    clear: int = 0
    checked: int = 0
    record: str | None = None
    """the hash of the record of a stored game"""


@dataclass(frozen=True, slots=True)
class _Tools:
    """What mining uses for the same terms."""

    terms: Terms
    hasty: Searcher
    careful: Searcher
    last: Search
    one_ply: TurnLister
    network: Any | None


def mine(game: Game, seed: str, number: int) -> Mined:
    """Play one game and return the puzzles in it, which depend on the arguments alone."""
    source = f"{seed}/{number}"
    generator = _generator(source)
    return _filter_all(_played(game, number, generator), generator, source, Mined(number, []))


def renew(puzzle: Puzzle, game: Game) -> Mined:
    """Return a known puzzle with the figures of today, if the careful search still finds its turn clearly best.

    The filters before that search only save time where positions are many, so they have no say here.

    Raises:
        PuzzleError: the puzzle is of other printed data than the standard one.
    """
    mined = Mined(0, [], positions=1, searched=1, clear=1, checked=1)
    posed = Posed(puzzle, game)
    position = _as_known(posed.position)
    view = position.view(int(position.state.seat))
    after = posed.result_of(game.documents.read_move(puzzle.turns[0].move))
    tools = _tools_of(game.name, view.players)
    if view.terms.components.sha256 != tools.terms.components.sha256:
        raise PuzzleError("Puzzle {id} is of other printed data than is played with: mine new ones.", id=puzzle.id)
    tools.one_ply.list_turns(view.states, view.terms.array, tools.network, _CANDIDATES)
    found = _last_word(position, after, _spare(view, after, tools), puzzle.source)
    mined.puzzles += [] if found is None else [_puzzle(position, view, found, puzzle.source)]
    return mined


def mine_match(match: Match, record: str, number: int) -> Mined:
    """Return the puzzles in a stored game under the printed rules; ``record`` is the hash of its record.

    The source of a puzzle is that hash and the turn: nobody is named.
    """
    positions = (match.before(turn) for turn in range(len(match.turns)))
    source = f"record {record}"
    return _filter_all(positions, _generator(source), source, Mined(number, [], record=record))


def level_of(fails: dict[str, float]) -> int:
    """Return the level of a puzzle from the fraction of tries in which each level fails."""
    failed = sum(fails.values()) / len(fails)
    return max(level for level, least in enumerate(LEVELS_FROM, start=1) if failed >= least)


def reclassified(puzzle: Puzzle, game: Game) -> Puzzle:
    """Return a puzzle with its level and themes as this version derives them from the figures."""
    posed = Posed(puzzle, game)
    moves = [game.documents.read_move(turn.move) for turn in puzzle.turns]
    results = [posed.result_of(move) for move in moves]
    themes = themes_of(posed.view, moves, results, [turn.score for turn in puzzle.turns])
    return puzzle.model_copy(update={"level": level_of(puzzle.fails), "theme": themes[0], "themes": themes})


def _generator(source: str) -> np.random.Generator:
    return np.random.default_rng(list(seed_bytes(source)[:8]))


def _filter_all(positions: Iterable[Position], generator: np.random.Generator, source: str, mined: Mined) -> Mined:
    """Filter the positions before the turns of a game, as the seat on turn knows them."""
    for turn, position in enumerate(positions, start=1):
        if turn <= _OPENING * position.players:
            continue
        mined.positions += 1
        puzzle = _filter(_as_known(position), float(generator.random()), f"{source} turn {turn}", mined)
        if puzzle is not None:
            mined.puzzles.append(puzzle)
    return mined


def _played(game: Game, number: int, generator: np.random.Generator) -> Iterator[Position]:
    """Play a game, and yield the position before each turn.

    Players take the best one-ply turn, and now and then another of the best.
    """
    tools = _tools_of(game.name, _SEATS[number % len(_SEATS)])
    terms, exploration = tools.terms, _EXPLORATION[number % len(_EXPLORATION)]
    position = Position.before_setup(terms).resolve(int(generator.integers(1 << 60)))
    while not position.is_over:
        yield position
        listed = tools.one_ply.list_turns(position.states, terms.array, tools.network, _PLAYED_CANDIDATES)
        place = int(generator.integers(listed)) if generator.random() < exploration else 0
        position = position.after(*tools.one_ply.turn(place)[0]).resolve(int(generator.integers(1 << 60)))


def _number(text: str) -> int:
    return int.from_bytes(seed_bytes(text)[:7], "big")


def _as_known(position: Position) -> Position:
    """Return the position with what its seat does not know in canonical form."""
    view = position.view(int(position.state.seat))
    return Position.from_states(copied(view.states), view.terms)


@cache
def _tools_of(name: str, players: int) -> _Tools:
    game = GAMES[name]
    terms = game.make_terms(players)
    hasty = Searcher(terms, 2 * SECOND.playouts, FIRST.node_candidates)
    last = last_search(game)
    careful = Searcher(terms, 2 * last.playouts, last.node_candidates)
    return _Tools(terms, hasty, careful, last, TurnLister(game, 8), network_for(terms))


@cache
def _bots(name: str, level: str) -> tuple[Bot, ...]:
    """Return the bots that try the puzzles of a game."""
    return tuple(make_bot(level, _number(f"{name}/{level}/{number}")) for number in range(TRIES))


def _filter(position: Position, chance: float, source: str, mined: Mined) -> Puzzle | None:
    view = position.view(int(position.state.seat))
    tools = _tools_of(view.game.name, view.players)
    listed = tools.one_ply.list_turns(view.states, view.terms.array, tools.network, _CANDIDATES)
    if listed < 2:
        return None
    (_, share), (_, next_share) = tools.one_ply.turn(0), tools.one_ply.turn(1)
    is_contested = _CONTESTED[0] <= share <= _CONTESTED[1]
    is_one_ply_clear = share - next_share >= _ONE_PLY_GAP
    if not is_contested or not (is_one_ply_clear or chance < _PLAIN):
        return None
    mined.searched += 1
    short = ranked(tools.hasty.search(position, None, FIRST.playouts, _number(f"{source}/first")))
    others = [option for option in short[1:] if option.descents > 1]
    if short[0].visits < _FIRST_PART * FIRST.playouts or (others and lead(view, short[0], others[0]) < _FIRST_GAP):
        return None
    after = view_after(view, short[0])
    if _failed(view, after, _SCREENING, FAILING[:2]) < _FAILED_AT_LEAST:
        return None
    mined.clear += 1
    spare = _spare(view, after, tools)
    second_seed = _number(f"{source}/second")
    if clearly_best(tools.hasty, position, after, spare, SECOND.playouts, second_seed) is None:
        return None
    mined.checked += 1
    found = _last_word(position, after, spare, source)
    return None if found is None else _puzzle(position, view, found, source)


def _spare(view: View, after: View, tools: _Tools) -> Sequence[int]:
    """Return the better of the two turns listed first that leads elsewhere."""
    return next(turn for turn, _ in map(tools.one_ply.turn, (0, 1)) if view.after(*turn) != after)


def _last_word(position: Position, after: View, spare: Sequence[int], source: str) -> list[OptionDocument] | None:
    """Return the options of the careful search, or None if the turn that leads to ``after`` is not clearly best."""
    tools = _tools_of(position.game.name, position.players)
    return clearly_best(tools.careful, position, after, spare, tools.last.playouts, _number(f"{source}/last"))


def _puzzle(position: Position, view: View, found: Sequence[OptionDocument], source: str) -> Puzzle:
    """Return a puzzle from the turns that were searched, the best first."""
    game, seat = view.game, int(view.state.seat)
    moves = [game.documents.read_move(option.move) for option in found]
    results = [result_of(view, move) for move in moves]
    fails = {level: round(_failed(view, results[0], TRIES, (level,)), 4) for level in FAILING}
    themes = themes_of(view, moves, results, [option.score for option in found])
    return Puzzle(
        id=id_of(game, position.text),
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
        win_share=option.win_share[seat],
        standard_error=option.standard_error,
        descents=option.descents,
        score=option.score,
    )


def _failed(view: View, right: View, tries: int, levels: Sequence[str]) -> float:
    """Return the fraction of tries in which bots of these levels took a turn that leads elsewhere."""
    known: dict[str, bool] = {}

    def is_wrong(bot: Bot) -> bool:
        move = bot.choose(view)
        if str(move) not in known:
            known[str(move)] = result_of(view, move) != right
        return known[str(move)]

    wrong = [is_wrong(bot) for level in levels for bot in _bots(view.game.name, level)[:tries]]
    return sum(wrong) / len(wrong)


def standards(game: str) -> Iterator[tuple[str, Any]]:
    """Yield the entries of a header about how the puzzles of a game are mined."""
    yield "searches", [FIRST, SECOND, last_search(GAMES[game])]
    yield "gap", GAP
    yield "errors", ERRORS
    yield "tries", TRIES


def clearly_best(
    searcher: Searcher, position: Position, after: View, spare: Sequence[int], playouts: int, seed: int
) -> list[OptionDocument] | None:
    """Search a position, and return its options, the best and the second first; None if the best is not clear.

    ``after`` is the view after the turn that must be best; ``spare`` is another turn, in case no other was searched. If
    the lead is large enough but not certain, both turns get twice as many additional playouts.
    """
    view = position.view(int(position.state.seat))
    best, *others = ranked(searcher.search(position, None, playouts, seed))
    if view_after(view, best) != after:
        return None
    others = others or [searcher.weigh(position, spare, best.descents, seed + 1)]
    for step in range(_CONTENDERS):
        _sort(view, others)
        if others[0].descents < best.descents // 2:
            others[0] = _again(position, others[0], searcher, best.descents, seed + 2 + step)
    _sort(view, others)
    if not _may_be_clear(view, best, others) or not _is_clear(view, best, others[0], _HOPEFUL):
        return None
    if not _is_clear(view, best, others[0]):
        best = _again(position, best, searcher, 2 * playouts, seed + 8)
        others[0] = _again(position, others[0], searcher, 2 * playouts, seed + 9)
        _sort(view, others)
    return [best, *others] if _is_clear(view, best, others[0]) and _may_be_clear(view, best, others) else None


def ranked(options: Sequence[OptionDocument]) -> list[OptionDocument]:
    """Return options by their visits, the best first."""
    return sorted(options, key=lambda option: -option.visits)


def lead(view: View, best: OptionDocument, other: OptionDocument) -> float:
    """Return the win share by which a turn leads another, for the seat on turn."""
    seat = int(view.state.seat)
    return best.win_share[seat] - other.win_share[seat]


def _sort(view: View, others: list[OptionDocument]) -> None:
    others.sort(key=lambda option: -option.win_share[int(view.state.seat)])


def _again(position: Position, option: OptionDocument, searcher: Searcher, playouts: int, seed: int) -> OptionDocument:
    """Return an option after so many additional playouts."""
    view = position.view(int(position.state.seat))
    return merged([option], [searcher.weigh(position, decisions_of(view, option), playouts, seed)])[0]


def _may_be_clear(view: View, best: OptionDocument, others: Sequence[OptionDocument]) -> bool:
    """Return whether the second turn is known well enough and far enough behind."""
    return 4 * others[0].descents >= best.descents and lead(view, best, others[0]) >= GAP


def _is_clear(view: View, best: OptionDocument, other: OptionDocument, errors: float = ERRORS) -> bool:
    return lead(view, best, other) >= max(GAP, errors * float(np.hypot(best.standard_error, other.standard_error)))
