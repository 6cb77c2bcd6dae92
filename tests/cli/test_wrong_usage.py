"""Wrong input as a new user gives it: one clear sentence, the right exit code, never a traceback."""

import json
import shlex
import subprocess
from pathlib import Path

import pytest

from patience import PATIENCE_SECONDS

from .terminals import COMMAND, environment, rivertable

COMPONENTS = (
    Path(__file__).resolve().parents[2] / "src" / "rivertable" / "glassworks" / "printed" / "data" / "components.toml"
)
GAME = "glassworks"
# Each with a part of the sentence that it must be answered with.
WRONG_WORDS = {
    "": "Usage: rivertable",
    "foo": "There is no command 'foo'",
    "plya": "There is no command 'plya'; did you mean play or replay?",
    "play": "rivertable play needs GAME. Which game: glassworks or market (",
    "play chess": "There is no game 'chess'; there are glassworks",
    "play glassworks --players 6": "River Valley Glassworks is for 2 to 5 players, not 6.",
    "play glassworks --players 1": "is for 2 to 5 players, not 1.",
    "play glassworks --players two": "--players is a whole number, not 'two' (",
    "play glassworks --seat": "--seat needs a value",
    "play glassworks --foo": "There is no option --foo",
    "play glassworks --resume=yes": "--resume takes no value",
    "play glassworks market": "rivertable play does not take 'market' too",
    "play glassworks --seat 9": "There is no seat 9: with 2 players the seats are 0 to 1.",
    "play glassworks --seat -1": "There is no seat -1",
    "play glassworks --bots heron": "There is no bot 'heron'; there are novice, apprentice, artisan, expert, master, ",
    "play glassworks --bots ,": "There is no bot ''",
    "play glassworks --bots none,novice": "none stands alone: it says that no bot plays.",
    "play glassworks --bots novice,novice": "2 bots leave no seat for a person among 2 players",
    "play glassworks --set foo=yes": "There is no option 'foo'",
    "play glassworks --set foo": "'foo' is not OPTION=VALUE",
    "play glassworks --set preset=": "There is no preset ''; there are rulebook, bga.",
    "play glassworks --set preset=foo": "There is no preset 'foo'; there are rulebook, bga.",
    "play glassworks --set inventory_counts_overflow=maybe": "inventory_counts_overflow is yes or no, not 'maybe'",
    "play glassworks --resume": "There is no unfinished game of River Valley Glassworks.",
    "play glassworks --components nowhere.toml": "The components file nowhere.toml cannot be read",
    "simulate glassworks --jobs 0": "--jobs is a whole number, at least 1, not '0' (",
    "puzzle glassworks --level 9": "--level is a whole number from 1 to 5, not '9' (",
    "play glassworks --bots search:time=soon": "cannot be 'soon': it is a number from 0.01 to 3600.",
    "simulate glassworks --states": "--states is for records: it takes --out FOLDER",
    "simulate glassworks --bots=": "There is no bot ''",
    "simulate glassworks --bots random,random,random": "There are 3 bots for 2 seats.",
    "play market --deck nosuch": "There is no deck file nosuch; the decks that need no file are second-edition and ",
    "check": "rivertable check needs RECORD…. ",
    "score glassworks nowhere.json": "The file nowhere.json cannot be read",
    "rules glassworks G99": "No rule of River Valley Glassworks is called or says 'G99'.",
    "serve --settings nowhere.toml": "nowhere.toml cannot be read: No such file or directory.",
    "bench chess": "There is no game 'chess'",
}


@pytest.mark.parametrize("words", WRONG_WORDS)
def test_wrong_usage_is_one_sentence_and_exit_code_2(words: str, home: Path) -> None:
    done = rivertable(*words.split(), home=home)
    assert done.returncode == 2
    said = done.stderr if words else done.stdout
    assert WRONG_WORDS[words] in said
    assert "Traceback" not in done.stdout + done.stderr
    if words:
        assert done.stdout == ""
        assert len(done.stderr.splitlines()) == 1
        assert done.stderr.endswith(".\n")
    assert not home.exists()


def test_usage_names_the_help_that_helps(home: Path) -> None:
    assert "(rivertable --help shows" in rivertable("foo", home=home).stderr
    assert "(rivertable play --help shows" in rivertable("play", GAME, "--foo", home=home).stderr


def test_every_command_has_help(home: Path) -> None:
    listed = rivertable("--help", home=home, is_new=True)
    assert listed.returncode == 0
    for command in ("play", "simulate", "replay", "check", "score", "rules", "bench"):
        assert f" {command} " in listed.stdout


