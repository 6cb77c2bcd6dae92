"""A game at the terminal: showing the table, asking for moves step by step, telling what happened.

It is kept on this computer, one file a game, written after every turn: a killed terminal loses nothing.
"""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any

import typer
from platformdirs import user_data_path

from ...bots import LEVELS, Bot, Level, find_rival, is_rival, make_bot, play_turn
from ...bots.names import KINDS, RANDOM, BotKind, player_for
from ...bots.player import RandomBot
from ...core.chance import seed_bytes
from ...core.errors import RecordError, UnknownNameError
from ...core.files import write_whole_text
from ...core.match import Match
from ...core.position import Draft
from ...core.record import read_document, read_record, write_record
from ..commands.rules import find_rules, show_rules
from .compiling import Handover, faster_play
from .console import INTERRUPTED, clear_screen, note, say, say_board, tell, tell_words
from .hints import Hints
from .menu import LeftError, Menu, ask_move, edit_lines, only_move, read_line, tell_consequences

_HELP = {
    "a number": "choose from the list; the move is yours to change until you confirm it",
    "a move": "whole in one line, played at once: {examples}",
    "+5, up to +5": "in the list: what a choice adds to your score at once, before anything is drawn",
    "undo, u": "undo the last choice (nothing is drawn before you confirm)",
    "hint": "the idea of the best turn; once more: the turn itself (alone against bots)",
    "why, w": "why the last line was refused, by which rule; or why the hint",
    "board, b": "show the table again",
    "score, s": "the score as it stands, part by part",
    "news, n": "what happened since your last turn",
    "log, l": "all turns so far",
    "moves, m": "every legal move in one-line notation",
    "rules ID": "a rule by its id, such as {rule}; rules WORDS looks for words",
    "position": "the whole position in one line, to share or to report a fault",
    "quit, q": "leave; the game is kept and goes on with --resume",
}
"""What the prompt knows."""

_TOLD: dict[str, Level | BotKind] = {**LEVELS, RANDOM: KINDS[RANDOM]}
"""Bots of which a line says how they play."""

_MOVES_SHOWN = 400
"""So many moves of one turn are listed at most."""


def games_folder() -> Path:
    """Return the folder of saved games in the user's data folder."""
    return user_data_path("rivertable", appauthor=False) / "games"


def new_file(game: str) -> Path:
    """Return a fresh file name for a game that begins now."""
    stamp = datetime.now().astimezone().strftime("%Y-%m-%d-%H%M%S")
    path = games_folder() / f"{game}-{stamp}.json"
    number = 1
    while path.exists():
        number += 1
        path = games_folder() / f"{game}-{stamp}-{number}.json"
    return path


def save_match(match: Match, path: Path) -> None:
    """Write a match to its file, whole or not at all; the seed is in it, for this is the owner's copy."""
    path.parent.mkdir(parents=True, exist_ok=True)
    text = write_record(read_document(match.record(is_revealed=True), "the game"))
    write_whole_text(path, text, is_private=True)


def last_unfinished(game: str) -> Path | None:
    """Return the newest saved game that is not over, None where there is none; damaged files are passed over."""
    folder = games_folder()
    if not folder.is_dir():
        return None
    for path in sorted(folder.glob(f"{game}-*.json"), key=lambda file: file.stat().st_mtime, reverse=True):
        try:
            if read_record(path).result is None:
                return path
        except RecordError:
            continue
    return None


