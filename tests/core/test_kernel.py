"""The kernel's cache: written once, loaded after, dropped when a source changes; and the same rules interpreted."""

import ast
import inspect
import json
import os
import shutil
import subprocess
import sys
import threading
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import rivertable
from rivertable.bots.lookahead import lookahead
from rivertable.core.compiling.kernel import IS_COMPILED, kernel, kernel_entry
from rivertable.core.compiling.sources import cache_folder, sources_hash, stamp_of
from rivertable.core.game import GAMES
from rivertable.glassworks import Position
from rivertable.lab.simulation.telling import teller_for

PACKAGE = Path(rivertable.__file__).parent

PROGRAM = """
import json
import numpy as np
from rivertable.core.compiling.kernel import IS_COMPILED
from rivertable.core.compiling.sources import cache_folder
from rivertable.core.compiling.warmup import Task, carry_out, is_done
from rivertable.glassworks import GAME
from rivertable.glassworks.kernel.state import new_states

states, terms = new_states(1), GAME.make_terms(2).array
states[0].height[0, :3] = 3, 1, 2
states[0].columns_used[0] = 3
states[0].overflow_count[0] = 2
totals = []
task = Task("total", "totals", lambda game: totals.append(GAME.kernel.total(states, 0, terms, 0)), 1)
before = is_done(GAME, task)
carry_out(GAME, task)
stats = getattr(GAME.kernel.total, "stats", None)
print(json.dumps({
    "total": totals[0],
    "hits": sum(stats.cache_hits.values()) if stats else None,
    "misses": sum(stats.cache_misses.values()) if stats else None,
    "compiled": IS_COMPILED,
    "warm": [before, is_done(GAME, task)],
    "folder": str(cache_folder()),
}))
"""

# The rows of 3, 2 and 1 spaces, the columns of 3 and 2 in places 1 and 3, and two pieces of overflow (G34 to G38).
TOTAL = (4 + 1 + 1) + (3 + 6) - 6
"""What the program's board scores."""


