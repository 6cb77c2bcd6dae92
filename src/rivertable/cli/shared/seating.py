"""Who sits where: people, bots by their names, and Rivals before them."""

from __future__ import annotations

from ...bots import find_rival, is_rival, read_bots
from ...bots.player import PREFIX
from ...core.errors import OptionError
from ...core.game import Game
from ...core.match import Player

_BIRDS = ("heron", "otter", "kingfisher", "wagtail")


def with_rivals(bots: str | None, rivals: str | None) -> str | None:
    """Return the bots that both options name, Rivals first."""
    if rivals is None:
        return bots
    named = ",".join(f"{PREFIX}{name.strip().removeprefix(PREFIX)}" for name in rivals.split(","))
    return named if bots is None or _is_none(bots) else f"{named},{bots}"


def _is_none(bots: str) -> bool:
    return bots.strip().lower() in ("", "none")


def bot_names(text: str | None, players: int, game: Game) -> list[str]:
    """Read ``LEVEL,…`` as one bot each; nothing said fills all seats but one with ``novice``.

    Raises:
        OptionError: more bots than seats beside one person.
        UnknownNameError: there is no such bot.
    """
    if text is None:
        return ["novice"] * (players - 1)
    if not _is_none(text) and any(_is_none(name) for name in text.split(",") if name):
        raise OptionError("none stands alone: it says that no bot plays.")
    names = [] if _is_none(text) else list(read_bots(text, game))
    if len(names) >= players:
        raise OptionError(
            "{bots} bots leave no seat for a person among {players} players (simulate plays bots alone).",
            bots=len(names),
            players=players,
        )
    return names


def seat_people(bots: list[str], players: int, seat: int) -> list[Player]:
    """Return who sits where: the first person in ``seat``, the bots after it clockwise, other people in the rest."""
    people = players - len(bots)
    table: list[Player] = [Player("you")] * players
    for k in range(1, players):
        place = (seat + k) % players
        if k <= len(bots):
            bot = bots[k - 1]
            name = find_rival(bot)[1].name if is_rival(bot) else _BIRDS[(k - 1) % len(_BIRDS)]
            table[place] = Player(name, bot)
    if people > 1:
        table = [player if player.bot else Player(f"player {place}") for place, player in enumerate(table)]
    return table
