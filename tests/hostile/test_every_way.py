"""Ways to a tool times tools: none skips guardrails, hooks, confirmation or redaction."""

import ast
import json
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from tests.support.hostile import (
    KEY,
    Told,
    Victim,
    attempt,
    by_command,
    by_daemon,
    by_subagent,
    make_victim,
)
from tests.support.selection import with_usual

import architect
from architect.tools.built_in import ALL_TOOLS

PACKAGE = Path(architect.__file__).parent
RUN = {"prompt": "go"}

WAYS: dict[str, Callable[..., Told]] = {
    "run": by_command,
    "run, dry": partial(by_command, flags=("--dry-run",)),
    "run, review agent": partial(by_command, flags=("--agent", "review")),
    "run, agent of the user": partial(by_command, flags=("--agent", "own")),
    "sub-agent": by_subagent,
    "sub-agent, dry": partial(by_subagent, flags=("--dry-run",)),
    "daemon, run": partial(by_daemon, argument=RUN),
    "daemon, dry run": partial(by_daemon, argument={**RUN, "dryRun": True}),
    "daemon, edits looked at later": partial(by_daemon, argument={**RUN, "review": "after"}),
    "daemon, agent of the user": partial(by_daemon, argument={**RUN, "agent": "own"}),
    "daemon, review": partial(by_daemon, command="architect.review", argument={"scope": "file"}),
}
NOBODY_SAYS_YES = [way for way in WAYS if "dry" not in way]

EACH_FRONT_END = ("run, review agent", "sub-agent", "daemon, run")
"""Agents that only read and that change things, on the command line, in an editor, sent out."""

TOOLS: dict[str, Callable[[str], dict[str, Any]]] = {
    "read_file": lambda path: attempt("read_file", path=path),
    "list_files": lambda path: attempt("list_files", path=path.rpartition("/")[0] or "."),
    "find_files": lambda path: attempt("find_files", pattern=path),
    "code_map": lambda path: attempt("code_map", path=path, query="token"),
    "grep": lambda path: attempt("grep", pattern="TOKEN", path=path),
    "search_code": lambda path: attempt("search_code", pattern="TOKEN", path=path),
    "write_file": lambda path: attempt("write_file", path=path, content="x\n"),
    "edit_file": lambda path: attempt("edit_file", path=path, old_str="TOKEN", new_str="x"),
    "apply_patch": lambda path: attempt("apply_patch", path=path, patch="@@ -1 +1 @@\n-T\n+x\n"),
    "delete_file": lambda path: attempt("delete_file", path=path),
    "run_command": lambda path: attempt("run_command", command=f"cat {path}"),
    "fetch_url": lambda path: attempt("fetch_url", url=f"http://127.0.0.1:9/{path}"),
    "problems": lambda path: attempt("problems", path=path),
    "go_to_definition": lambda path: attempt("go_to_definition", path=path, symbol="TOKEN"),
    "find_references": lambda path: attempt("find_references", path=path, symbol="TOKEN"),
    "hover": lambda path: attempt("hover", path=path, symbol="TOKEN"),
    "rename_symbol": lambda path: attempt("rename_symbol", path=path, symbol="TOKEN", new_name="x"),
    "format_document": lambda path: attempt("format_document", path=path),
    "command_output": lambda path: attempt("command_output", handle=path),
    "stop_command": lambda path: attempt("stop_command", handle=path),
    "ask_user": lambda path: attempt("ask_user", question=f"shall I look at {path}?"),
    "dispatch_subagent": lambda path: attempt(
        "dispatch_subagent", task=f"look at {path}", agent_type="explore"
    ),
    "update_plan": lambda path: attempt(
        "update_plan", steps=[{"step": f"look at {path}", "status": "pending"}]
    ),
    "use_skill": lambda path: {"name": "use_skill", "arguments": {"name": "notes", "file": path}},
    "remember": lambda path: attempt("remember", text=f"look at {path}"),
    "report_finding": lambda path: attempt(
        "report_finding", path=path, line=1, severity="info", title="x", detail="x"
    ),
}
NAMES_ONLY = {
    *("list_files", "find_files", "remember", "report_finding", "update_plan", "use_skill"),
    *("ask_user", "command_output", "dispatch_subagent", "fetch_url", "stop_command"),
}
"""Those that name no file, or only one of their own: a skill has its own folder."""

ABOUT_CONTENT = sorted(TOOLS.keys() - NAMES_ONLY)
"""Tools that would show or change what is in the file they name."""
HOOKED = "sub/b.txt"


def test_every_tool_is_tried() -> None:
    assert TOOLS.keys() == ALL_TOOLS


@pytest.fixture
def victim(tmp_path: Path) -> Victim:
    victim = make_victim(tmp_path)
    victim.project.write("keys.txt", f"TOKEN={KEY}\n")
    skill = "---\nname: notes\ndescription: How notes are kept.\n---\nIn files.\n"
    victim.project.write(".claude/skills/notes/SKILL.md", skill)
    return victim


