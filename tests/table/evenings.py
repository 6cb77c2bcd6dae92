"""Game after game by scripted people while servers are killed and started again, and what must be true of each."""

import random
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from patience import PATIENCE_SECONDS

from .clients import Party, in_threads


@dataclass
class Figures:
    """What came of all games so far."""

    games: int = 0
    turns: int = 0
    acknowledged: int = 0
    requests: int = 0
    retries: int = 0
    reconnects: int = 0
    found_stored: int = 0
    repeated: int = 0
    lost: int = 0
    doubled: int = 0
    longest_pause: float = 0.0
    longest_silence: float = 0.0
    faults: list[str] = field(default_factory=list)


def faults_of(party: Party, figures: Figures) -> list[str]:
    """Return what is not as it must be at a table whose game is over; its figures are added up."""
    record, told = party.record(), party.door.do("GET", f"{party.path}/events")
    turns = record["turns"]
    stored = {event["turn"]: event for event in told["events"] if event["kind"] == "turn"}
    moves = [move for person in party.people for move in person.acknowledged]
    people = {person.seat for person in party.people}
    faults = []

    by_turn = {move.turn: move for move in moves}
    figures.doubled += len(moves) - len(by_turn)
    for number, turn in enumerate(turns, 1):
        if turn["seat"] in people and number not in by_turn:
            figures.doubled += 1
            faults.append(f"turn {number} was acknowledged to nobody")
    for move in moves:
        turn = turns[move.turn - 1] if move.turn <= len(turns) else {"seat": None, "move": None}
        if (turn["seat"], turn["move"], stored[move.turn]["version"]) != (move.seat, move.move, move.version):
            figures.lost += 1
            faults.append(f"turn {move.turn} is not the one that was acknowledged")
    if len(stored) != len(turns):
        faults.append(f"{len(stored)} turns happened, {len(turns)} are in the record")
    if told["table"]["status"] != "over":
        faults.append(f"the game is {told['table']['status']}")
    if not party.door.do("POST", "/check", record)["is_good"]:
        faults.append("the record is not good")
    for one in party.everybody:
        one.hear_until(lambda watcher: watcher.version >= told["version"])
        faults += one.faults
        if one.view != party.view(one.secret):
            faults.append(f"a view differs at version {one.version}")
    figures.games += 1
    figures.turns += len(turns)
    figures.acknowledged += len(moves)
    _add_counts(party, figures)
    return [f"{party.table}: {fault}" for fault in faults]


def _add_counts(party: Party, figures: Figures) -> None:
    for counts in (party.door.counts, *(one.door.counts for one in party.everybody)):
        figures.requests += counts.requests
        figures.retries += counts.retries
        figures.reconnects += counts.reconnects
        figures.longest_pause = max(figures.longest_pause, counts.longest_pause)
    figures.longest_silence = max(figures.longest_silence, *(one.longest_silence for one in party.everybody))
    figures.found_stored += sum(person.found_stored for person in party.people)
    figures.repeated += sum(person.repeated for person in party.people)


class Evenings:
    """Several tables side by side at which game after game is played until :meth:`end`, all at full speed."""

    def __init__(self, addresses: Sequence[str], games: Sequence[str], *, seed: int = 0, repeats: float = 0.1) -> None:
        """``games`` has one for each table."""
        self.figures = Figures()
        self._addresses = list(addresses)
        self._games = list(games)
        self._random = random.Random(seed)
        self._repeats = repeats
        self._is_ending = threading.Event()
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._fault: BaseException | None = None
        self._parties: dict[int, Party] = {}
        self._moves: dict[int, int] = dict.fromkeys(range(len(games)), 0)

    def _count(self, place: int) -> int:
        """Return how many moves were acknowledged at a place so far."""
        with self._lock:
            party = self._parties.get(place)
            now = sum(len(person.acknowledged) for person in party.people) if party else 0
            return self._moves[place] + now

    def wait_for_moves(self, count: int, *, everywhere: bool = True, patience: float = PATIENCE_SECONDS) -> None:
        """Let them play until so many more moves were acknowledged at every table, or at any."""
        goals = {place: self._count(place) + count for place in range(len(self._games))}
        deadline = time.monotonic() + patience
        enough = all if everywhere else any
        while not enough(self._count(place) >= goal for place, goal in goals.items()):
            if self._fault is not None:
                raise self._fault
            assert time.monotonic() < deadline, "Nobody gets on."
            time.sleep(0.01)

    def begin(self) -> "Evenings":
        self._thread.start()
        return self

    def end(self, patience: float = 2 * PATIENCE_SECONDS) -> Figures:
        """Let the games that are being played come to their end, and return the figures."""
        self._is_ending.set()
        self._thread.join(patience)
        if self._fault is not None:
            raise self._fault
        assert not self._thread.is_alive(), "Some game never came to its end."
        return self.figures

    def _run(self) -> None:
        in_threads(*(partial(self._play_on, place, game) for place, game in enumerate(self._games)))

    def _play_on(self, place: int, game: str) -> None:
        try:
            self._play_games(place, game)
        except BaseException as fault:
            self._fault = fault

    def _play_games(self, place: int, game: str) -> None:
        addresses = self._addresses[place % len(self._addresses) :] + self._addresses[: place % len(self._addresses)]
        while not self._is_ending.is_set():
            with self._lock:
                seed = self._random.randrange(2**32)
            with Party(addresses, game, ["person", "novice", "person"]) as party:
                for person in party.people:
                    person.repeats = self._repeats
                    person.shuffle(seed + person.seat)
                party.start()
                with self._lock:
                    self._parties[place] = party
                party.play()
                faults = faults_of(party, self.figures)
            with self._lock:
                self.figures.faults += faults
                self._moves[place] += sum(len(person.acknowledged) for person in party.people)
                del self._parties[place]


def report(title: str, figures: Figures, **more: Any) -> str:
    """Return figures as lines of text."""
    lines = [title]
    for name, value in {**more, **vars(figures)}.items():
        if name != "faults":
            shown = f"{value:.2f} s" if isinstance(value, float) else str(value)
            lines.append(f"  {name.replace('_', ' '):28}{shown:>10}")
    return "\n".join([*lines, *(f"  fault: {fault}" for fault in figures.faults)])