def run(cache: Path, source: Path = PACKAGE.parent, **environment: str) -> dict[str, Any]:
    """Run the program in a fresh interpreter; gives what it reports."""
    # What a report of coverage or another test set must not decide is left out.
    kept = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", PROGRAM],
        env=kept | {"PYTHONPATH": str(source), "RIVERTABLE_CACHE": str(cache)} | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    report: dict[str, Any] = json.loads(done.stdout)
    return report


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache folder that one run has filled."""
    folder = tmp_path_factory.mktemp("cache")
    first = run(folder)
    assert (first["total"], first["hits"], first["misses"], first["warm"]) == (TOTAL, 0, 1, [False, True])
    assert Path(first["folder"]).is_relative_to(folder) and list(folder.rglob("*.nbc"))
    return folder


def test_a_second_run_loads_what_the_first_compiled(cache: Path) -> None:
    files = {path: path.stat().st_mtime_ns for path in cache.rglob("*.nb*")}
    second = run(cache)
    assert (second["total"], second["hits"], second["misses"], second["warm"]) == (TOTAL, 1, 0, [True, True])
    assert {path: path.stat().st_mtime_ns for path in cache.rglob("*.nb*")} == files


def test_a_changed_rule_of_another_file_is_compiled_anew(cache: Path, tmp_path: Path) -> None:
    """The entry point lies in core/engine, the rule that it calls in scoring.py of the game."""
    shutil.copytree(PACKAGE, tmp_path / "rivertable", ignore=shutil.ignore_patterns("__pycache__"))
    scoring = tmp_path / "rivertable" / "glassworks" / "kernel" / "scoring.py"
    source = scoring.read_text("utf-8")
    changed = source.replace("for row in range(ROWS):\n        total +=", "for row in range(1):\n        total +=")
    assert changed != source
    scoring.write_text(changed, encoding="utf-8")
    other = run(cache, tmp_path)
    assert (other["total"], other["hits"], other["misses"]) == (TOTAL - 2, 0, 1)
    assert other["warm"] == [False, True]
    assert run(cache)["hits"] == 1


def test_the_rules_run_interpreted_with_the_same_results(tmp_path: Path) -> None:
    report = run(tmp_path / "cache", NUMBA_DISABLE_JIT="1")
    assert (report["total"], report["compiled"], report["hits"], report["warm"]) == (TOTAL, False, None, [True, True])
    assert not (tmp_path / "cache").exists()


def test_checked_bounds_have_a_cache_of_their_own(cache: Path) -> None:
    report = run(cache, NUMBA_BOUNDSCHECK="1")
    assert (report["total"], report["hits"], report["misses"]) == (TOTAL, 0, 1)
    assert run(cache)["hits"] == 1


def test_a_change_is_compiled_anew_only_where_it_matters(cache: Path, tmp_path: Path) -> None:
    """A file that the rule does not import, however far, changes nothing; one that it imports does."""
    shutil.copytree(PACKAGE, tmp_path / "rivertable", ignore=shutil.ignore_patterns("__pycache__"))
    for changed, hits in (
        ("market/kernel/rules.py", 1),
        ("bots/search/bots.py", 1),
        ("glassworks/kernel/state.py", 0),
    ):
        file = tmp_path / "rivertable" / changed
        file.write_text(file.read_text("utf-8") + "\n# changed\n", encoding="utf-8")
        report = run(cache, tmp_path)
        assert (report["total"], report["hits"]) == (TOTAL, hits), changed


def test_machine_code_for_another_processor_is_not_loaded_and_stands_beside_the_first(cache: Path) -> None:
    other = {"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": ""}
    for hits, misses, environment in ((0, 1, other), (1, 0, other), (1, 0, {})):
        report = run(cache, **environment)
        assert (report["total"], report["hits"], report["misses"]) == (TOTAL, hits, misses)


def test_a_cache_that_cannot_be_written_costs_only_time(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way", encoding="utf-8")
    report = run(blocked)
    assert (report["total"], report["misses"], report["warm"]) == (TOTAL, 1, [False, False])
    assert blocked.read_text("utf-8") == "in the way"


def test_a_game_is_the_same_interpreted(tmp_path: Path) -> None:
    program = (
        "from random import Random\n"
        "from rivertable.glassworks import Position\n"
        "position, rng = Position.new(players=2, seed=8), Random(8)\n"
        "while not position.is_over:\n"
        "    position = position.apply(rng.choice(position.decisions())).resolve(rng.randrange(99))\n"
        "print(position.text, *position.totals)\n"
    )
    texts = set()
    for switch in ("0", "1"):
        done = subprocess.run(
            [sys.executable, "-W", "error", "-c", program],
            env=os.environ | {"PYTHONPATH": str(PACKAGE.parent), "NUMBA_DISABLE_JIT": switch},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        texts.add(done.stdout)
    (text,) = texts
    assert ".over" in text


def test_what_is_called_by_its_address_is_found_again(tmp_path: Path) -> None:
    """A caller from the cache finds what it calls there; where that was compiled anew meanwhile, so is the caller."""
    source = tmp_path / "called.py"
    source.write_text(
        "from rivertable.core.compiling.kernel import call_by_address\n"
        "from rivertable.core.compiling.kernel import kernel_entry\n"
        "@kernel_entry\ndef inner(number):\n    return number * 3\n"
        "linked = call_by_address(inner)\n"
        "@kernel_entry\ndef outer(number):\n    return linked(number) + 1\n",
        encoding="utf-8",
    )
    program = (
        "import sys; from called import inner, outer\n"
        "if 'first' in sys.argv: inner(2.5); inner(1j); inner(1)\n"
        "print(outer(2), sum(outer.stats.cache_hits.values()), sum(outer.stats.cache_misses.values()))"
    )
    environment = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    environment |= {
        "RIVERTABLE_CACHE": str(tmp_path / "cache"),
        "PYTHONPATH": f"{tmp_path}{os.pathsep}{PACKAGE.parent}",
    }

    def report(*arguments: str) -> str:
        command = [sys.executable, "-c", program, *arguments]
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout

    assert report() == "7 0 1\n"
    assert report() == "7 1 0\n"
    for path in (tmp_path / "cache").rglob("called.inner*"):
        path.unlink()
    # Compiled in another order it has another name, which the caller in the cache does not know.
    assert report("first") == "7 0 1\n"
    assert report() == "7 1 0\n"


def test_what_a_linked_rule_calls_by_its_address_is_loaded_with_its_caller(tmp_path: Path) -> None:
    """Each line runs in a process of its own: a caller is compiled around a rule that comes from the cache."""
    source = tmp_path / "linked.py"
    source.write_text(
        "from rivertable.core.compiling.kernel import call_by_address\n"
        "from rivertable.core.compiling.kernel import kernel_entry\n"
        "@kernel_entry\ndef inner(number):\n    return number * 3\n"
        "there = call_by_address(inner)\n"
        "@kernel_entry\ndef middle(number):\n    return there(number) + 1\n"
        "@kernel_entry\ndef outer(number):\n    return middle(number) + 1\n",
        encoding="utf-8",
    )
    environment = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    environment |= {
        "RIVERTABLE_CACHE": str(tmp_path / "cache"),
        "PYTHONPATH": f"{tmp_path}{os.pathsep}{PACKAGE.parent}",
    }
    for rule, result in (("middle", "7\n"), ("outer", "8\n"), ("outer", "8\n")):
        program = f"import linked; print(linked.{rule}(2))"
        done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True)
        assert (done.returncode, done.stdout) == (0, result), done.stderr


def test_a_stamp_covers_all_that_a_module_imports(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for game in GAMES.values():
        lookahead(game)
    near = stamp_of("rivertable.core.compiling.bits")
    assert len(near) == 16 and int(near, 16) >= 0
    assert stamp_of("rivertable.core.engine_in_glassworks.entries") != near
    assert stamp_of("rivertable.core.engine_in_market.entries") != near
    assert stamp_of("rivertable.bots.lookahead_in_glassworks.turns") != stamp_of(
        "rivertable.bots.lookahead_in_market.turns"
    )
    assert stamp_of("no.such.module") == stamp_of("another.that.is.not.there")
    monkeypatch.setenv("RIVERTABLE_CACHE", str(tmp_path))
    assert cache_folder() == tmp_path / "kernels"


def test_sources_are_hashed_to_sixteen_digits() -> None:
    assert len(sources_hash()) == 16 and int(sources_hash(), 16) >= 0


def compiled_functions() -> list[str]:
    """The functions in the package under one of the two decorators, as module.function."""
    found = []
    for path in sorted(PACKAGE.rglob("*.py")):
        module = ".".join(path.relative_to(PACKAGE).with_suffix("").parts)
        for node in ast.parse(path.read_text("utf-8")).body:
            names = {ast.unparse(mark) for mark in getattr(node, "decorator_list", [])}
            if isinstance(node, ast.FunctionDef) and names & {kernel.__name__, kernel_entry.__name__}:
                found.append(f"{module}.{node.name}")
    return found


@pytest.mark.parametrize("name", compiled_functions())
def test_compiled_rules_release_the_interpreter_lock(name: str) -> None:
    module, _, function = name.rpartition(".")
    folder, _, last = module.rpartition(".")
    package = PACKAGE.joinpath(*folder.split("."))
    # What is loaded once for each game asks for its rules by a stub.
    is_template = (package / "game.pyi").exists()
    for game in GAMES.values() if is_template else ():
        lookahead(game)
        teller_for(game.make_terms(2))
    modules = (
        [import_module(f"rivertable.{folder}_in_{game}.{last}") for game in GAMES]
        if is_template
        else [import_module(f"rivertable.{module}")]
    )
    for each in modules:
        found = getattr(each, function)
        if IS_COMPILED:
            assert found.targetoptions["nogil"] is True
            assert found.targetoptions["error_model"] == "numpy"
        assert found.__doc__


def test_other_threads_run_while_a_rule_does() -> None:
    """Two threads that play on the same start come to the results that one has alone."""
    position = Position.new(players=4, seed=1)

    def line(seed: int) -> list[str]:
        texts, here = [], position
        for step in range(12):
            here = here.play(list(here.moves())[seed % len(here.moves())], seed + step)
            texts.append(here.text)
        return texts

    wanted = {seed: line(seed) for seed in (3, 4)}
    got: dict[int, list[str]] = {}
    threads = [threading.Thread(target=lambda seed=seed: got.update({seed: line(seed)})) for seed in wanted]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert got == wanted


@pytest.mark.parametrize("game", GAMES)
def test_primitives_are_those_that_the_templates_ask_for(game: str) -> None:
    """Each name of the stub is there, and a function takes what the stub says."""
    stub = ast.parse((PACKAGE / "core" / "engine" / "game.pyi").read_text("utf-8"))
    for node in stub.body:
        if isinstance(node, ast.AnnAssign):
            assert hasattr(GAMES[game].kernel.primitives, ast.unparse(node.target))
        elif isinstance(node, ast.FunctionDef):
            function = getattr(GAMES[game].kernel.primitives, node.name)
            wanted = [argument.arg for argument in node.args.args]
            assert list(inspect.signature(getattr(function, "py_func", function)).parameters) == wanted, node.name
