"""``rivertable play`` and ``rivertable rivals``: a whole game in the terminal, and characters to play it against.

Help and completion import this, so what computes is imported where it is used.
"""

from __future__ import annotations

import shlex
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ...core.chance import new_seed, seed_bytes
from ...core.contract.study import INVENTED
from ...core.errors import OptionError
from ...core.game import Game
from ..shared import completion
from ..shared.arguments import (
    ChosenGame,
    ComponentsFile,
    Json,
    Seed,
    SetOptions,
    flags_given,
    make_terms,
)
from ..shared.console import WRONG_USAGE, note, say, say_json, stop, tell
from ..shared.first_start import heritage

if TYPE_CHECKING:
    from ...core.match import Match


_OF_A_NEW_GAME = ("players", "bots", "rival", "seat", "seed", "settings")
"""Options that say how a game is set up."""


def play(
    context: typer.Context,
    game: ChosenGame,
    players: Annotated[int, typer.Option("--players", metavar="N", help="How many players, people and bots.")] = 2,
    bots: Annotated[
        str | None,
        typer.Option(
            "--bots",
            metavar="LEVEL,…",
            help="Bots: novice, apprentice, artisan, expert, master, or none; people take the other seats. [novice]",
            autocompletion=completion.bots,
        ),
    ] = None,
    rival: Annotated[
        str | None,
        typer.Option(
            "--rival",
            metavar="NAME,…",
            help="Characters for solo play; see: rivertable rivals.",
            autocompletion=completion.rivals,
        ),
    ] = None,
    seat: Annotated[int, typer.Option("--seat", metavar="K", help="Your seat, from 0; seat 0 begins.")] = 0,
    seed: Seed = None,
    settings: SetOptions = [],  # noqa: B006  # typer reads the default, nobody changes it
    components: ComponentsFile = None,
    resume: Annotated[bool, typer.Option("--resume", help="Continue the last unfinished game.")] = False,
    save: Annotated[
        Path | None,
        typer.Option("--save", metavar="FILE", help="Save the game here, or continue the one that is here."),
    ] = None,
) -> None:
    """Play in the terminal. Every turn is saved; --resume continues an unfinished game."""
    from ...core.match import resume as resume_match
    from ...core.record import read_record
    from ..shared.compiling import HANDOVER, read_handover, warm
    from ..shared.seating import with_rivals
    from ..shared.session import Session, new_file, save_match

    handover = read_handover(heritage(HANDOVER))
    if resume:
        _refuse_setting_up(context)
    path = _file_to_resume(game, resume, save) if handover is None else Path(handover.path)
    if path is not None:
        match = resume_match(read_record(path), game.printed.load(components) if components else None)
        if match.game is not game:
            stop(f"{path} is a game of {match.game.title}.", WRONG_USAGE)
        warm(game, (player.bot for player in match.players))
        if handover is None:
            say(f"Continuing {path} with its own settings.")
    else:
        match = _new_match(game, players, with_rivals(bots, rival), seat, seed, settings, components)
        if save is None:
            _tell_of_unfinished(game)
        path = save or new_file(game.name)
        save_match(match, path)
    Session(match, path, how_to_go_on(game, save, components), handover).run()


def _refuse_setting_up(context: typer.Context) -> None:
    """Refuse options that a game that goes on cannot take.

    Raises:
        typer.BadParameter: an option was given that is for a new game.
    """
    if flags := flags_given(context, _OF_A_NEW_GAME):
        raise typer.BadParameter(f"A saved game keeps its settings: leave out {flags}, or --resume.")


def how_to_go_on(game: Game, save: Path | None, components: Path | None) -> str:
    """Return the command that takes up a game that was left, with the file of its printed data if it has one."""
    words = ["rivertable", "play", game.name]
    words += ["--resume"] if save is None else ["--save", str(save)]
    words += [] if components is None else ["--components", str(components)]
    return shlex.join(words)


def _file_to_resume(game: Game, is_asked: bool, save: Path | None) -> Path | None:
    from ..shared.session import last_unfinished

    if save is not None:
        return save if save.exists() else None
    last = last_unfinished(game.name) if is_asked else None
    if is_asked and last is None:
        stop(f"There is no unfinished game of {game.title}.", WRONG_USAGE)
    return last


def _tell_of_unfinished(game: Game) -> None:
    """Say that an earlier game waits, where one does."""
    from ..shared.session import last_unfinished

    last = last_unfinished(game.name)
    if last is not None:
        when = datetime.fromtimestamp(last.stat().st_mtime).astimezone().strftime("%d %B, %H:%M")
        note(f"An unfinished game from {when} is saved; continue it with: rivertable play {game.name} --resume")


def _new_match(
    game: Game,
    players: int,
    bots: str | None,
    seat: int,
    seed: str | None,
    settings: list[str],
    components: Path | None,
) -> Match:
    from ...core.match import Match
    from ..shared.compiling import warm
    from ..shared.seating import bot_names, seat_people

    terms = make_terms(game, players, settings, components)
    if not 0 <= seat < players:
        raise OptionError(
            "There is no seat {seat}: with {players} players the seats are 0 to {last}.",
            seat=seat,
            players=players,
            last=players - 1,
        )
    names = bot_names(bots, players, game)
    warm(game, names)
    return Match.new(terms, seat_people(names, players, seat), new_seed() if seed is None else seed_bytes(seed))


def rivals(game: ChosenGame, as_json: Json = False) -> None:
    """Show a game's Rivals, the characters for solo play, with the rules that they follow."""
    for document in rival_documents(game):
        if as_json:
            say_json(document)
        else:
            _show(document)
    if not as_json:
        if game.rivals.alike:
            tell(game.rivals.alike)
        tell(INVENTED)
        tell(f"Play one: rivertable play {game.name} --rival {game.rivals.characters[0].name}")


def rival_documents(game: Game) -> list[dict[str, Any]]:
    """Return a game's Rivals as plain JSON, the easiest first."""
    from ...bots import rivals_of

    return [
        {
            "bot": name,
            "name": rival.name,
            "title": rival.title,
            "character": rival.character,
            "rules": list(rival.rules),
            "source": INVENTED,
        }
        for name, rival in rivals_of(game).items()
    ]


def _show(document: dict[str, Any]) -> None:
    say(f"{document['title']}  ({document['bot']})", style="bold")
    tell(document["character"], "  ")
    for number, rule in enumerate(document["rules"], start=1):
        tell(rule, f"  {number}. ")
    say()
