"""What stands on the screen: 80 columns, 24 lines, colours only where they belong."""

import re
from pathlib import Path

import pytest

from .terminals import ESCAPE, plain, rivertable, terminal

GAME = "glassworks"


def screenful(shown: str) -> list[str]:
    """The lines from the board to the prompt."""
    lines = plain(shown).split("\n")
    start = max(number for number, line in enumerate(lines) if line.startswith("START ~~ "))
    return lines[start:]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_turn_fits_a_small_terminal(players: int, home: Path) -> None:
    """The board, the choices and the prompt in 80 columns and 24 lines, turn after turn."""
    with terminal("play", GAME, "--seed", "9", "--players", players, home=home) as screen:
        shown = screen.wait_for("Your move> ")
        for _ in range(6):
            lines = screenful(shown)
            assert len(lines) <= 24
            assert max(map(len, lines)) <= 79
            shown = screen.answer("1")
            while "Enter plays it" not in shown:
                shown = screen.answer("1")
            shown = screen.answer("")
            assert re.search(r"\nHeron: ", shown)
        assert max(map(len, plain(screen.seen).split("\n"))) <= 80


@pytest.mark.parametrize("game", ["glassworks", "market"])
@pytest.mark.parametrize("players", [2, 3, 5])
def test_a_narrow_terminal_has_a_board_of_its_own(game: str, players: int, home: Path) -> None:
    """60 columns: no line is longer, and all that a wide board says is there."""
    options = ("play", game, "--seed", "9", "--players", players)
    with terminal(*options, home=home, size=(60, 60)) as screen:
        shown = plain(screen.wait_for("Your move> "))
        shown += plain(screen.answer("help")) + plain(screen.answer("1"))
        assert max(map(len, shown.split("\n"))) <= 60
        # Notation is copied whole.
        assert not re.search(r"\w-\n", plain(screen.answer("moves")))
    wide = rivertable(*options, home=home).stdout
    assert sorted(_board_words(shown)) == sorted(_board_words(wide))


def _board_words(shown: str) -> list[str]:
    """The words of the first board, however they are laid out."""
    start = re.search(r"^(START ~|River, upper)", shown, re.MULTILINE)
    assert start is not None
    board = shown[start.start() : shown.index("What do you do?", start.start())]
    return [word for word in board.split() if "~" not in word and word != "pieces"]


def test_every_seat_and_piece_is_on_the_board(home: Path) -> None:
    shown = rivertable("play", GAME, "--players", "5", "--seed", "9", home=home).stdout
    board = "\n".join(screenful(shown))
    for name in ("you", "heron", "otter", "kingfisher", "wagtail"):
        assert f" {name}: 0 points, 0/17" in board
    river = sum(map(len, re.findall(r"\d [a-z]+ (o+)", board)))
    choices = board.index("What do you do?")
    # G8, G9, G10: as many pieces as stones, five in the lake, three in each satchel.
    assert len(re.findall(r"\b[a-z]{2}[THCSXD]\b", board[:choices])) == river + 5 + 15


def test_words_are_not_broken_at_the_edge(home: Path) -> None:
    with terminal("play", GAME, "--seed", "5", home=home, size=(50, 24)) as screen:
        screen.wait_for("Your move> ")
        shown = plain(screen.answer("rules G20"))
        assert max(map(len, shown.splitlines())) <= 50
        assert "leftmost" in shown
        assert "\n" in shown.strip()


def test_a_terminal_has_colours(home: Path) -> None:
    with terminal("play", GAME, home=home) as screen:
        assert re.search(r"\x1b\[[\d;]*m(?:wh|pu|lb|db|lg|dg|ye|or)[THCSXD]\x1b\[0m", screen.wait_for("Your move> "))


@pytest.mark.parametrize("changes", [{"NO_COLOR": "1"}, {"TERM": "dumb"}], ids=str)
def test_a_terminal_without_colours_has_no_escape_codes(changes: dict[str, str], home: Path) -> None:
    with terminal("play", GAME, "--seed", "5", home=home, changes=changes) as screen:
        screen.wait_for("Your move> ")
        screen.answer("score")
        screen.answer("1")
        assert screen.leave("\x04") == 0
        assert ESCAPE not in screen.seen
    with terminal("simulate", GAME, "--games", "3", "--players", "5", home=home, changes=changes) as screen:
        assert screen.leave() == 0
        assert ESCAPE not in screen.seen


def test_a_pipe_has_no_escape_codes(home: Path, tmp_path: Path) -> None:
    for command in (
        ("play", GAME, "--save", tmp_path / "game.json"),
        ("replay", tmp_path / "game.json", "--turn", "0"),
        ("simulate", GAME, "--games", "2"),
        ("rules", GAME),
    ):
        done = rivertable(*command, home=home, typed="help\nscore\n")
        assert done.returncode == 0
        assert ESCAPE not in done.stdout + done.stderr


def test_a_terminal_that_knows_only_ascii(home: Path) -> None:
    changes = {"PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii:strict", "LC_ALL": "C"}
    done = rivertable("play", GAME, "--seed", "5", home=home, changes=changes)
    assert done.returncode == 0
    assert "Your move> " in done.stdout
    assert done.stdout.isascii()


def test_a_width_of_nothing_is_none_that_is_known(home: Path) -> None:
    done = rivertable("rules", "glassworks", "G12", home=home, changes={"COLUMNS": "0"})
    assert done.stdout == rivertable("rules", "glassworks", "G12", home=home).stdout != ""
    wrong = rivertable("nosuch", home=home, changes={"COLUMNS": "0"})
    assert wrong.stderr.startswith("There is no command 'nosuch'")
