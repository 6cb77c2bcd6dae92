"""Whole games between bots that compiled code can play: random and one-ply ones, many games a call.

They are the games that :func:`rivertable.bots.play_out` plays in a match, decision by decision and draw by draw.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from ..core.chance import Referee, commitment
from ..core.compiling.digests import KEY_BYTES, new_draws
from ..core.compiling.warmup import Task
from ..core.game import Game, Terms
from ..core.match import Match, Player, Turn
from ..core.position import Position
from ..core.states import copied
from .lookahead import lookahead
from .names import SIGHT, make_bot
from .player import Bot, RandomBot
from .search.arguments import GameLog, MatchScratch, SeatedBots
from .search.bots import MAX_TIES, SightBot
from .search.tree_search import TurnLister, one_ply_settings
from .weights import chosen_network

_TURNS_A_GAME, _CHOICES_A_TURN = 64, 6
"""Room that a log has for each game at first; it grows where it is not enough."""


def network_of(bot: Bot) -> bool | Path:
    """Return which network a bot chooses by: the shipped one, that of a file, or none."""
    return bot.net if isinstance(bot, SightBot) else False


def are_compiled(names: Sequence[str]) -> bool:
    """Return whether compiled code can play these bots at one table: only one network fits there."""
    bots = [make_bot(name, 0) for name in names]
    networks = {network_of(bot) for bot in bots} - {False}
    return all(isinstance(bot, RandomBot | SightBot) for bot in bots) and len(networks) <= 1


@dataclass(frozen=True)
class PlayedGames:
    """Games that were played, one after another.

    Attributes:
        totals: final points, (games, seats).
        turns: turns taken, (games,).
        decisions: decisions that they were made of, (games,).
    """

    terms: Terms
    totals: np.ndarray[Any, Any]
    turns: np.ndarray[Any, Any]
    decisions: np.ndarray[Any, Any]
    log: GameLog | None
    """The turns of all games, where they were asked for."""

    def __len__(self) -> int:
        return len(self.totals)

    def first_turns(self) -> list[int]:
        """Return by game the number of its first turn in the log, and at the end how many turns there are."""
        return [0, *np.cumsum(self.turns).tolist()]


class CompiledTable:
    """A table of bots that compiled code plays, for any number of games."""

    def __init__(self, terms: Terms, names: Sequence[str]) -> None:
        """Seat a bot at each place; ``names`` are such that :func:`are_compiled`."""
        bots = [make_bot(name, 0) for name in names]
        chosen = next((found for found in map(network_of, bots) if found), False)
        network = chosen_network(terms, chosen)
        sights = [bot if isinstance(bot, SightBot) else None for bot in bots]
        game = terms.game
        lister = TurnLister(game, MAX_TIES)
        self.terms = terms
        self._compiled = lookahead(game).matches
        self._work = lister.workspace(terms.array, network, one_ply_settings(network, 1))
        states = self._work.listing.states
        self._concealed = states.view(np.uint8).reshape(len(states), -1)
        self._draws = new_draws()
        self._bots = SeatedBots(
            np.array([bot is None for bot in sights]),
            np.array([network is not None and bot is not None and bool(bot.net) for bot in sights]),
            np.array([0 if bot is None else bot.root_candidates for bot in sights], np.int64),
            np.array([0.0 if bot is None else bot.tolerance for bot in sights], np.float64),
            np.zeros(len(bots), np.uint64),
            np.zeros(1, np.uint64),
        )
        kernel = game.kernel
        self._scratch = MatchScratch(
            kernel.new_states(1),
            kernel.new_states(1),
            np.zeros(kernel.turn_at_most, np.int16),
            kernel.new_list(),
            kernel.new_list(),
        )
        self._room = _TURNS_A_GAME

    def play(self, keys: Sequence[bytes], seeds: Sequence[Sequence[int]], *, is_written: bool) -> PlayedGames:
        """Play games to their end.

        Args:
            keys: the seed of each game's shuffle, 32 bytes.
            seeds: the seeds of the bots by game and seat, below 2**64.
            is_written: whether the turns are asked for.
        """
        games = len(keys)
        words = np.frombuffer(b"".join(keys), ">u4").astype(np.uint32).reshape(games, KEY_BYTES // 4)
        by_seat = np.array(seeds, np.uint64).reshape(games, len(self._bots.seeds))
        while True:
            log = self._new_log(games, self._room * games if is_written else 0)
            played = self._compiled.play_games(
                self._bots, by_seat, self._work, self._concealed, self._draws, words, log, self._scratch
            )
            if played == games:
                return PlayedGames(self.terms, log.totals, log.turns, log.decisions, log if is_written else None)
            self._room *= 2

    def totals_after(self, played: PlayedGames) -> np.ndarray[Any, Any]:
        """Return the points by seat as the position stood after each turn that was written, (turns, seats)."""
        assert played.log is not None
        totals = np.zeros((int(played.turns.sum()), self.terms.players), np.int32)
        self._compiled.write_totals(played.log.after, self._work.terms, totals)
        return totals

    def begin(self, key: bytes, seeds: Sequence[int]) -> None:
        """Deal a game that is played turn by turn: ``key`` and ``seeds`` are those of one game of :meth:`play`."""
        words = np.frombuffer(key, ">u4").astype(np.uint32).reshape(1, KEY_BYTES // 4)
        self._compiled.deal(self._draws, words, 0, self._work, self.terms.players, self._scratch)
        self._compiled.seat_bots(self._bots, np.array([seeds], np.uint64), 0)

    def take_turn(self) -> None:
        """Let the bot on turn take its turn in the game begun, before chance acts."""
        scratch = self._scratch
        self._compiled.take_turn(self._bots, self._work, self._concealed, scratch.states, scratch.turn, scratch.out)

    def let_chance(self) -> None:
        """Let the referee draw after a turn."""
        scratch, nothing = self._scratch, self._scratch.turn[:0]
        self._compiled.let_referee(
            self._draws, scratch.states, self._work.terms, nothing, 0, scratch.out, scratch.weights
        )

    @property
    def position(self) -> Position:
        """The position of the game begun, as it stands."""
        return Position.from_states(copied(self._scratch.states), self.terms)

    @property
    def seat(self) -> int:
        """The seat on turn in the game begun."""
        return int(self._scratch.states["seat"][0])

    @property
    def is_over(self) -> bool:
        """Whether the game begun has ended."""
        return bool(self._compiled.has_ended(self._scratch.states))

    def _new_log(self, games: int, turns: int) -> GameLog:
        kernel = self.terms.game.kernel
        return GameLog(
            np.zeros((games, self.terms.players), np.int32),
            np.zeros(games, np.int64),
            np.zeros(games, np.int64),
            kernel.new_states(games if turns else 0),
            np.zeros(turns, np.int8),
            np.zeros(turns, np.int64),
            np.zeros(turns, np.int64),
            np.empty(turns, kernel.new_states(0).dtype),
            np.zeros(turns * _CHOICES_A_TURN, np.int16),
            np.zeros(turns * _CHOICES_A_TURN, np.int16),
        )


def matches_of(played: PlayedGames, players: Sequence[Player], keys: Sequence[bytes]) -> Iterator[Match]:
    """Return the games whose turns were written as matches that are over; ``keys`` are those they were played with."""
    log, terms = played.log, played.terms
    assert log is not None
    choices, outcomes = log.choices.tolist(), log.outcomes.tolist()
    firsts = played.first_turns()
    for number, (start, end) in enumerate(pairwise(firsts)):
        set_up = Position.from_states(log.starts[number : number + 1], terms)
        match = Match(terms, players, set_up, Referee(keys[number]), commitment(keys[number]))
        match.seed = keys[number]
        chosen = int(log.choices_end[start - 1]) if start else 0
        drawn = int(log.outcomes_end[start - 1]) if start else 0
        ends = zip(
            log.seats[start:end].tolist(),
            log.choices_end[start:end].tolist(),
            log.outcomes_end[start:end].tolist(),
            strict=True,
        )
        for place, (seat, choices_end, outcomes_end) in enumerate(ends, start=start):
            decisions = tuple(choices[chosen:choices_end])
            move = terms.game.moves.move_of(match.position, decisions)
            after = Position.from_states(log.after[place : place + 1], terms)
            match.turns.append(Turn(seat, move, decisions, tuple(outcomes[drawn:outcomes_end]), None, after))
            chosen, drawn = choices_end, outcomes_end
        yield match


@lru_cache(maxsize=32)
def compiled_table(terms: Terms, names: tuple[str, ...]) -> CompiledTable:
    """Return the table of these bots in this process; it plays one game at a time."""
    return CompiledTable(terms, names)


def _play(game: Game) -> None:
    """Play a game with every kind of bot that there is compiled, at once and turn by turn."""
    table = CompiledTable(game.make_terms(2), ("random", "sight:root_candidates=5"))
    keys = [bytes(KEY_BYTES)]
    played = table.play(keys, [[1, 2]], is_written=True)
    table.totals_after(played)
    table.begin(keys[0], [1, 2])
    table.take_turn()
    table.let_chance()
    table.is_over  # noqa: B018  # it is compiled, too


WHOLE_GAMES = Task("games", "whole games", _play, seconds=8, after=SIGHT)
"""What plays whole games of compiled bots."""


def tasks_for(*line_ups: Sequence[str]) -> tuple[Task, ...]:
    """Return what playing whole games needs compiled, besides what the bots of these tables need."""
    return (WHOLE_GAMES,) if any(map(are_compiled, line_ups)) else ()
