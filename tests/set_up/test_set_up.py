"""The set-up as a person meets it: what it says, what it believes, and what it advises."""

import os
import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from setting_up.pages import STATIC

from patience import PATIENCE_SECONDS

from .checkouts import ROOT, Checkout, make_wheel, press_ctrl_c


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return Checkout(tmp_path)


@pytest.mark.slow
def test_it_says_each_stage_once_and_nothing_when_all_is_there(checkout: Checkout) -> None:
    first = checkout.set_up()
    assert (first.returncode, first.stderr) == (0, "")
    done = re.findall(r"^\[(\d)/3\] (.*): [\d.]+ s$", first.stdout, re.MULTILINE)
    assert [number for number, _ in done] == ["1", "2", "3"]
    assert done[0][1].startswith("Environment .venv with Python 3.")
    assert [name for _, name in done[1:]] == ["Packages that playing and the checks need", "rivertable itself"]
    assert "WARNING" not in first.stdout
    assert checkout.installed() == {"river", "small"}
    again = checkout.set_up()
    assert (again.returncode, again.stdout, again.stderr) == (0, "", "")

    index = checkout.folder / STATIC / "index.html"
    index.parent.mkdir(parents=True)
    index.touch()
    told = "import os, sys; print(sys.argv[1:], 'PYTHONDONTWRITEBYTECODE' in os.environ)"
    (checkout.folder / "rivertable.py").write_text(told, "utf-8")
    played = checkout.set_up("play", PYTHONDONTWRITEBYTECODE="1")
    assert (played.returncode, played.stdout, played.stderr) == (0, "['serve'] False\n", ""), "the table opens at once"

    checkout.lock(make_wheel(checkout.wheels, "lake"))
    renewed = checkout.set_up(V="1").stdout
    assert "Environment" in renewed
    assert "Successfully installed lake-1.0" in renewed, "all that pip says is shown on request"
    assert checkout.installed() == {"lake", "small"}, "a new lock leaves nothing of the old one"

    with (checkout.folder / "pyproject.toml").open("a", encoding="utf-8") as project:
        project.write("# edited\n")
    edited = checkout.set_up().stdout
    assert re.findall(r"^\[.*?\] ([^:\n]+): [\d.]+ s$", edited, re.MULTILINE) == ["rivertable itself"]


@pytest.mark.slow
def test_what_failed_or_was_cut_off_is_done_anew(checkout: Checkout) -> None:
    """Half an environment is not believed: each run here finds one that the run before has left."""
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        failed = checkout.set_up(**of_index(closed), PIP_RETRIES="1")
    assert failed.returncode == 1
    assert "Packages that playing and the checks need failed" in failed.stderr
    assert "    ERROR: No matching distribution found for river==1.0" in failed.stderr
    assert failed.stderr.splitlines()[-1].startswith("The network does not answer: check the connection")
    assert "Traceback" not in failed.stderr
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        interrupted = checkout.start(**of_index(silent))
        connection, _ = silent.accept()
        with connection:
            status, told, said = press_ctrl_c(interrupted)
            assert status == 130
            assert "Environment" in told
            assert said.splitlines() == ["Stopped. Run it again to go on; what was half done is done anew."]
            # pip went with it: nothing waits for the index any more.
            connection.settimeout(PATIENCE_SECONDS)
            while connection.recv(4096):
                pass
        killed = checkout.start(**of_index(silent))
        connection, _ = silent.accept()
        with connection:
            killed.kill()
            assert "Environment" in killed.communicate(timeout=PATIENCE_SECONDS)[0]
    again = checkout.set_up()
    assert "Environment" in again.stdout
    assert again.returncode == 0
    assert checkout.installed() == {"river", "small"}


def of_index(listening: socket.socket) -> dict[str, str | None]:
    """Variables with which pip asks an index at a socket."""
    address = f"http://127.0.0.1:{listening.getsockname()[1]}/simple"
    return {"PIP_NO_INDEX": None, "PIP_FIND_LINKS": None, "PIP_INDEX_URL": address}


def test_an_older_python_is_told_so() -> None:
    script = "import runpy, sys; sys.version_info = (3, 10, 1); runpy.run_path('tools/set_up.py', run_name='__main__')"
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr.startswith("rivertable needs Python 3.11 or newer; this is 3.10.1 (")
    assert "Traceback" not in done.stderr


def test_a_target_that_is_unknown_is_refused(checkout: Checkout) -> None:
    done = checkout.set_up("everything")
    assert done.returncode == 2
    assert "invalid choice: 'everything'" in done.stderr


@pytest.mark.parametrize(
    ("manager", "sentence"),
    [
        ("dnf", "A Chromium is missing: `dnf install chromium` brings it."),
        ("pacman", "A Chromium is missing: `pacman -S chromium` brings it."),
        ("brew", "A Chromium is missing: `brew install --cask chromium` brings it."),
        (None, "A Chromium is missing: after `make setup`, `.venv/bin/playwright install chromium` brings one."),
    ],
)
def test_without_apt_each_missing_part_is_said_before_anything_is_done(
    checkout: Checkout, tmp_path: Path, manager: str | None, sentence: str
) -> None:
    programs = tmp_path / "programs"
    programs.mkdir()
    if manager:
        (programs / manager).write_text("#!/bin/sh\nexit 9\n", "utf-8")
        (programs / manager).chmod(0o755)
    done = checkout.set_up("test", PATH=str(programs), PLAYWRIGHT_BROWSERS_PATH=str(tmp_path / "none"))
    assert done.returncode == 1
    assert sentence in done.stderr.splitlines()
    assert done.stdout == ""
    assert not (checkout.folder / ".venv").exists()


def test_make_finds_a_python_or_says_what_is_lacking(tmp_path: Path) -> None:
    (tmp_path / "tools").mkdir()
    (tmp_path / "Makefile").write_bytes((ROOT / "Makefile").read_bytes())
    programs = tmp_path / "programs"
    programs.mkdir()
    for name in ("make", "sh"):
        found = next(Path(folder) / name for folder in os.get_exec_path() if (Path(folder) / name).exists())
        (programs / name).symlink_to(found)
    old = programs / "python3"
    old.write_text("#!/bin/sh\nexit 1\n", "utf-8")
    old.chmod(0o755)
    variables = {"PATH": str(programs)}
    refused = subprocess.run(["make", "-s", "setup"], cwd=tmp_path, env=variables, capture_output=True, text=True)
    assert refused.returncode == 2
    assert "rivertable needs Python 3.11 or newer, and none was found on PATH." in refused.stderr
    (programs / "python3.13").symlink_to(sys.executable)
    (tmp_path / "tools" / "set_up.py").write_text("import sys\nsys.stdout.write(sys.argv[1])\n", "utf-8")
    found = subprocess.run(["make", "-s", "setup"], cwd=tmp_path, env=variables, capture_output=True, text=True)
    assert (found.returncode, found.stdout) == (0, "setup")
