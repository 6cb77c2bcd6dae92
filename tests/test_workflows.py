"""The workflows of a public host: what they run is there, they may do little and keep what the package promises."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from packaging.specifiers import SpecifierSet

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / ".github" / "workflows"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
TEXTS = {path.name: path.read_text("utf-8") for path in FOLDER.iterdir()}
# YAML reads the key "on" as true.
WORKFLOWS: dict[str, Any] = {name: yaml.safe_load(text) for name, text in TEXTS.items()}
JOBS = [(name, job) for name, workflow in WORKFLOWS.items() for job in workflow["jobs"]]
# What a system is called among the classifiers, by the first word of its runner.
SYSTEMS = {"ubuntu": "POSIX :: Linux", "macos": "MacOS", "windows": "Microsoft :: Windows"}


def job(name: str, key: str) -> dict[str, Any]:
    found: dict[str, Any] = WORKFLOWS[name]["jobs"][key]
    return found


def steps() -> Iterator[dict[str, Any]]:
    for name, key in JOBS:
        yield from job(name, key).get("steps", [])


def classified(prefix: str) -> set[str]:
    return {line.removeprefix(prefix) for line in PROJECT["classifiers"] if line.startswith(prefix)}


def test_there_are_checks_wheels_and_a_release() -> None:
    assert set(WORKFLOWS) == {"checks.yml", "wheels.yml", "release.yml"}
    assert set(WORKFLOWS["release.yml"][True]) == {"push"} and set(WORKFLOWS["release.yml"][True]["push"]) == {"tags"}
    assert set(WORKFLOWS["wheels.yml"][True]) == {"workflow_call"}


@pytest.mark.parametrize(("name", "key"), JOBS)
def test_a_job_may_do_little_and_ends(name: str, key: str) -> None:
    assert WORKFLOWS[name]["permissions"] == {}
    found = job(name, key)
    if key == "publish":
        assert found["permissions"] == {"attestations": "write", "id-token": "write"} and found["environment"] == "pypi"
    else:
        assert found["permissions"] == {"contents": "read"}
    if "uses" in found:
        assert (ROOT / found["uses"]).is_file()
    else:
        assert found["timeout-minutes"] <= 90
    if "workflow_call" not in WORKFLOWS[name][True]:
        assert "github.ref" in WORKFLOWS[name]["concurrency"]["group"]


def test_actions_are_named_by_their_commit_and_leave_no_token_behind() -> None:
    used = [line.strip() for text in TEXTS.values() for line in text.splitlines() if "uses:" in line]
    foreign = [line for line in used if "uses: ./" not in line]
    assert foreign
    assert [line for line in foreign if not re.fullmatch(r"- uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", line)] == []
    # One action has one version throughout.
    pinned = {line.removeprefix("- uses: ") for line in foreign}
    assert len(pinned) == len({line.partition("@")[0] for line in pinned})
    for step in steps():
        if step.get("uses", "").startswith("actions/checkout@"):
            assert step["with"]["persist-credentials"] is False


def test_what_is_run_is_there() -> None:
    runs = "\n".join(step["run"] for step in steps() if "run" in step)
    named = re.findall(r"(?<![\w./])(?:\.ci|tools|tests)/[\w./]+", runs)
    assert {".ci/run", "tools/installed.py", "tests/core"} <= set(named)
    assert [name for name in named if not (ROOT / name).exists()] == []
    assert "make test" in (ROOT / ".ci" / "run").read_text("utf-8")
    assert "rivertable-${GITHUB_REF_NAME#v}-py3-none-any.whl" in runs and PROJECT["name"] == "rivertable"


def test_what_is_released_was_built_and_started_before() -> None:
    publish = job("release.yml", "publish")
    assert publish["needs"] == "wheels" and job("release.yml", "wheels")["uses"] == "./.github/workflows/wheels.yml"
    used = [step.get("uses", "").partition("@")[0] for step in publish["steps"]]
    assert used.index("actions/attest-build-provenance") < used.index("pypa/gh-action-pypi-publish")
    assert job("wheels.yml", "install")["needs"] == "build"


def test_the_wheel_is_started_on_every_system_and_on_the_oldest_and_newest_python() -> None:
    matrix = job("wheels.yml", "install")["strategy"]["matrix"]
    systems = {SYSTEMS[runner.partition("-")[0]] for runner in matrix["os"]}
    assert systems == classified("Operating System :: ")
    versions = sorted(
        (line for line in classified("Programming Language :: Python :: ") if re.fullmatch(r"3\.\d+", line)),
        key=lambda version: int(version.partition(".")[2]),
    )
    assert matrix["python"] == [versions[0], versions[-1]]
    needed = SpecifierSet(PROJECT["requires-python"])
    assert [version for version in versions if version not in needed] == []
    assert f"3.{int(versions[0].partition('.')[2]) - 1}" not in needed
    for step in steps():
        chosen = str(step.get("with", {}).get("python-version", versions[0]))
        assert chosen in versions or "matrix.python" in chosen
