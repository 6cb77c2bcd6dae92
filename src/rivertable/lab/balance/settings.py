"""What is measured: settings of a game, with all that a report has to say about how it was made."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from ...bots import kind_of
from ...bots.levels import LEVELS
from ...bots.rivals import is_rival
from ...core.game import GAMES, Components, Game
from ...core.options import OptionValue
from ..simulation import Job
from ..versions import versions

UNOFFICIAL = (
    "{title} is measured here by an unofficial implementation of this project, which has nothing to do with the "
    "game's publisher; what holds between bots need not hold between people."
)


@dataclass(frozen=True)
class Setting:
    """Options and printed data under a name by which people tell them apart."""

    words: str
    preset: str
    changes: dict[str, OptionValue]
    components: Components

    def document(self, game: Game) -> dict[str, Any]:
        """Return it as plain JSON, with what of the printed data is printed nowhere."""
        return {
            "words": self.words,
            "options": game.make_options(self.preset, self.changes).document(),
            "components": {"name": self.components.name, "sha256": self.components.sha256},
            "sources": sources_of(game, self.components),
        }


@dataclass(frozen=True)
class Asked:
    """A question to the laboratory.

    Attributes:
        game: its name.
        bots: by seat; the last fills the seats of larger tables.
        games: how many for each number of players and each setting.
        command: the command line that asks the same again.
        is_standard: whether the printed data is that of the standard edition in every setting.
    """

    game: str
    players: tuple[int, ...]
    bots: tuple[str, ...]
    games: int
    seed: str
    command: str
    settings: tuple[Setting, ...]

    @property
    def is_standard(self) -> bool:
        """Whether every setting is played with the standard edition."""
        standard = GAMES[self.game].load_components().sha256
        return all(setting.components.sha256 == standard for setting in self.settings)

    def job(self, setting: Setting, players: int) -> Job:
        """Return the job of one setting; game n has the same deal under every setting."""
        bots = (*self.bots[:players], *[self.bots[-1]] * (players - len(self.bots)))
        return Job(self.game, bots, setting.preset, setting.changes, setting.components, self.seed)

    def head(self, form: str) -> dict[str, Any]:
        """Return the beginning of a report: the question, and what answered it."""
        game = GAMES[self.game]
        return {
            "format": form,
            "game": self.game,
            "title": game.title,
            "at": datetime.now(UTC).isoformat(timespec="seconds"),
            "command": self.command,
            "players": list(self.players),
            "games": self.games,
            "bots": list(self.bots),
            "seed": self.seed,
            "versions": versions(),
            "settings": [setting.document(game) for setting in self.settings],
            "notes": [UNOFFICIAL.format(title=game.title), *map(self._about_bot, dict.fromkeys(self.bots))],
        }

    def _about_bot(self, name: str) -> str:
        """Say what a bot knows of printed values."""
        meaning = LEVELS[name].bot if name in LEVELS else name
        if is_rival(name):
            return f"{name} follows fixed rules, whatever is printed."
        if kind_of(name) is None:
            return f"{name} chooses by chance, whatever is printed."
        if "net=no" in meaning.split(":")[-1].split(",") or meaning.startswith("flat"):
            return f"{name} judges by the score as the rules count it, so it knows changed values and costs."
        known = (
            f"{name} judges by a network that learned on the standard edition, and by the score as the rules count it"
        )
        return f"{known}." if self.is_standard else f"{known}: it plays an edition that differs from it less well."


def sources_of(game: Game, components: Components) -> list[str]:
    """Say which printed values are printed nowhere, in sentences; none where all of them are printed."""
    counts = Counter(value.source for value in game.list_values(components))
    total = sum(counts.values())
    found = [
        f"{counts[word]} of {total} values of the cards are {word}."
        for word in ("invented", "inferred")
        if counts[word]
    ]
    for source in counts:
        if "inferred" in source and source != "inferred":
            keys = sorted(
                {value.name.partition(".")[0] for value in game.list_values(components) if value.source == source}
            )
            found.append(f"{', '.join(keys)}: {source}.")
    return found
