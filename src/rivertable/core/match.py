"""A match: one game as it is played, from set-up to result, with its history, and the record that comes of it.

The match owns the live source of chance; positions and views never do.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import asdict, dataclass
from typing import Any

from .chance import Chance, FixedOrder, Recorded, Referee, commitment
from .errors import ChanceError, IllegalMoveError, MoveError, OptionError, PositionError, RecordError, RivertableError
from .game import GAMES, Components, Game, Terms
from .position import Board, Position
from .record import FORMAT, RecordDocument, TurnDocument, plain


@dataclass(frozen=True, slots=True)
class Player:
    """Who sits in a seat: a name, and the bot's level where a bot plays."""

    name: str
    bot: str | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn taken: the seat, its move, the decisions it means, what chance brought, when, and the position after."""

    seat: int
    move: Any
    decisions: tuple[int, ...]
    outcomes: tuple[int, ...]
    at: str | None
    after: Position


@dataclass(frozen=True, slots=True)
class PendingTurn:
    """A turn as :meth:`Match.propose` computed it: the match has not changed, and does so with :meth:`Match.apply`."""

    turn: Turn
    before: Position
    chance: Chance
    """The source of chance as the turn leaves it."""

    @property
    def draws(self) -> int:
        """How many draw numbers of its shuffle a live match has used once the turn is taken."""
        return _draws_of(self.chance)


@dataclass(frozen=True, slots=True)
class Branch:
    """Where a game begins that does not begin with a set-up: in another game, after some of its turns."""

    of: str
    """The commitment of the other game's shuffle."""
    turn: int
    """How many turns had been taken there."""


