"""Ways to a tool of an MCP server times gates: none of them is skipped."""

import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from tests.support.hostile import (
    KEY,
    Told,
    Victim,
    attempt,
    by_command,
    by_subagent,
    make_victim,
)
from tests.support.selection import with_usual

SERVER = Path(__file__).parents[1] / "support" / "mcp_server.py"
NAME = "words__look_up"


def direct(word: str) -> dict[str, Any]:
    return attempt(NAME, word=word)


def by_name(word: str) -> dict[str, Any]:
    return {"name": "call_tool", "arguments": {"name": NAME, "arguments": {"word": word}}}


WAYS: dict[str, tuple[Callable[..., Told], Callable[[str], dict[str, Any]]]] = {
    "direct": (by_command, direct),
    "call_tool": (by_command, by_name),
    "sub-agent": (by_subagent, direct),
    "sub-agent, call_tool": (by_subagent, by_name),
}
USUAL = ("direct", "sub-agent, call_tool")


@pytest.fixture
def victim(tmp_path: Path) -> Victim:
    return make_victim(tmp_path)


def configured(victim: Victim, **more: Any) -> Path:
    """The user's own configuration with the server; the file has a line for each of its calls."""
    called = victim.root.with_name("called")
    server = {"command": sys.executable, "args": [str(SERVER), "counts", str(called)]}
    agents = {
        "own": {"system_prompt": "x", "max_steps": 5},
        "sender": {"system_prompt": "x", "confirm_mode": "yolo", "max_steps": 1},
    }
    settings = {"mcp": {"servers": {"words": server}}, "agents": agents, **more}
    folder = victim.project.home / "config/architect"
    folder.mkdir(parents=True)
    (folder / "config.yaml").write_bytes(json.dumps(settings).encode())
    # Then its tools are known from the first request on.
    assert victim.project.architect("mcp", "test", "words").code == 0
    return called


def let_loose(
    victim: Victim, way: str, *attempts: dict[str, Any], flags: Sequence[str] = ()
) -> Told:
    return WAYS[way][0](victim, list(attempts), flags=flags)


@pytest.mark.parametrize("way", with_usual(WAYS, usual=USUAL))
def test_nobody_there_to_ask_means_no(way: str, victim: Victim) -> None:
    called = configured(victim)
    asks = {"agents": {"own": {"system_prompt": "x", "confirm_mode": "confirm-all"}}}
    told = let_loose(victim, way, WAYS[way][1]("house"), flags=_asking(way, victim, asks))
    assert told.denied_by() == ["confirmation"]
    assert not called.exists()


def _asking(way: str, victim: Victim, settings: dict[str, Any]) -> Sequence[str]:
    """A run that asks; of a sub-agent, the agent that is sent out does."""
    if not way.startswith("sub-agent"):
        return ("--mode", "confirm-sensitive")
    path = victim.project.home / "config/architect/config.yaml"
    before = json.loads(path.read_text())
    agents = before["agents"] | settings["agents"]
    path.write_text(json.dumps(before | {"agents": agents}))
    return ()


@pytest.mark.parametrize("way", with_usual(WAYS, usual=USUAL))
def test_hooks_guardrails_and_redaction_hold(way: str, victim: Victim) -> None:
    guard = "if grep -q forbidden; then echo 'not today' >&2; exit 2; fi"
    called = configured(victim, hooks={"pre_tool_use": [{"name": "guard", "command": guard}]})
    call = WAYS[way][1]
    tried = [call("forbidden"), call("house"), call(KEY)]
    mode = () if way.startswith("sub-agent") else ("--mode", "yolo")
    told = let_loose(victim, way, *tried, flags=mode)
    assert told.denied_by()[:2] == ["hook", ""]
    assert called.read_text().splitlines()[0] == "house"
    texts = [result["text"] for result in told.results()]
    assert "not today" in texts[0]
    assert "look_up: house" in texts[1]
    assert told.leaks() == []
    assert [event["source"] for event in told.events if event["type"] == "run.tainted"] != []


@pytest.mark.parametrize("way", with_usual(WAYS, usual=USUAL))
def test_a_dry_run_calls_none(way: str, victim: Victim) -> None:
    called = configured(victim)
    told = let_loose(victim, way, WAYS[way][1]("house"), flags=("--dry-run",))
    assert "[DRY-RUN]" in told.results()[-1]["text"]
    assert not called.exists()


@pytest.mark.parametrize("way", with_usual(WAYS, usual=USUAL))
def test_what_a_server_says_taints_what_follows(way: str, victim: Victim) -> None:
    configured(victim, commands={"sandbox": "off"})
    send = attempt("run_command", command="git push")
    mode = () if way.startswith("sub-agent") else ("--mode", "yolo")
    told = let_loose(victim, way, WAYS[way][1]("house"), send, flags=mode)
    assert told.denied_by() == ["", "taint"]
