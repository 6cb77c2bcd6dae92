"""Tables of both games in every state, kept ready while requests change them."""

from __future__ import annotations

from contextlib import suppress
from functools import cached_property
from random import Random
from typing import Any

from schemathesis import Case
from schemathesis.core.parameters import ParameterLocation
from schemathesis.generation.modes import GenerationMode

from rivertable.core.errors import RivertableError
from rivertable.core.game import GAMES
from rivertable.core.position import View
from rivertable.study.puzzles.puzzle import Posed, book_of
from rivertable.table.errors import NoSuchTableError

from .in_process import Document, Server, bearer
from .tables import GAME_NAMES, Made, make_table, play_at_random, random_decisions, start_table

STATES = ("waiting", "playing", "over")


class World:
    """Gives a real table in a state; where requests have moved one on, another takes its place."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self._tables: dict[tuple[str, str], Made] = {}
        self.sealed_keys: list[str] = []
        """The keys of deals that are sealed, at tables which requests are made for as well."""

    def table(self, game: str, state: str) -> Made:
        """A table of a game that is in a state."""
        made = self._tables.get((game, state))
        if made is None or not self._is_in(made, state):
            made = self._tables[game, state] = self._make(game, state)
        return made

    @cached_property
    def sealed(self) -> list[Made]:
        """Tables at which the deal of the day is played, one of them to its end."""
        made = []
        for game, turns in (("glassworks", 500), ("market", 0)):
            begun = self.server.post(f"/api/me/days/{game}/3", {"name": "Somebody"})
            made.append(Made(begun["table"], game, "", [begun["secret"]]))
            rng, is_over = Random(game), not turns
            while not is_over:
                # The bots play too, whoever is quicker.
                with suppress(RivertableError):
                    is_over = play_at_random(self.server, made[-1], turns, rng) < turns
            self.sealed_keys.append(self.server.tables.open(made[-1].id).seed.hex())
        return made

    def _is_in(self, made: Made, state: str) -> bool:
        with suppress(NoSuchTableError):
            return self.server.tables.open(made.id).status == state
        return False

    def _make(self, game: str, state: str) -> Made:
        if state == "waiting":
            return make_table(self.server, game, seats=[{"kind": "person"}, {"kind": "open"}], is_public=True)
        made = start_table(self.server, game, seed=game)
        play_at_random(self.server, made, 12 if state == "playing" else 500, Random(game))
        return made

    @cached_property
    def records(self) -> dict[str, Document]:
        """A record of each game."""
        return {game: self.server.get(f"{self.table(game, 'over').path}/record") for game in GAME_NAMES}

    # Requests that mean something.

    def make_real(self, case: Case, rng: Random) -> None:
        """Put real ids, secrets, versions and moves where a generated request holds well-formed ones."""
        if "{table}" in case.path and _is_positive(case, ParameterLocation.PATH):
            state = rng.choice(_LIKELY.get(case.path.rpartition("/")[2], STATES))
            is_sealed = rng.random() < 0.2 or case.path.endswith("/day")
            table = rng.choice(self.sealed) if is_sealed else self.table(rng.choice(GAME_NAMES), state)
            case.path_parameters["table"] = table.id
            if "{seat}" in case.path and rng.random() < 0.8:
                case.path_parameters["seat"] = rng.randrange(2)
            secrets = [*table.secrets, table.host or "no host", "nobody", None]
            secret = rng.choices(secrets, [8] * len(table.secrets) + [3, 1, 1])[0]
            if case.path.endswith(("/draft", "/moves", "/undo")) and rng.random() < 0.7:
                found = self.server.tables.open(table.id)
                if found.to_move is not None and found.shared is None:
                    secret = table.secrets[found.to_move]
            if _is_positive(case, ParameterLocation.HEADER):
                case.headers.pop("Authorization", None)
                case.headers.update(bearer(secret))
            if isinstance(case.body, dict) and _is_positive(case, ParameterLocation.BODY):
                case.body = self._real_body(case.body, table, rng)
        elif "{puzzle}" in case.path and _is_positive(case, ParameterLocation.PATH):
            self._make_real_puzzle(case, rng)
        elif case.path in ("/api/records", "/api/check") and isinstance(case.body, dict) and rng.random() < 0.5:
            case.body = _damaged(self.records[rng.choice(GAME_NAMES)], rng)
        _hurry(case)

    def _make_real_puzzle(self, case: Case, rng: Random) -> None:
        book = book_of(GAMES[case.path_parameters["game"]])
        posed = Posed(rng.choice(book.puzzles[:8]), book.game)
        case.path_parameters["puzzle"] = posed.puzzle.id
        if isinstance(case.body, dict) and _is_positive(case, ParameterLocation.BODY) and rng.random() < 0.7:
            case.body = self._with_move(case.body, posed.view, random_decisions(posed.view, rng), rng)

    def _real_body(self, body: Document, table: Made, rng: Random) -> Document:
        body = dict(body)
        found = self.server.tables.open(table.id)
        if "version" in body and rng.random() < 0.9:
            body["version"] = found.version
        mover = found.to_move
        if mover is None or found.match is None or rng.random() < 0.5:
            return body
        view = found.match.position.view(mover)
        return self._with_move(body, view, random_decisions(view, rng), rng)

    @staticmethod
    def _with_move(body: Document, view: View, decisions: tuple[int, ...], rng: Random) -> Document:
        """The body with a move that is legal, in the form that it has one in."""
        body, move = dict(body), view.game.moves.move_of(view, decisions)
        if "decisions" in body:
            body["decisions"] = list(decisions[: rng.randint(0, len(decisions))])
        elif "text" in body:
            body["text"] = str(move)
        elif "move" in body:
            body["move"] = view.game.documents.write_move(move)
        return body


_LIKELY = {
    "start": ("waiting",),
    "{seat}": ("waiting", "waiting", "playing"),
    "draft": ("playing", "playing", "playing", "over"),
    "moves": ("playing", "playing", "playing", "over"),
    "{turn}": ("playing", "over"),
    "record": ("playing", "over"),
    "review": ("playing", "over"),
    "hint": ("playing", "playing", "playing", "over"),
}
"""States in which an address, by its last part, does more than refuse."""


def _hurry(case: Case) -> None:
    """Let nobody wait; what is no time to wait for stays as it is."""
    if case.query and "wait" in case.query:
        with suppress(TypeError, ValueError):
            if 0.01 < float(case.query["wait"]) <= _WAIT_AT_MOST:
                case.query = {**case.query, "wait": 0.01}


_WAIT_AT_MOST = 3600


def _is_positive(case: Case, location: ParameterLocation) -> bool:
    meta = case.meta
    if meta is None or location not in meta.components:
        return True
    return bool(meta.components[location].mode == GenerationMode.POSITIVE)


def _damaged(record: Document, rng: Random) -> Document:
    """A record in which something may be missing, doubled or of another kind."""
    record = dict(record)
    for _ in range(rng.choice((0, 0, 1, 2))):
        name = rng.choice(sorted(record))
        turns = record.get("turns")
        fewer = turns[:3] if isinstance(turns, list) else 0
        value: Any = rng.choice((None, [], {}, "", 1 << 70, 0.5, fewer))
        record[name] = value
    return record