class Session:
    """One game at one terminal, kept in a file after every turn."""

    def __init__(self, match: Match, path: Path, again: str, handover: Handover | None = None) -> None:
        """Take a match, the file it is kept in, and the command that takes it up again.

        ``handover`` is where the process left the game that this one goes on for.
        """
        self._match = match
        self._path = path
        self._again = again
        self._game = match.game
        self._names = [player.name for player in match.players]
        self._bots = self._make_bots()
        self._handover = handover
        self._told = len(match.turns) if handover is None else handover.told
        self._people = [seat for seat in range(match.terms.players) if seat not in self._bots]
        self._last_person = None if handover is None else handover.last_person
        self._faster = faster_play(match.game)
        self._hints = Hints(match.game)

    def _make_bots(self) -> dict[int, Bot]:
        """Return the bots by seat, each with a seed of its own that the game's seed fixes.

        A game that was taken up again goes on as it would have: what bots choose hangs on their seed and on what they
        see, and a random one has chosen all its turns before.
        """
        bots: dict[int, Bot] = {}
        for seat, player in enumerate(self._match.players):
            if player.bot:
                key = seed_bytes(f"{(self._match.seed or b'').hex()}/{seat}")
                bots[seat] = make_bot(player_for(player.bot), int.from_bytes(key[:8], "big"))
        for number, turn in enumerate(self._match.turns):
            bot = bots.get(turn.seat)
            if isinstance(bot, RandomBot):
                bot.choose(self._match.before(number).view(turn.seat))
        return bots

    def run(self) -> None:
        """Play until the game is over or the person leaves.

        Raises:
            typer.Exit: with the exit code when the person left.
        """
        edit_lines()
        if self._handover is None:
            self._greet()
        if self._faster is not None:
            self._faster.start()
        try:
            while not self._match.is_over:
                self._take_turn()
        except LeftError as left:
            say()
            say(f"The game is saved in {self._path}.")
            say(f"Continue with: {self._again}")
            raise typer.Exit(left.code) from None
        finally:
            if self._faster is not None:
                self._faster.stop()
        self._tell_news(None)
        self._tell_end()

    def _greet(self) -> None:
        players = ", ".join(
            f"seat {seat} {player.name}" + (f" ({player.bot})" if player.bot else "")
            for seat, player in enumerate(self._match.players)
        )
        tell(f"{self._game.title} (unofficial): {players}.", style="bold")
        for bot in dict.fromkeys(player.bot for player in self._match.players if player.bot):
            if bot not in _TOLD:
                continue
            tell(f"{bot}: {_TOLD[bot].sentence}")
            if player_for(bot) != bot:
                tell(f"Until faster play is ready, {bot} plays as {player_for(bot)} does.")
        rivals = [find_rival(player.bot)[1] for player in self._match.players if player.bot and is_rival(player.bot)]
        for rival in dict.fromkeys(rivals):
            tell(f"{rival.title}: {rival.character}")
            for number, rule in enumerate(rival.rules, start=1):
                tell(rule, f"  {number}. ")
        tell(f"The shuffle is fixed; its commitment is {self._match.commitment[:16]}… Type help at any time.")
        say()

    def _take_turn(self) -> None:
        seat = int(self._match.position.state.seat)
        now = datetime.now(UTC).isoformat(timespec="seconds")
        if seat in self._bots:
            try:
                play_turn(self._match, self._bots, now)
            except KeyboardInterrupt:
                raise LeftError(INTERRUPTED) from None
        else:
            if self._faster is not None:
                self._faster.check(self._path, self._told, self._last_person)
            self._change_person(seat)
            self._tell_news(seat)
            move = self._ask_move(seat)
            self._match.play(move, now)
            self._told = len(self._match.turns) - 1
            self._tell_news(None)
        save_match(self._match, self._path)

    def _change_person(self, seat: int) -> None:
        """Between two people at one screen, a curtain where they know different things."""
        if self._game.has_hidden and self._last_person not in (None, seat):
            clear_screen()
            read_line(f"{self._match.players[seat].name}, press Enter when nobody else is looking. ")
        self._last_person = seat

    # Telling.

    @property
    def _audience(self) -> int | None:
        """The seat of the person who looks at the screen: what is told is what that seat may know."""
        return self._people[0] if len(self._people) == 1 else self._last_person

    def _tell_news(self, seat: int | None) -> None:
        """Tell the turns that nobody was told yet."""
        news = range(self._told, len(self._match.turns))
        if seat is not None and news and len(self._people) == 1:
            say()
        for number in news:
            self._tell_turn(number)
        self._told = len(self._match.turns)

    def _tell_again(self, seat: int) -> None:
        """Tell the turns since the last one of a seat once more."""
        turns = self._match.turns
        own = [number for number, turn in enumerate(turns) if turn.seat == seat]
        since = range(own[-1] + 1 if own else 0, len(turns))
        for number in since:
            self._tell_turn(number)
        if not since:
            note("Nothing yet: it is the first turn.")

    def _tell_turn(self, number: int) -> None:
        turn, before = self._match.turns[number], self._match.before(number).view(self._audience)
        name = self._match.players[turn.seat].name
        old, new = before.total(turn.seat), turn.after.total(turn.seat)
        gain = f" Score {old} -> {new}." if new != old else ""
        tell(f"{name.capitalize()}: {self._game.pictures.describe_move(before, turn.move)}.{gain}")
        bot = self._match.players[turn.seat].bot
        if bot is not None and is_rival(bot):
            tell(find_rival(bot)[1].reason(self._match.before(number).view(turn.seat)), "  ")
        tell_consequences(self._game, self._match.before(number), turn.decisions, self._names, "  ")
        if changes := self._game.pictures.describe_changes(before, turn.decisions, turn.outcomes):
            tell(changes, "  ")

    def _show_board(self, seat: int) -> None:
        say_board(self._match.position.view(seat), self._names)

    def _tell_end(self) -> None:
        match = self._match
        self._show_board(self._people[0])
        say()
        for seat, player in enumerate(match.players):
            say(f"{player.name.capitalize()} (seat {seat})", style="bold")
            for line in self._game.pictures.explain_score(match.position, seat).splitlines():
                say(f"  {line}")
        winners = [match.players[seat].name for seat in match.position.winners]
        if len(winners) > 1:
            say(f"\nA shared victory: {' and '.join(winners)}.", style="bold")
        else:
            say(f"\n{winners[0].capitalize()} {'win' if winners[0] == 'you' else 'wins'}.", style="bold")
        say(f"The record, with the seed of the shuffle, is in {self._path}")

    # Asking.

    def _ask_move(self, seat: int) -> Any:
        """Ask until a move is confirmed, and return it."""
        draft = Draft(self._match.position.view(seat))
        if (forced := only_move(draft.start)) is not None:
            tell("There is one turn that you can take, so it is taken.")
            return forced
        self._show_board(seat)
        name = self._match.players[seat].name if len(self._people) > 1 else "Your move"
        return ask_move(draft, self._names, f"{name}> ", lambda word, menu: self._obey(word, draft, menu, seat))

    def _obey(self, word: str, draft: Draft, menu: Menu, seat: int) -> bool:
        """Do what a command word says; False where the line is no command."""
        command, _, rest = word.partition(" ")
        if command == "hint":
            self._give_hint(seat, menu)
        elif command in ("why", "w"):
            self._hints.explain(self._match.position.view(seat), menu.refused)
        elif command in ("help", "h", "?"):
            examples = "; ".join(str(move) for move, _ in zip(draft.start.moves(), range(3), strict=False))
            named = {"examples": examples, "rule": next(iter(self._game.rulebook))}
            tell_words({word: says.format(**named) for word, says in _HELP.items()})
        elif command in ("board", "b"):
            self._show_board(seat)
            menu.show()
        elif command in ("score", "s"):
            for other, player in enumerate(self._match.players):
                say(f"{player.name} (seat {other})", style="bold")
                say(self._game.pictures.explain_score(draft.board, other))
        elif command in ("log", "l"):
            for number in range(len(self._match.turns)):
                self._tell_turn(number)
        elif command in ("news", "n"):
            self._tell_again(seat)
        elif command in ("moves", "m"):
            moves = [str(move) for move in islice(draft.start.moves(), _MOVES_SHOWN + 1)]
            more = f"  … and more than {_MOVES_SHOWN} in all" if len(moves) > _MOVES_SHOWN else ""
            tell("  ".join(moves[:_MOVES_SHOWN]) + more)
        elif command == "position":
            say(self._match.position.text if not self._game.has_hidden else "Hidden while the game runs.")
        elif command == "rules":
            self._show_rules(rest)
        else:
            return False
        return True

    def _give_hint(self, seat: int, menu: Menu) -> None:
        """Give a hint, as the table does: to who plays alone against bots."""
        if len(self._people) > 1:
            note("Hints are for games alone against bots.")
            return
        menu.refused = None
        self._hints.give(self._match.position.view(seat))

    def _show_rules(self, words: str) -> None:
        try:
            found, unknown = find_rules(self._game.name, words)
        except UnknownNameError as error:
            note(str(error))
            return
        show_rules(self._game.rulebook, found, is_whole=len(found) == 1, has_tests=False)
        if unknown:
            note(unknown)
