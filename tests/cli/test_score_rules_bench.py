"""``rivertable score``, ``rules``, ``bench``, ``--version``, and the very first start."""

import json
import re
from importlib.metadata import version
from pathlib import Path

from citations import citations

from .terminals import rivertable, terminal

GAME = "glassworks"
HEIGHTS = (3, 5, 2, 4, 2, 1, 1)
SHEET = json.dumps({"columns": [{"height": height} for height in HEIGHTS], "overflow": 2})
RULES = [f"G{number}" for number in range(1, 41)]


def test_the_published_example_by_file(home: Path, tmp_path: Path) -> None:
    """G40: 35 + 26 - 6 = 55."""
    file = tmp_path / "board.json"
    file.write_text(SHEET, encoding="utf-8")
    done = rivertable("score", GAME, file, home=home)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1] == "total: 35 + 26 - 6 = 55"
    assert "column 2 at height 5 = 10\ncolumn 4 at height 4 = 16\n" in done.stdout


def test_the_published_example_by_standard_input(home: Path) -> None:
    """G40, as machines read it."""
    done = rivertable("score", GAME, "-", "--json", home=home, typed=SHEET)
    read = json.loads(done.stdout)
    assert read.keys() == {"rows", "columns", "overflow", "total"}
    assert (sorted(read["rows"]), read["overflow"], read["total"]) == ([0, 0, 2, 11, 22], -6, 55)
    assert read["columns"] == [{"column": 2, "height": 5, "vp": 10}, {"column": 4, "height": 4, "vp": 16}]


def test_the_published_example_asked(home: Path) -> None:
    """G40: questions go to standard error, so that standard output is the result alone."""
    done = rivertable("score", GAME, "--json", home=home, typed="3,5,2,4,2,1,1\n2\n")
    assert json.loads(done.stdout)["total"] == 55
    assert "overflow" in done.stderr


def test_a_wrong_answer_is_asked_again_at_a_terminal(home: Path) -> None:
    with terminal("score", GAME, home=home) as screen:
        screen.wait_for("1 1): ")
        for wrong, words in (("3 5 x", "'x' is not a number."), ("3 0 5", "Column 2 is empty"), ("9", "columns[0]")):
            screen.answer(wrong, "overflow: ")
            assert words in screen.answer("0", "1 1): ")
        screen.answer("3 5 2 4 2 1 1", "overflow: ")
        screen.type("2\n")
        assert screen.leave() == 0
        assert "total: 35 + 26 - 6 = 55" in screen.seen
    done = rivertable("score", GAME, home=home, typed="3 5 x\n0\n")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith("The board cannot be scored:\n- 'x' is not a number.\n")


def test_rules_lists_every_title(home: Path) -> None:
    done = rivertable("rules", GAME, home=home)
    assert re.findall(r"^ {2}(G\d+) +\S.*$", done.stdout, re.MULTILINE) == RULES


def test_rules_shows_every_rule_by_its_id(home: Path) -> None:
    titles = dict(re.findall(r"^ {2}(G\d+) +(\S.*)$", rivertable("rules", GAME, home=home).stdout, re.MULTILINE))
    done = rivertable("rules", GAME, *RULES, home=home)
    entries = done.stdout.split("\n\n")
    assert (done.returncode, len(entries)) == (0, 40)
    for rule, entry in zip(RULES, entries, strict=True):
        heading, text = entry.splitlines()[:2]
        assert heading.startswith(f"{rule}  {titles[rule]}  (")
        assert text.endswith(".")


def test_one_rule_in_any_case_with_its_tests(home: Path) -> None:
    done = rivertable("rules", GAME, "g37", home=home)
    assert done.stdout.startswith("G37  ")
    assert "inferred: no source prints it" in done.stdout
    assert "\nTests: " in done.stdout


def test_rules_looks_for_words(home: Path) -> None:
    done = rivertable("rules", GAME, "five", "players", home=home)
    assert done.returncode == 0
    assert "G6 " in done.stdout


def test_rules_as_json(home: Path) -> None:
    lines = rivertable("rules", GAME, "--json", home=home).stdout.splitlines()
    rules = [json.loads(line) for line in lines]
    assert [rule["id"] for rule in rules] == RULES
    assert all(rule.keys() >= {"id", "title", "section", "status", "text", "tests"} for rule in rules)
    cited = citations(Path(__file__).resolve().parents[1])
    assert {rule["id"] for rule in rules if rule["tests"]} <= set(cited)


def test_bench_as_json(home: Path) -> None:
    done = rivertable("bench", GAME, "--players", "3", "--rounds", "1", "--json", home=home)
    assert done.returncode == 0
    (line,) = done.stdout.splitlines()
    figures = json.loads(line)
    assert figures.keys() >= {
        "game",
        "players",
        "playouts_per_second",
        "decisions_per_second",
        "stepped_games_per_second",
        "search_playouts_per_second",
        "search_has_network",
    }
    assert (figures["game"], figures["players"]) == (GAME, 3)
    assert figures["decisions_per_second"] > figures["playouts_per_second"] > figures["stepped_games_per_second"] > 0
    # A playout adds a position to the tree as a rule, in which several turns are evaluated.
    assert figures["search_turns_per_second"] > figures["search_playouts_per_second"]
    by_threads = figures["search_playouts_per_second_by_threads"]
    assert list(by_threads) == ["1", "2"]
    assert min(by_threads.values()) > 0
    # A playout of the search lists the turns of a position, and judges it or plays a random game.
    assert figures["playouts_per_second"] > figures["search_playouts_per_second"] > 0


def test_the_version(home: Path) -> None:
    done = rivertable("--version", home=home)
    assert (done.returncode, done.stdout) == (0, f"rivertable {version('rivertable')}\n")


def test_a_command_that_plays_many_games_says_that_it_compiles(home: Path, tmp_path: Path) -> None:
    """An empty cache: a sentence and a count at once, and Ctrl-C leaves nothing that would pass for compiled."""
    cache = tmp_path / "cache"
    words = ["simulate", GAME, "--games", "1", "--bots", "novice,novice"]
    with terminal(*words, home=home, changes={"RIVERTABLE_CACHE": str(cache)}) as screen:
        screen.wait_for("Compiling the rules, one-ply bots and whole games of River Valley Glassworks;")
        screen.wait_for("0 of 3, 0 s: the rules")
        assert screen.leave("\x03") == 130
        assert screen.seen.endswith("Stopped.\n")
    assert list(cache.rglob("*.done")) == []
    assert not home.exists()


def test_rules_that_are_there_are_shown_beside_one_that_is_not(home: Path) -> None:
    done = rivertable("rules", GAME, "G12", "g99", "G98", home=home)
    assert done.returncode == 2
    assert done.stdout.startswith("G12  ")
    assert done.stderr == "River Valley Glassworks has no rule g99 and G98.\n"