def configured(victim: Victim, mode: str, **more: Any) -> None:
    """The user's own configuration, which counts on every way."""
    agents = {name: {"confirm_mode": mode} for name in ("build", "review")}
    own = {
        "own": {"system_prompt": "x", "confirm_mode": mode, "max_steps": 5},
        "sender": {"system_prompt": "x", "confirm_mode": "yolo", "max_steps": 1},
    }
    settings = {
        "workspace": {"allow_delete": True},
        "memory": {"enabled": True},
        "web": {"enabled": True},
        "agents": agents | own,
        **more,
    }
    folder = victim.project.home / "config/architect"
    folder.mkdir(parents=True)
    (folder / "config.yaml").write_bytes(json.dumps(settings).encode())


def let_loose(victim: Victim, way: str, *attempts: dict[str, Any]) -> Told:
    play = WAYS[way]
    if way == "daemon, review":
        uri = (victim.root / "a.txt").as_uri()
        play = partial(
            by_daemon, command="architect.review", argument={"scope": "file", "uri": uri}
        )
    return play(victim, list(attempts))


def offered(told: Told) -> set[str]:
    """The tools that the agent of this way may use."""
    names = [event["name"] for event in told.events if event["type"] == "tool.requested"]
    refused = ("allowed_tools", "unknown_tool")
    results = [str(result["error"]) for result in told.results()]
    return {
        name
        for name, rule, error in zip(names, told.denied_by(), results, strict=True)
        if rule not in refused and "there is no tool" not in error
    }


GUARD = "if grep -qE 'sub[/\\\"]'; then echo 'not today' >&2; exit 2; fi"
"""A hook that forbids every call whose arguments speak of the folder `sub`."""


@pytest.mark.parametrize("way", with_usual(WAYS, usual=EACH_FRONT_END))
def test_guardrails_hooks_and_redaction_hold_for_every_tool_on_every_way(
    way: str, victim: Victim
) -> None:
    configured(victim, "yolo", hooks={"pre_tool_use": [{"name": "guard", "command": GUARD}]})
    tried = [*((name, ".env") for name in ABOUT_CONTENT), *((name, HOOKED) for name in TOOLS)]
    tried += [(name, "keys.txt") for name in TOOLS]
    told = let_loose(victim, way, *(TOOLS[name](path) for name, path in tried))
    tools = offered(told)
    assert "read_file" in tools
    assert ("write_file" in tools) is ("review" not in way)

    rules = dict(zip(tried, told.denied_by(), strict=True))
    assert {rules[name, ".env"] for name in ABOUT_CONTENT if name in tools} == {"sensitive_files"}
    assert {rules[name, HOOKED] for name in tools} == {"hook"}
    assert victim.project.read(HOOKED) == "beta\n"
    assert victim.damage() == []

    texts = dict(zip(tried, (result["text"] for result in told.results()), strict=True))
    assert told.leaks() == []
    for name in ("read_file", "grep", "search_code"):
        assert "TOKEN=[redacted:known-value:" in texts[name, "keys.txt"]


@pytest.mark.parametrize("way", with_usual(NOBODY_SAYS_YES, usual=EACH_FRONT_END))
def test_the_mode_asks_about_every_tool_on_every_way(way: str, victim: Victim) -> None:
    configured(victim, "confirm-all")
    # Nobody is asked about writing over a file that was never read: that is refused.
    places = {name: "sub/new.txt" if name == "write_file" else HOOKED for name in TOOLS}
    told = let_loose(victim, way, *(tool(places[name]) for name, tool in TOOLS.items()))
    rules = dict(zip(TOOLS, told.denied_by(), strict=True))
    asked_later = {"edit_file", "apply_patch"}
    assert {rules[name] for name in offered(told) - asked_later} == {"confirmation"}
    assert victim.project.read(HOOKED) == "beta\n"
    assert not (victim.root / "sub/new.txt").exists()


def calls_of(method: str) -> Iterator[str]:
    """Modules in which something's `method` is called."""
    for path in sorted(PACKAGE.rglob("*.py")):
        source = path.read_bytes()
        if method.encode() not in source:
            continue
        tree = ast.parse(source)
        called = (node.func for node in ast.walk(tree) if isinstance(node, ast.Call))
        if any(isinstance(each, ast.Attribute) and each.attr == method for each in called):
            yield path.relative_to(PACKAGE).as_posix()


def test_there_is_one_way_to_the_engine_and_one_from_it_to_a_tool() -> None:
    assert list(calls_of("execute_tool_call")) == ["agent/tool_turn.py"]
    # Adapters know no tools; those of a database are other calls.
    calls = [module for module in calls_of("execute") if not module.startswith("adapters/")]
    assert calls == ["execution/execute.py"]
