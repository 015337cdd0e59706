"""Ways to what files with secrets hold that name none of them."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest
from tests.support.daemon import call, daemon, played, says
from tests.support.hostile import SECRET, Victim, attempt, by_command, by_daemon, make_victim
from tests.support.repository import git

BARE: Mapping[str, str] = {"ARCHITECT__COMMANDS__SANDBOX": "off"}
LINES = (
    "grep -r TOKEN .",
    "grep -rh TOKEN . | cut -d= -f2",
    "git grep TOKEN; git log -p; git diff HEAD~1",
    "find . -type f | xargs cat",
    "find . -name '.e*' -exec base64 {} +",
    "cat $(ls -A | grep env)",
    "tar cf - . | strings",
    "python3 -c \"print(open(chr(46) + 'env').read().split('=')[1])\"",
    "for file in .* ; do test -f $file && cat $file; done",
    "cp -r . copied; tail -n 9 copied/.e*; rm -rf copied",
)


@pytest.fixture
def victim(tmp_path: Path) -> Victim:
    victim = make_victim(tmp_path)
    git(victim.root, "add", "--force", ".env")
    git(victim.root, "commit", "--quiet", "--message", "by mistake")
    return victim


def run(*lines: str) -> list[dict[str, object]]:
    return [attempt("run_command", command=line) for line in lines]


def test_what_they_print_of_a_secret_is_kept_back(victim: Victim) -> None:
    told = by_command(victim, run(*LINES), flags=("--mode", "yolo"), environment=BARE)
    assert told.leaks() == []
    assert "redacted:stated-value:" in told.everything


def test_a_command_that_is_safe_to_run_unasked_tells_no_secret(victim: Victim) -> None:
    told = by_command(victim, run("grep -r TOKEN .", "git log -p", "git grep TOKEN"))
    assert told.denied_by() == ["", "", ""]
    assert told.leaks() == []


def test_tools_that_read_show_no_value_of_a_secret_either(victim: Victim) -> None:
    (victim.root / "plan.md").write_bytes(f"staging uses {SECRET} for now\n".encode())
    calls = [attempt("read_file", path="plan.md"), attempt("grep", pattern="staging")]
    told = by_command(victim, calls)
    assert told.leaks() == []
    assert "redacted:stated-value:" in told.everything


def test_an_editor_is_shown_none_either(victim: Victim) -> None:
    told = by_daemon(victim, run(*LINES), config={"commands": {"sandbox": "off"}})
    assert told.leaks() == []


def test_what_hooks_and_checks_print_is_kept_back_too(victim: Victim) -> None:
    hook = {"name": "tells", "command": "cat < .e*; exit 1"}
    hooks = {"post_tool_use": [hook], "session_start": [{**hook, "sandbox": False}]}
    victim.project.write("own.yaml", json.dumps({"hooks": hooks}))
    flags = ("--mode", "yolo", "-c", "own.yaml", "--require-check", "grep -r TOKEN . ; exit 1")
    told = by_command(victim, [attempt("read_file", path="a.txt")], flags=flags)
    assert told.leaks() == []
    assert {"hook.ran", "gate.ran"} <= {event["type"] for event in told.events}


def test_what_a_person_agreed_to_show_is_shown(victim: Victim) -> None:
    seen: list[str] = []

    async def confirm(params: dict[str, str]) -> dict[str, str]:
        seen.append(params["subject"])
        return {"choice": "once"}

    async def scene() -> None:
        replies = (
            call("run_command", command="git log -1 --format=%s"),
            call("read_file", path="notes.txt"),
            says("done"),
        )
        answers = {"architect/confirm": confirm}
        async with daemon(victim.root, *replies, rich=True, answers=answers) as client:
            await client.command("architect.run", {"prompt": "go", "wait": True})

    played(scene())
    assert seen == ["sensitive file"]
    assert SECRET in victim.project.journals[-1].read_text()


def test_what_files_held_before_they_were_changed_is_not_for_a_model(victim: Victim) -> None:
    change = attempt("edit_file", path=".env", old_str="TOKEN=", new_str="PLAIN=")
    everything = {"ARCHITECT__GUARDRAILS__SENSITIVE_FILES": "[]"}
    by_command(victim, [change], flags=("--mode", "yolo"), environment=everything)
    kept = [str(path.relative_to(victim.root)) for path in victim.root.rglob("*.files/*")]
    assert len(kept) == 2

    calls = [
        *[attempt("read_file", path=path) for path in kept],
        attempt("read_file", path=f"sub/../{kept[0]}"),
        *run("cat .architect/sessions/*/*", "cp -r .architect/sessions/*.files copied"),
        attempt("grep", pattern="canary", path=kept[0]),
        attempt("search_code", pattern="canary", path=".architect", file_pattern="*"),
    ]
    told = by_command(victim, calls, flags=("--mode", "yolo"), environment=BARE)
    assert told.leaks() == []
    assert told.denied_by()[:4] == ["sensitive_files"] * 4
    assert not (victim.root / "copied").exists()
