"""Whole games at the terminal: by numbers, by notation, alone against bots and with friends at one screen."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from glassworks.record_rules import check_record

from .terminals import plain, rivertable, terminal

GAME = "glassworks"
# A number takes a step, an empty line confirms; each is harmless where the other is asked for.
PATIENT_PLAYER = "1\n\n" * 500


def record_at(path: Path) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return read


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_whole_game_by_numbers(players: int, home: Path, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    options = ["--players", players, "--seat", players - 1, "--seed", "river", "--save", file]
    done = rivertable("play", GAME, *options, home=home, typed=PATIENT_PLAYER)
    assert done.returncode == 0
    record = record_at(file)
    assert check_record(record) == []
    assert [seat["kind"] for seat in record["seats"]] == ["bot"] * (players - 1) + ["human"]
    for total in record["result"]["totals"]:
        assert f"= {total}\n" in done.stdout
    assert re.search(r"(wins?|A shared victory: .*)\.\n", done.stdout)
    assert max(map(len, re.findall(r"^(?:START|[ >] (?:you|heron)|Lake).*$", done.stdout, re.MULTILINE))) <= 79
    assert done.stdout.count(": you to move ") == sum(turn["seat"] == players - 1 for turn in record["turns"])


def test_a_whole_game_by_notation(home: Path, tmp_path: Path) -> None:
    """Two people at one screen type the moves of a game that bots played from the same seed: the same game."""
    assert rivertable("simulate", GAME, "--games", "1", "--seed", "S", "--out", tmp_path, home=home).returncode == 0
    first = tmp_path / "glassworks-000001.json"
    told = rivertable("replay", first, "--json", home=home).stdout.splitlines()
    moves = "".join(json.loads(line)["notation"] + "\n" for line in told)
    again = tmp_path / "again.json"
    done = rivertable("play", GAME, "--bots", "none", "--seed", "S/1", "--save", again, home=home, typed=moves)
    assert done.returncode == 0
    assert done.stderr == ""
    one, other = record_at(first), record_at(again)
    assert [turn["move"] for turn in one["turns"]] == [turn["move"] for turn in other["turns"]]
    assert [turn["chance"] for turn in one["turns"]] == [turn["chance"] for turn in other["turns"]]
    assert one["result"] == other["result"]
    assert [seat["name"] for seat in other["seats"]] == ["player 0", "player 1"]


def test_options_reach_the_game(home: Path, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    settings = ["--set", "preset=bga", "--set", "inventory_counts_overflow=no", "--bots", "random,novice"]
    rivertable("play", GAME, "--players", "4", "--seat", "1", *settings, "--save", file, home=home)
    record = record_at(file)
    assert record["options"] == {"preset": "bga", "inventory_counts_overflow": False}
    assert [seat.get("bot") for seat in record["seats"]] == [None, None, "random", "novice"]


def test_undo_takes_back_step_by_step(home: Path) -> None:
    """G14: nothing is revealed before the move is confirmed, so all of it can be taken back."""
    with terminal("play", GAME, "--seed", "5", home=home) as screen:
        first = plain(screen.wait_for("Your move> "))
        choices = first[first.index("What do you do?") :]
        assert "There is nothing to undo" in screen.answer("undo")
        assert "Which neighbour do you gather?" in screen.answer("1")
        complete = screen.answer("1")
        assert "Enter plays it" in complete
        assert "Score 0 -> " in complete
        assert "Which neighbour do you gather?" in screen.answer("u")
        assert choices in plain(screen.answer("undo"))
        screen.answer("1")
        screen.answer("1")
        assert "The move is complete" in screen.answer("1")
        assert "You: a " in screen.answer("")


def test_what_every_word_of_the_prompt_does(home: Path) -> None:
    with terminal("play", GAME, "--seed", "5", home=home, size=(80, 50)) as screen:
        screen.wait_for("Your move> ")
        shown = screen.answer("help")
        for word in ("undo", "board", "score", "news", "log", "moves", "rules", "position", "quit"):
            assert f"\n{word}" in shown
        assert "Nothing yet" in screen.answer("news")
        listed = plain(screen.answer("moves")).split()
        assert "draw" in listed
        move = next(word for word in listed if re.fullmatch(r"\w{3}@\d-\d", word))
        assert plain(screen.answer("board")).count("~> LAKE") == 1
        score = plain(screen.answer("score"))
        assert score.count("total: 0 + 0 - 0 = 0") == 2
        assert "G20  A new colour" in screen.answer("rules G20")
        assert "G34  " in screen.answer("rules row")
        assert "No rule of River Valley Glassworks is called or says 'xyzzy'." in screen.answer("rules xyzzy")
        assert re.search(r"\nglassworks[ /]\S", screen.answer("position"))
        screen.answer(move)
        told = screen.answer("log")
        assert "You: " in told
        assert "Heron: " in told
        told = screen.answer("news")
        assert "You: " not in told
        assert "Heron: " in told


NO_MOVES = {
    "xyzzy": "'xyzzy' is neither a number of the list, nor a move, nor a command",
    "99": "There is no 99 in the list",
    "0": "There is no 0 in the list",
    "9" * 500: "There is no 999999999 in the list",
    "²": "is neither a number",
    "": "Choose a number, type a move, or help.",
    "orD@4-3": "(G12)",
    "whC@1-2": "(G12)",
    "puT@3-9": "(G14)",
    "pass": "(G28)",
    "puT@3": "puT@3-2",
    "draw qqX": "'draw qqX' is neither",
    "draw": "'draw' fits 85 moves: draw whC+",
}


def test_input_that_is_no_move_changes_nothing(home: Path, tmp_path: Path) -> None:
    """G12, G14, G28: a refusal says why, names the rule where there is one, and asks again."""
    file = tmp_path / "game.json"
    with terminal("play", GAME, "--seed", "5", "--save", file, home=home, changes={"TERM": "dumb"}) as screen:
        screen.wait_for("Your move> ")
        answers = {typed: screen.answer(typed).replace("\n", " ") for typed in NO_MOVES}
    assert {typed: words for typed, words in NO_MOVES.items() if words not in answers[typed]} == {}
    assert "Traceback" not in screen.seen
    assert record_at(file)["turns"] == []


def test_bytes_that_are_no_text(home: Path) -> None:
    """A question mark in their place, and the game goes on."""
    with terminal("play", GAME, home=home, changes={"TERM": "dumb"}) as screen:
        screen.wait_for("Your move> ")
        screen.type_bytes(b"\xff\xfe\n")
        assert "is neither a number" in screen.wait_for("Your move> ")


def test_a_hint_has_two_stages_and_why_says_more(home: Path) -> None:
    """First the idea, then the turn, which is a legal one; and the rule behind a refusal, without leaving the game."""
    with terminal("play", GAME, "--seed", "5", home=home) as screen:
        screen.wait_for("Your move> ")
        assert "Nothing was refused in this turn" in plain(screen.answer("why"))
        idea = plain(screen.answer("hint"))
        assert "The best turn does this: " in idea and "@" not in idea
        turn = plain(screen.answer("hint")).replace("\n", " ")
        assert "The best turn: " in turn
        reasons = plain(screen.answer("why")).replace("\n", " ")
        assert re.search(r"It adds \d+ points at once\. .* a win share of \d+%", reasons)
        screen.answer("whC@1-2")
        refusal = plain(screen.answer("why")).replace("\n", " ")
        assert "tile 1 shows a heart." in refusal and "G12  Place one piece" in refusal and "Tests:" not in refusal
        screen.answer("xyzzy")
        assert "No rule is behind this." in plain(screen.answer("why"))
        (move,) = re.findall(r"\[(\S+@\d-\d\S*|draw [^]]*)\]", turn)
        assert "You: " in screen.answer(move)


def test_hints_are_for_who_plays_alone(home: Path) -> None:
    done = rivertable("play", GAME, "--bots", "none", "--seed", "5", home=home, typed="hint\n")
    assert "Hints are for games alone against bots." in done.stderr


def test_a_question_with_one_answer_is_not_asked(home: Path) -> None:
    """R2: an opening hand that must be kept is kept; the first question is the first turn's."""
    done = rivertable("play", "market", "--seed", "6", home=home)
    assert "do you keep it?" not in done.stdout
    assert "There is one turn that you can take, so it is taken.\nYou: the opening hand kept." in done.stdout


def test_the_list_says_what_a_choice_scores(home: Path) -> None:
    """G20, G35: the gain that the list promises is the one that the confirmed move brings."""
    with terminal("play", GAME, "--seed", "5", home=home) as screen:
        listed = plain(screen.wait_for("Your move> "))
        assert re.search(r"What do you do\? +points at once\n", listed)
        assert re.search(r"\n {2}1  puT  place the purple triangle on tile 3 +up to \+5\n", listed)
        listed = plain(screen.answer("1"))
        gains = [int(gain) for gain in re.findall(r" ([+-]\d+)\n", listed)]
        assert max(gains) == 5
        best = gains.index(5) + 1
        while "Enter plays it" not in (shown := plain(screen.answer(str(best)))):
            best = 1
        assert "Score 0 -> 5" in shown.replace("\n", " ")