def test_a_broken_components_file_gets_a_sentence_a_fault(home: Path, tmp_path: Path) -> None:
    broken = tmp_path / "components.toml"
    text = COMPONENTS.read_text(encoding="utf-8")
    broken.write_text(text.replace("stones", "pebbles", 1).replace("overflow_vp", "overflow_points"), encoding="utf-8")
    done = rivertable("play", GAME, "--components", broken, home=home)
    first, *faults = done.stderr.splitlines()
    assert done.returncode == 2
    assert str(broken) in first
    assert len(faults) >= 2
    assert all(fault.startswith("- ") and fault.endswith(".") for fault in faults)
    broken.write_text("[[[", encoding="utf-8")
    done = rivertable("simulate", GAME, "--components", broken, home=home)
    assert (done.returncode, done.stdout) == (2, "")
    assert "Traceback" not in done.stderr


def test_folders_instead_of_files(home: Path, tmp_path: Path) -> None:
    for command, code in (
        (("play", GAME, "--save", tmp_path), 1),
        (("play", GAME, "--components", tmp_path), 2),
        (("score", GAME, tmp_path), 2),
        (("replay", tmp_path), 1),
        (("check", tmp_path), 1),
    ):
        done = rivertable(*command, home=home)
        assert done.returncode == code, command
        assert str(tmp_path) in done.stderr
        assert "directory" in done.stderr
        assert "Traceback" not in done.stderr


def test_folders_that_cannot_be_written(home: Path, tmp_path: Path) -> None:
    """A file in the place of a folder refuses everybody, the superuser too."""
    file = tmp_path / "file"
    file.write_text("kept", encoding="utf-8")
    for command in (
        ("simulate", GAME, "--games", "1", "--out", file),
        ("simulate", GAME, "--games", "1", "--out", file / "records"),
        ("play", GAME, "--save", file / "game.json"),
    ):
        done = rivertable(*command, home=home)
        assert done.returncode == 1, command
        assert done.stderr.startswith("Cannot use ")
        assert len(done.stderr.splitlines()) == 1
    done = rivertable("play", GAME, home=file)
    assert (done.returncode, "Traceback" in done.stderr) == (1, False)
    assert file.read_text(encoding="utf-8") == "kept"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "is not JSON"),
        ("{", "is not JSON"),
        ("[" * 100_000, "nested too deeply"),
        ("9" * 5000, "is not JSON"),
        ("[1]", "cannot be scored:\n- board: input should be a valid object.\n"),
        ('{"columns": [{"height": 6}], "overflow": 2}', "columns[0].height"),
        ('{"columns": [{"height": 0}, {"height": 2}]}', "Column 1 is empty"),
        ('{"columns": [], "overflow": -1}', "overflow"),
        ('{"colums": []}', "colums"),
        (json.dumps({"columns": [{"height": 1}] * 8}), "columns"),
    ],
    ids=["empty", "cut", "nested", "long number", "list", "height", "gap", "overflow", "misspelt", "eight columns"],
)
def test_boards_that_cannot_be_scored(text: str, words: str, home: Path) -> None:
    done = rivertable("score", GAME, "-", home=home, typed=text)
    assert (done.returncode, done.stdout) == (2, "")
    assert words in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("command", ["serve --no-browser --port 0", "log", "admin status", "backup {file}"])
def test_a_store_that_cannot_be_used_is_one_sentence(command: str, home: Path, tmp_path: Path) -> None:
    """Neither where nobody listens, nor where the file is no database."""
    words = command.format(file=tmp_path / "backup").split()
    away = "postgresql://ada:secret@127.0.0.1:1/tables"
    (tmp_path / "rivertable.sqlite3").write_bytes(b"no database" * 500)
    for place in (("--database", away), ("--data", str(tmp_path))):
        done = rivertable(*words, *place, home=home)
        assert done.returncode == 1, done.stderr
        assert done.stderr.startswith("The store cannot be used: ")
        assert len(done.stderr.splitlines()) == 1
        assert "secret" not in done.stderr


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_a_closed_stream_leads_nowhere(closed: str, home: Path) -> None:
    command = shlex.join([*COMMAND, "play", GAME])
    done = subprocess.run(
        ["sh", "-c", f"{command} {closed}"],
        input="q\n",
        capture_output=True,
        text=True,
        env=environment(home),
        timeout=PATIENCE_SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr


def test_files_that_are_no_text(home: Path, tmp_path: Path) -> None:
    """Without the words of the library that reads them."""
    file = tmp_path / "file"
    file.write_bytes(b"\xff\xfe")
    for command, code in ((("score", GAME, file), 2), (("deck", "check", file), 1)):
        done = rivertable(*command, home=home)
        assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (code, "", 1), command
        assert done.stderr.endswith(" is not UTF-8 text (byte 0).\n")