class Match:
    """One game as it is played."""

    def __init__(self, terms: Terms, players: Sequence[Player], start: Position, chance: Chance, shuffle: str) -> None:
        self.terms = terms
        self.players = tuple(players)
        self.start = start
        """The position after set-up, or the one that the game was played on from."""
        self.branch: Branch | None = None
        """Where that is, of a game that was played on from another one's position."""
        self.can_become_puzzles = False
        """Whether all who play have agreed that puzzles are made of the game."""
        self.turns: list[Turn] = []
        self.commitment = shuffle
        """The SHA-256 of the shuffle's key."""
        self.seed: bytes | None = None
        """The shuffle's key, where it is known; it stays out of records until the game is over."""
        self.promised: str | None = None
        """The SHA-256 of the seed alone, where players mixed their own values in after they had seen it."""
        self.mixed: tuple[bytes, ...] | None = None
        """The values that were mixed in, one a seat in their order, empty where a seat gave none."""
        self.has_fixed_order = False
        """Whether everything drawn has its place from the start, as in a deal that many tables play."""
        self._chance = chance

    @classmethod
    def new(
        cls,
        terms: Terms,
        players: Sequence[Player],
        seed: bytes,
        first_seat: int = 0,
        mixed: Sequence[bytes] | None = None,
        *,
        has_fixed_order: bool = False,
    ) -> Match:
        """Set up a real game whose every draw comes verifiably from ``seed``, and from what the players mixed in.

        With ``has_fixed_order`` it is a deal for many tables: see :class:`~rivertable.core.chance.FixedOrder`.

        Raises:
            OptionError: there are not as many ``players`` as the terms say, or the game has no such deals.
            IllegalMoveError: there is no such seat.
        """
        referee = source_of(terms.game, seed, mixed or (), has_fixed_order=has_fixed_order)
        start = Position.before_setup(terms, first_seat).resolve(referee)
        match = cls._dealt(terms, players, start, referee, seed, mixed)
        match.has_fixed_order = has_fixed_order
        return match

    @classmethod
    def played_on(
        cls,
        terms: Terms,
        players: Sequence[Player],
        seed: bytes,
        start: Position,
        branch: Branch,
        mixed: Sequence[bytes] | None = None,
    ) -> Match:
        """Begin a real game at a position of another one; all that is drawn then comes from ``seed``.

        Raises:
            OptionError: there are not as many ``players`` as the terms say.
        """
        match = cls._dealt(terms, players, start, Referee(seed, mixed=mixed or ()), seed, mixed)
        match.branch = branch
        return match

    @classmethod
    def _dealt(
        cls,
        terms: Terms,
        players: Sequence[Player],
        start: Position,
        referee: Referee | FixedOrder,
        seed: bytes,
        mixed: Sequence[bytes] | None,
    ) -> Match:
        if len(players) != terms.players:
            raise OptionError(
                "The terms are for {players} players, not {found}.", players=terms.players, found=len(players)
            )
        match = cls(terms, players, start, referee, referee.commitment)
        match.seed = seed + b"".join(mixed or ())
        if mixed is not None:
            match.promised, match.mixed = commitment(seed), tuple(mixed)
        return match

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.terms.game

    @property
    def position(self) -> Position:
        """The position as it stands."""
        return self.turns[-1].after if self.turns else self.start

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.position.is_over

    def play(self, move: Any, at: str | None = None) -> Turn:
        """Take a turn: a typed move or its notation; ``at`` is the time as RFC 3339 writes it.

        Raises:
            MoveError: one of its three exact cases; nothing has changed then.
        """
        if isinstance(move, str):
            move = self.game.moves.parse_move(self.position, move)
        return self.play_decisions(self.game.moves.decisions_of(self.position, move), move, at)

    def play_decisions(self, decisions: tuple[int, ...], move: Any, at: str | None = None) -> Turn:
        """Take a turn whose decisions are known to be legal, and known to mean ``move``."""
        return self.apply(self.propose(decisions, move, at))

    def propose(self, decisions: tuple[int, ...], move: Any, at: str | None = None) -> PendingTurn:
        """Return the turn that these decisions, known to be legal and to mean ``move``, lead to; nothing changes.

        Proposed again it is the same turn: the draws depend on the position and on how many were made before.
        """
        before, chance = self.position, copy(self._chance)
        drawn: list[int] = []
        after = before.after(*decisions).resolve(chance, drawn)
        turn = Turn(int(before.state.seat), move, decisions, tuple(drawn), at, after)
        return PendingTurn(turn, before, chance)

    def apply(self, pending: PendingTurn) -> Turn:
        """Take a turn that was proposed for the position as it stands.

        Raises:
            ValueError: turns were taken, or taken back, since then.
        """
        if pending.before is not self.position:
            raise ValueError("The turn was proposed for another position.")
        self.turns.append(pending.turn)
        self._chance = pending.chance
        return pending.turn

    def copied(self) -> Match:
        """Return the same match, in which turns can be taken without a change of this one."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.turns = list(self.turns)
        twin._chance = copy(self._chance)
        return twin

    def replay_turn(self, turn: TurnDocument[Any, Any, Any]) -> None:
        """Take a turn as a record tells it, by the outcomes that the record holds; nothing is drawn.

        Raises:
            RecordError: the rules do not allow it here.
        """
        where = f"turns[{len(self.turns)}]"
        before, game = self.position, self.game
        if before.is_over:
            raise RecordError("The game was over before this turn.", where=where)
        if turn.seat != int(before.state.seat):
            raise RecordError(f"Seat {int(before.state.seat)} is to move, not seat {turn.seat}.", where=f"{where}.seat")
        try:
            move = game.documents.read_move(turn.move)
            decisions = game.moves.decisions_of(before, move)
        except MoveError as error:
            raise RecordError(error.sentence, where=f"{where}.move", rule=error.rule) from error
        chance = Recorded(game.documents.read_chance(before, turn.chance))
        drawn: list[int] = []
        try:
            after = before.after(*decisions).resolve(chance, drawn)
        except ChanceError as error:
            raise RecordError(error.sentence, where=f"{where}.chance") from error
        if len(chance):
            raise RecordError("More is drawn than the rules ask for.", where=f"{where}.chance")
        if game.documents.write_chance(before, decisions, drawn) != plain(turn.chance):
            raise RecordError("What was drawn stands in the wrong place.", where=f"{where}.chance")
        self.turns.append(Turn(turn.seat, move, decisions, tuple(drawn), turn.at, after))

    def take_back(self, turns: int) -> None:
        """Take the last turns back, in which nothing was drawn: what has been revealed cannot be taken back.

        Raises:
            MoveError: something was drawn in one of them, or there are not as many.
        """
        if not 0 < turns <= len(self.turns):
            raise IllegalMoveError(
                "There are {count} turns to take back, not {turns}.", count=len(self.turns), turns=turns
            )
        if any(turn.outcomes for turn in self.turns[-turns:]):
            raise IllegalMoveError("A turn after which something was drawn cannot be taken back.")
        del self.turns[-turns:]

    @property
    def draws(self) -> int:
        """How many draw numbers of its shuffle a live match has used; 0 for a replayed one."""
        return _draws_of(self._chance)

    @draws.setter
    def draws(self, counter: int) -> None:
        if isinstance(self._chance, Referee):
            self._chance.counter = counter

    def before(self, number: int) -> Position:
        """Return the position before turn ``number`` (from 0)."""
        return self.turns[number - 1].after if number else self.start

    def record(self, *, states: bool = False, is_revealed: bool = False) -> dict[str, Any]:
        """Return the record as plain JSON values.

        ``states`` adds the state after each turn; ``is_revealed`` writes the seed although the game is not over: only
        the owner of the shuffle keeps such a record.
        """
        game, terms = self.game, self.terms
        shuffle: dict[str, Any] = {"commitment": self.commitment}
        if self.has_fixed_order:
            shuffle["order"] = "fixed"
        if self.seed is not None and (self.is_over or is_revealed):
            shuffle["seed"] = self.seed.hex()
        if self.mixed is not None:
            shuffle |= {"promised": self.promised, "mixed": [value.hex() for value in self.mixed]}
        return {
            "format": FORMAT,
            "game": game.name,
            "options": terms.options.document(),
            "components": {"name": terms.components.name, "sha256": terms.components.sha256},
            "seats": [
                {"name": player.name, "kind": "bot" if player.bot else "human"}
                | ({"bot": player.bot} if player.bot else {})
                for player in self.players
            ],
            "first_seat": int(self.start.state.first_seat),
            "shuffle": shuffle,
            **({"branch": asdict(self.branch)} if self.branch else {}),
            **({"can_become_puzzles": True} if self.can_become_puzzles else {}),
            "start": game.documents.write_state(self.start),
            "turns": [self._turn_document(number, states) for number in range(len(self.turns))],
            "result": self._result_document(),
        }

    def record_as_seen(self, viewer: int | None, *, states: bool = False) -> dict[str, Any]:
        """Return the record as a seat, or a spectator for None, may see it: whole once the game is over."""
        document = self.record(states=states)
        if self.is_over:
            return document

        turns = [self.turn_as_seen(number, viewer, states=states) for number in range(len(self.turns))]
        return document | {"start": self.game.documents.write_state(self.start.view(viewer)), "turns": turns}

    def turn_as_seen(self, number: int, viewer: int | None, *, states: bool = False) -> dict[str, Any]:
        """Return turn ``number`` (from 0) as a record writes it for a seat, or for a spectator for None."""
        return self._turn_document(number, states, lambda position: position.view(viewer))

    def _turn_document(
        self, number: int, states: bool, seen: Callable[[Position], Board] = lambda position: position
    ) -> dict[str, Any]:
        turn = self.turns[number]
        document = {
            "seat": turn.seat,
            "move": self.game.documents.write_move(turn.move),
            "chance": self.game.documents.write_chance(seen(self.before(number)), turn.decisions, turn.outcomes),
        }
        if turn.at is not None:
            document["at"] = turn.at
        if states:
            document["after"] = self.game.documents.write_state(seen(turn.after))
        return document

    def _result_document(self) -> dict[str, Any] | None:
        if not self.is_over:
            return None
        position = self.position
        return {
            "totals": list(position.totals),
            "winners": list(position.winners),
            "breakdown": [self.game.documents.write_breakdown(position, seat) for seat in range(position.players)],
        }


def source_of(
    game: Game, seed: bytes, mixed: Sequence[bytes] = (), *, counter: int = 0, has_fixed_order: bool = False
) -> Referee | FixedOrder:
    """Return the source of chance of a real game; ``counter`` is how many draw numbers were used before.

    Raises:
        OptionError: the game has no deals with a fixed order.
    """
    if not has_fixed_order:
        return Referee(seed, mixed=mixed, counter=counter)
    if game.rows is None:
        raise OptionError("{game} has no deals for many tables.", game=game.title)
    return FixedOrder(seed, game.rows, mixed=mixed)


def _draws_of(chance: Chance) -> int:
    return chance.counter if isinstance(chance, Referee) else 0


def terms_of(document: RecordDocument[Any, Any, Any, Any], components: Components | None = None) -> Terms:
    """Return the terms that a record was played under; ``components`` where it was no packaged edition.

    Raises:
        RecordError: the options are unknown, or the printed data is not the record's.
    """
    game = GAMES[document.game]
    preset = document.options.get("preset")
    if not isinstance(preset, str):
        raise RecordError("The record names no preset.", where="options.preset")
    changes = {name: value for name, value in document.options.items() if name != "preset"}
    try:
        components = components or game.printed.packaged(document.components.sha256)
        terms = game.make_terms(len(document.seats), game.options.make(preset, changes), components)
    except RivertableError as error:
        raise RecordError(error.sentence, where="options") from error
    if terms.components.sha256 != document.components.sha256:
        raise RecordError(
            f"The record was played with other printed data ({document.components.name!r}): give its file.",
            where="components.sha256",
        )
    return terms


def replay(document: RecordDocument[Any, Any, Any, Any], components: Components | None = None) -> Match:
    """Play a record through again by the outcomes it holds; nothing is drawn.

    Raises:
        RecordError: at the first place that the rules do not allow.
    """
    terms = terms_of(document, components)
    game = terms.game
    try:
        start = game.documents.read_state(document.start, terms)
    except PositionError as error:
        raise RecordError(error.sentence, where="start", rule=error.rule) from error
    if int(start.state.first_seat) != document.first_seat:
        raise RecordError("The first seat differs from the one in the start state.", where="first_seat")
    players = [Player(seat.name, seat.bot or ("bot" if seat.kind == "bot" else None)) for seat in document.seats]
    match = Match(terms, players, start, Recorded([]), document.shuffle.commitment)
    match.seed = bytes.fromhex(document.shuffle.seed) if document.shuffle.seed else None
    match.promised = document.shuffle.promised
    match.has_fixed_order = document.shuffle.order == "fixed"
    if document.branch is not None:
        match.branch = Branch(document.branch.of, document.branch.turn)
    match.can_become_puzzles = document.can_become_puzzles
    if document.shuffle.mixed is not None:
        match.mixed = tuple(map(bytes.fromhex, document.shuffle.mixed))
    for turn in document.turns:
        match.replay_turn(turn)
    if match.is_over and document.result is None:
        raise RecordError("The game is over, but the record has no result.", where="result")
    if not match.is_over and document.result is not None:
        raise RecordError("The record has a result, but the game is not over.", where="result")
    return match


def resume(document: RecordDocument[Any, Any, Any, Any], components: Components | None = None) -> Match:
    """Take up a game again from the record that the owner of its shuffle kept.

    Raises:
        RecordError: the record holds no seed, or does not follow the rules.
    """
    match = replay(document, components)
    if match.seed is None:
        raise RecordError("The record holds no seed, so the game cannot go on from it.", where="shuffle.seed")
    return _draw_again(match, match.seed)


def check(document: RecordDocument[Any, Any, Any, Any], components: Components | None = None) -> None:
    """Check every transition and score of a record from the rules, and every draw where the seed is revealed.

    Raises:
        RecordError: at the first fault.
    """
    match = replay(document, components)
    game = match.game
    if match.branch is None and not game.documents.is_set_up(match.start):
        raise RecordError("No set-up gives this state.", where="start")
    if match.branch is not None and not match.start.is_turn_start:
        raise RecordError("A game is played on from where a seat is to begin a turn.", where="start")
    earlier = document.start
    for number, (turn, written) in enumerate(zip(match.turns, document.turns, strict=True)):
        if written.after is not None:
            is_right = game.documents.is_same_state(written.after, turn.after)
            if not is_right or (
                earlier and not game.documents.can_follow(earlier, written.after, match.before(number), turn.move)
            ):
                raise RecordError("The state is not the one that the rules give.", where=f"turns[{number}].after")
        earlier = written.after
    if document.result is not None and plain(document.result) != match.record()["result"]:
        raise RecordError("The result is not the one that the rules give.", where="result")
    if match.seed is not None:
        _draw_again(match, match.seed)


def _draw_again(match: Match, seed: bytes) -> Match:
    """Play a match again with the draws of its seed; check commitment, set-up and every draw against them."""
    if commitment(seed) != match.commitment:
        raise RecordError("The commitment is not the SHA-256 of the seed.", where="shuffle.commitment")
    mixed = b"".join(match.mixed or ())
    own = seed[: len(seed) - len(mixed)]
    if own + mixed != seed:
        raise RecordError("The seed does not end in what the players mixed in.", where="shuffle.mixed")
    if match.promised is not None and commitment(own) != match.promised:
        raise RecordError("What was promised is not the SHA-256 of the seed alone.", where="shuffle.promised")
    if match.branch is None:
        first_seat, has_fixed_order = int(match.start.state.first_seat), match.has_fixed_order
        again = Match.new(match.terms, match.players, own, first_seat, match.mixed, has_fixed_order=has_fixed_order)
    elif match.has_fixed_order:
        raise RecordError("What was played on from another game has no fixed order.", where="shuffle.order")
    else:
        again = Match.played_on(match.terms, match.players, own, match.start, match.branch, match.mixed)
    again.can_become_puzzles = match.can_become_puzzles
    if again.start != match.start:
        raise RecordError("The set-up does not follow from the seed.", where="start")
    for number, turn in enumerate(match.turns):
        if again.play(turn.move, turn.at).outcomes != turn.outcomes:
            raise RecordError("The draws do not follow from the seed.", where=f"turns[{number}].chance")
    return again
