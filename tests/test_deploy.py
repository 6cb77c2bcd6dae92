"""The image, the compose file and the proxy say the same, and name what is there."""

import json
import re
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Any

import yaml
from typer.main import get_command

from rivertable.cli.main import app

ROOT = Path(__file__).resolve().parents[1]
DOCKERFILE = (ROOT / "Dockerfile").read_text("utf-8")
COMPOSE = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))
CADDYFILE = (ROOT / "deploy" / "Caddyfile").read_text("utf-8")


def instructions(name: str) -> list[str]:
    joined = re.sub(r"\\\n\s*", " ", DOCKERFILE)
    return re.findall(rf"^(?:{name}) +(.*)$", joined, re.MULTILINE)


def serve_options() -> set[str]:
    commands: Any = get_command(app)
    context = commands.commands["serve"].make_context("serve", [], resilient_parsing=True)
    return {option for parameter in context.command.params for option in parameter.opts}


def options_in(arguments: list[str]) -> set[str]:
    return {argument for argument in arguments if argument.startswith("--")}


def test_what_the_image_copies_is_there() -> None:
    copied = [shlex.split(line) for line in instructions("COPY")]
    own = [source for parts in copied if not parts[0].startswith("--from") for source in parts[:-1]]
    assert own
    assert [source for source in own if not (ROOT / source).exists()] == []
    for parts in copied:
        if parts[0].startswith("--from="):
            assert f"AS {parts[0].removeprefix('--from=')}" in DOCKERFILE


def test_what_the_image_copies_is_not_ignored() -> None:
    ignored = [line for line in (ROOT / ".dockerignore").read_text("utf-8").splitlines() if not line.startswith("#")]
    assert ".git" in ignored
    sources = {source.rstrip("/") for line in instructions("COPY") for source in shlex.split(line)[:-1]}
    assert sources.isdisjoint(ignored)


def test_the_image_needs_nothing_else_to_build_the_package() -> None:
    """The wheel is made of what pyproject.toml names; pages are built before it, so it asks for no Node."""
    named = re.search(r"COPY (pyproject.toml .*) \./", DOCKERFILE)
    assert named
    files = set(named[1].split())
    assert {"pyproject.toml", "README.md", "LICENSE", "hatch_build.py"} <= files
    vite = (ROOT / "client" / "vite.config.ts").read_text("utf-8")
    assert "outDir: '../src/rivertable/table/static'" in vite
    assert "/source/src/rivertable/table/static/" in DOCKERFILE


def test_the_image_installs_the_versions_of_the_lock() -> None:
    sed = shutil.which("sed")
    assert sed is not None
    script = re.search(r"sed -n '([^']*)' requirements-play\.lock", DOCKERFILE)
    assert script
    command = [sed, "-n", script[1], str(ROOT / "requirements-play.lock")]
    constraints = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    lock = (ROOT / "requirements-play.lock").read_text("utf-8")
    assert len(constraints) == len(re.findall(r"^[\w.-]+==", lock, re.MULTILINE))
    assert all(re.fullmatch(r"[\w.-]+==[^\s;\\]+(?: ; [^\\]+)?", line) for line in constraints)


def test_the_image_runs_a_server_as_nobody_in_particular() -> None:
    entry, command = (json.loads(instructions(name)[-1]) for name in ("ENTRYPOINT", "CMD"))
    assert entry == ["rivertable"]
    assert command[0] == "serve"
    assert options_in(command) <= serve_options()
    assert instructions("USER") == ["10001"] and "useradd --system --uid 10001" in DOCKERFILE
    # The user comes before everything that runs the package, and after what needs root.
    assert DOCKERFILE.index("USER 10001") < DOCKERFILE.index("rivertable compile") < DOCKERFILE.index("HEALTHCHECK")
    assert "/healthz" in instructions("HEALTHCHECK")[0]
    assert f":{instructions('EXPOSE')[0]}/healthz" in instructions("HEALTHCHECK")[0]


def test_two_servers_share_a_database_behind_a_proxy() -> None:
    services = COMPOSE["services"]
    servers = [name for name in services if name.startswith("server-")]
    assert len(servers) == 2
    for name in servers:
        server = services[name]
        assert options_in(server["command"]) <= serve_options()
        assert "@database/rivertable" in server["environment"]["RIVERTABLE_DATABASE"]
        assert server["depends_on"]["database"]["condition"] == "service_healthy"
        assert "ports" not in server, "only the proxy reaches the servers, for they believe what it says of addresses"
        assert f"{name}:{instructions('EXPOSE')[0]}" in CADDYFILE
    assert services["database"]["environment"]["POSTGRES_DB"] == "rivertable"
    used = {volume.split(":")[0] for one in services.values() for volume in one.get("volumes", [])}
    assert {volume for volume in used if not volume.startswith(".")} == set(COMPOSE["volumes"])
    assert [volume for volume in used if volume.startswith(".") and not (ROOT / volume).exists()] == []


def test_the_proxy_asks_for_health_and_hides_the_metrics() -> None:
    assert "health_uri /healthz" in CADDYFILE
    assert re.search(r"@metrics path /metrics\s+respond @metrics 404", CADDYFILE)
    assert CADDYFILE.count("{") == CADDYFILE.count("}")


def test_a_rolling_restart_replaces_every_server_and_waits_for_each() -> None:
    script = ROOT / "deploy" / "rolling-restart"
    assert script.stat().st_mode & 0o111
    text = script.read_text("utf-8")
    named = re.search(r"for server in (.*); do", text)
    assert named
    assert named[1].split() == [name for name in COMPOSE["services"] if name.startswith("server-")]
    assert "--wait" in text
