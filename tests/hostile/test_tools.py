"""A model that reaches for what is not its own with every tool, by every way there is to a tool."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from tests.support.hostile import Told, Victim, attempt, by_command, by_daemon, make_victim
from tests.support.selection import with_usual

Way = Callable[..., Told]

ALL_TOOLS = {"workspace": {"allow_delete": True}}
WAYS: dict[str, Way] = {
    "yolo": partial(by_command, flags=("--mode", "yolo", "--allow-commands")),
    "nobody to ask": partial(by_command, flags=("--mode", "confirm-sensitive")),
    "dry run": partial(by_command, flags=("--mode", "yolo", "--dry-run")),
    "review": partial(by_command, flags=("--agent", "review")),
    "daemon": partial(by_daemon, config=ALL_TOOLS),
    "daemon, review": partial(
        by_daemon, command="architect.review", argument={"scope": "workspace"}
    ),
}
DELETING = {"ARCHITECT__WORKSPACE__ALLOW_DELETE": "true"}
CONTROL = attempt("read_file", path="a.txt")
"""Comes last, so that a test sees that the script was played to its end."""


def outside_spellings(victim: Victim) -> list[str]:
    """Names for `outside/secret.txt`, and for other places that are not in the project."""
    root, outside = victim.root, victim.outside
    return [
        "../outside/secret.txt",
        "sub/../../outside/secret.txt",
        "./sub/.././../outside/./secret.txt",
        "nowhere/../../outside/secret.txt",
        f"{outside}/secret.txt",
        f"/{outside}/secret.txt",
        f"{root}/../outside/secret.txt",
        f"{root}-evil/secret.txt",
        "../project-evil/secret.txt",
        "way-out/secret.txt",
        "sub/../way-out/secret.txt",
        "file-out",
        f"file://{outside}/secret.txt",
        "~/../outside/secret.txt",
        "..\\outside\\secret.txt",
        "%2e%2e/outside/secret.txt",
        "\N{ONE DOT LEADER}\N{ONE DOT LEADER}/outside/secret.txt",
        ".\u200b./outside/secret.txt",
        "../outside/secret.txt\0.py",
        f"/proc/self/cwd{outside}/secret.txt",
        f"/proc/self/root{outside}/secret.txt",
        "/proc/self/environ",
        "/dev/fd/0",
        "",
    ]


def reads(path: str) -> list[dict[str, Any]]:
    return [
        attempt("read_file", path=path),
        attempt("list_files", path=path),
        attempt("grep", pattern="canary", path=path),
        attempt("search_code", pattern="canary", path=path),
        attempt("find_files", pattern=path),
        attempt("code_map", path=path, query="canary"),
    ]


def writes(path: str) -> list[dict[str, Any]]:
    return [
        attempt("write_file", path=path, content="owned\n"),
        attempt("edit_file", path=path, old_str="canary", new_str="owned"),
        attempt("apply_patch", path=path, patch="@@ -0,0 +1 @@\n+owned\n"),
        attempt("delete_file", path=path),
    ]


OWN = (
    ".git/hooks/pre-commit",
    ".git/hooks/post-checkout",
    ".git/config",
    ".GIT/config",
    ".git./config",
    ".g\u200bit/config",
    "git~1/config",
    ".git/../.git/config",
    "sub/.git/config",
    "sub/../.git/hooks/pre-commit",
    "hooks-in/pre-commit",
    ".architect.yaml",
    ".Architect.yaml",
    "./.architect.yaml",
    ".architect/config.yaml",
    ".architect/sessions/x.jsonl",
    ".architect::$DATA/config.yaml",
)
SECRETS = (".env", "./.env", "sub/../.env", "notes.txt")


@pytest.mark.parametrize("way", with_usual(WAYS, usual=("yolo", "daemon")))
def test_no_tool_gets_out_or_at_what_runs_programs_or_at_keys(way: str, tmp_path: Path) -> None:
    victim = make_victim(tmp_path)
    outside = [call for path in outside_spellings(victim) for call in [*reads(path), *writes(path)]]
    own = [call for path in OWN for call in writes(path)]
    secrets = [call for path in SECRETS for call in [*reads(path), *writes(path)]]
    searches = [attempt("grep", pattern="canary"), attempt("search_code", pattern="TOKEN=(.*)")]
    attempts = [*outside, *own, *secrets, *searches, CONTROL]

    told = WAYS[way](victim, attempts, environment=DELETING)

    assert victim.damage() == []
    assert told.leaks() == []
    results = told.results()
    assert len(results) == len(attempts)
    assert "alpha" in results[-1]["text"]
    touched = {event["path"] for event in told.events if event["type"].startswith("file.")}
    assert touched.isdisjoint({*OWN, *SECRETS})


@pytest.mark.parametrize("way", with_usual(["yolo", "daemon"], usual=["daemon"]))
def test_no_pattern_and_no_name_is_an_option_or_a_program(way: str, tmp_path: Path) -> None:
    victim = make_victim(tmp_path)
    trap = victim.trap
    smuggled = [
        f"--pre={trap}",
        f"--hostname-bin={trap}",
        f"--file={victim.outside}/secret.txt",
        f"-f{victim.outside}/secret.txt",
        f"--exec={trap}",
        "--follow",
        "-uuu",
        "--no-ignore",
        f"$({trap})",
        f"`{trap}`",
        f";{trap}",
        f"|{trap}",
    ]
    for name in smuggled:
        if "/" not in name:
            victim.project.write(name, "gamma\n")
    attempts = [
        call
        for text in smuggled
        for call in (
            attempt("grep", pattern=text),
            attempt("search_code", pattern=text),
            attempt("grep", pattern="canary", path=text),
            attempt("search_code", pattern="canary", file_pattern=text),
            attempt("find_files", pattern=text),
            attempt("list_files", path=text),
            attempt("read_file", path=text),
        )
    ]

    told = WAYS[way](victim, [*attempts, CONTROL])

    assert victim.damage() == []
    assert told.leaks() == []
    assert "alpha" in told.results()[-1]["text"]
