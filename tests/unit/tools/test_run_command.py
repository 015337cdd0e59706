import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import Any

import pytest

from architect.domain.effect import Effect
from architect.domain.errors import (
    CommandNeedsError,
    InvalidArgumentsError,
    PathRefusedError,
    ShellFault,
    WorkspaceFault,
)
from architect.domain.ids import RunId
from architect.domain.paths import Access, Listing, WorkspacePath
from architect.domain.search import SearchQuery, SearchResult
from architect.domain.shell import CommandOutcome, Confinement, Need, ShellCommand, Stream
from architect.domain.text.document import FileChange, Snapshot
from architect.domain.text.line_page import MOST_COUNTED, LinePage
from architect.domain.tool_result import ToolResult
from architect.domain.verdict import Deny, Preview
from architect.policy.shell.policy import CommandPolicy
from architect.ports.shell import OutputListener
from architect.testing.fake_shell import FakeShell, outcome
from architect.tools.context import ToolContext
from architect.tools.run_command import RunCommand

_ROOT = Path("/ws")


class FolderWorkspace:
    """A workspace with the folder `sub` and the file `file`."""

    root = _ROOT

    def locate(self, text: str, access: Access) -> WorkspacePath:
        assert access is Access.READ
        if text.startswith(".."):
            raise PathRefusedError(f"{text!r} is outside the workspace")
        return WorkspacePath(text, _ROOT / text)

    async def list(self, path: WorkspacePath, *, recursive: bool, limit: int) -> Listing:
        if path.relative not in (".", "sub"):
            raise WorkspaceFault(f"{path.relative!r} is not a folder")
        return Listing(())

    async def read(self, path: WorkspacePath) -> Snapshot:
        raise AssertionError("no file is read")

    async def read_lines(
        self, path: WorkspacePath, *, first: int, count: int, counted: int = MOST_COUNTED
    ) -> LinePage:
        raise AssertionError("no file is read")

    async def unsaved(self) -> Mapping[str, bytes]:
        return {}

    async def apply(self, change: FileChange) -> None:
        raise AssertionError("no file is changed")

    async def apply_all(self, changes: Sequence[FileChange]) -> None:
        raise AssertionError("no file is changed")


class NoSearch:
    async def search(self, query: SearchQuery) -> SearchResult:
        raise AssertionError("nothing is searched")


def context_of(shell: FakeShell, shown: list[tuple[Stream, str]] | None = None) -> ToolContext:
    pieces: list[tuple[Stream, str]] = [] if shown is None else shown
    return ToolContext(
        workspace=FolderWorkspace(),
        search=NoSearch(),
        shell=shell,
        on_output=lambda stream, text: pieces.append((stream, text)),
        run_id=RunId("20260102-030405-abcdef.1"),
        report=lambda finding: True,
    )


def tool(**policy: Any) -> RunCommand:
    return RunCommand(
        30, 200, policy=CommandPolicy(workspace=_ROOT, home=PurePosixPath("/home/u"), **policy)
    )


def execute(arguments: dict[str, Any], shell: FakeShell) -> ToolResult:
    return asyncio.run(tool().execute(tool().validate_args(arguments), context_of(shell)))


def result_of(command_outcome: CommandOutcome, **arguments: Any) -> ToolResult:
    return execute({"command": "x", **arguments}, FakeShell({"x": command_outcome}))


def preview_of(arguments: dict[str, Any]) -> Preview:
    args = tool().validate_args(arguments)
    return asyncio.run(tool().preview(args, context_of(FakeShell())))


def test_a_command_that_succeeds_shows_exit_code_and_both_streams():
    result = result_of(outcome("3 passed\n", "warning\n"))

    assert result == ToolResult(
        success=True, output="exit code: 0\n[stdout]\n3 passed\n[stderr]\nwarning"
    )


def test_a_command_that_fails_shows_what_it_printed():
    result = result_of(outcome("1 failed\n", exit_code=1))

    assert result == ToolResult(
        success=False, output="exit code: 1\n[stdout]\n1 failed", error="exit code 1"
    )


def test_silence_is_said():
    assert result_of(outcome()).output == "exit code: 0\n(no output)"


def test_only_the_last_newline_of_a_stream_is_dropped():
    assert result_of(outcome("a\n\n")).output == "exit code: 0\n[stdout]\na\n"


@pytest.mark.parametrize(
    ("exit_code", "words"), [(-9, "exit code -9 (SIGKILL)"), (-99, "exit code -99 (signal 99)")]
)
def test_a_signal_is_named(exit_code: int, words: str):
    assert result_of(outcome(exit_code=exit_code)).error == words


def test_a_time_out_shows_the_output_so_far_and_what_to_do():
    result = result_of(outcome("started\n", exit_code=None))

    assert result == ToolResult(
        success=False,
        output="exit code: none\n[stdout]\nstarted",
        error="timed out after 30 s; pass a larger timeout",
    )


def test_the_longest_time_out_cannot_be_larger():
    assert result_of(outcome(exit_code=None), timeout=3_600).error == "timed out after 3600 s"


def test_the_shell_gets_the_defaults():
    shell = FakeShell({"make": outcome()})

    execute({"command": "make"}, shell)

    assert shell.commands == [
        ShellCommand("make", cwd=_ROOT, timeout_s=30, max_output_lines=200, env={})
    ]


def test_the_shell_gets_what_was_asked():
    shell = FakeShell({"make": outcome()})

    execute({"command": "make", "cwd": "sub", "timeout": 90, "env": {"CI": "1"}}, shell)

    assert shell.commands == [
        ShellCommand("make", cwd=_ROOT / "sub", timeout_s=90, max_output_lines=200, env={"CI": "1"})
    ]


@pytest.mark.parametrize(
    ("cwd", "reason"),
    [("../other", "'../other' is outside the workspace"), ("file", "'file' is not a folder")],
)
def test_a_bad_folder_is_refused_before_anything_runs(cwd: str, reason: str):
    shell = FakeShell({"make": outcome()})

    result = execute({"command": "make", "cwd": cwd}, shell)

    assert (result.success, result.error) == (False, reason)
    assert shell.commands == []
    with pytest.raises((PathRefusedError, WorkspaceFault)):
        preview_of({"command": "make", "cwd": cwd})


def test_a_command_that_cannot_be_started_is_a_failed_result():
    result = execute({"command": "make"}, FakeShell())

    assert (result.success, result.error) == (False, "this fake has no outcome for 'make'")


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({}, "command"),
        ({"command": ""}, "the command is empty"),
        ({"command": " \n"}, "the command is empty"),
        ({"command": "echo \0"}, "cannot contain NUL"),
        ({"command": "x", "timeout": 0}, "timeout"),
        ({"command": "x", "timeout": 3601}, "timeout"),
        ({"command": "x", "env": {"A": None}}, "env.A"),
        ({"command": "x", "shell": "zsh"}, "shell"),
    ],
)
def test_bad_arguments_are_refused(arguments: dict[str, Any], reason: str):
    with pytest.raises(InvalidArgumentsError, match=reason):
        tool().validate_args(arguments)


def test_output_is_shown_while_it_comes():
    shown: list[tuple[Stream, str]] = []
    shell = FakeShell({"x": outcome("out\n", "err\n")})

    asyncio.run(tool().execute(tool().validate_args({"command": "x"}), context_of(shell, shown)))

    assert shown == [(Stream.STDOUT, "out\n"), (Stream.STDERR, "err\n")]


@pytest.mark.parametrize(
    ("command", "summary"),
    [
        ("make test", "make test"),
        ("\nmake\nmake install", "make ..."),
        ("x" * 80, "x" * 80),
        ("x" * 81, "x" * 77 + "..."),
    ],
)
def test_the_summary_is_the_first_line_shortened(command: str, summary: str):
    assert tool().traits(tool().validate_args({"command": command})).summary == summary


def test_a_grant_is_for_the_exact_command_folder_and_variables():
    def grant(**arguments: Any) -> str:
        args = tool().validate_args({"command": "make test", **arguments})
        return tool().traits(args).grant

    assert grant() == "make test"
    assert grant(timeout=5) == "make test"
    assert grant(cwd="sub") == "make test (in sub)"
    assert grant(env={"PATH": "/tmp/a b"}) == "PATH='/tmp/a b' make test"


def test_the_preview_shows_all_that_decides_what_runs():
    assert preview_of({"command": "make"}) == Preview(kind="command", text="make", cwd=".")
    assert preview_of({"command": "make", "cwd": "sub", "env": {"CI": "1"}}) == Preview(
        kind="command", text="CI=1 make", cwd="sub"
    )


def test_a_command_is_a_command_and_about_no_single_file():
    args = tool().validate_args({"command": "ls"})

    assert tool().effect is Effect.COMMAND
    assert tool().traits(args).path is None


def ask_reason_of(run_command: RunCommand, **arguments: Any) -> str | None:
    return run_command.traits(run_command.validate_args(arguments)).ask_reason


def deny_reason_of(run_command: RunCommand, **arguments: Any) -> Deny | None:
    return run_command.traits(run_command.validate_args(arguments)).deny_reason


def test_a_safe_command_concerns_nobody_and_the_others_say_why():
    assert ask_reason_of(tool(), command="git status") is None
    assert ask_reason_of(tool(), command="pytest -q") == (
        "runs pytest, which runs code of the project"
    )
    assert ask_reason_of(tool(), command="ls > out.txt") == "writes to out.txt"


def test_variables_and_folder_are_judged_with_the_command():
    assert ask_reason_of(tool(), command="ls", env={"NO_COLOR": "1"}) is None
    assert ask_reason_of(tool(), command="ls", env={"LD_PRELOAD": "x"}) == (
        "sets LD_PRELOAD, which changes what programs run"
    )
    assert deny_reason_of(tool(), command="rm -rf *", cwd="build") is None
    assert deny_reason_of(tool(), command="rm -rf ..", cwd="build") is not None
    assert deny_reason_of(tool(), command="$X -rf /", env={"X": "rm"}) is not None


def test_a_destructive_command_is_refused_with_the_reason():
    refusal = deny_reason_of(tool(), command="rm -rf ~")

    assert refusal is not None
    assert refusal.rule == "blocklist"
    assert "deletes the home folder /home/u" in refusal.reason


def test_the_users_own_patterns_are_refused_and_own_safe_commands_are_safe():
    configured = tool(blocked_patterns=("prod",), extra_safe=("./scripts/check",))

    assert deny_reason_of(configured, command="ls prod") == Deny(
        "blocklist",
        "this command is blocked in every mode: matches the blocked pattern 'prod'",
        "Continue without it, or ask the user to run it.",
    )
    assert ask_reason_of(configured, command="./scripts/check --fast") is None
    assert ask_reason_of(configured, command="./scripts/check > x") == "writes to x"


def test_where_only_harmless_commands_are_allowed_the_others_are_refused():
    strict = tool(allowed_only=True)

    assert deny_reason_of(strict, command="ls") is None
    assert deny_reason_of(strict, command="pytest") is None
    refusal = deny_reason_of(strict, command="rm x")
    assert refusal is not None
    assert (refusal.rule, "rm deletes files" in refusal.reason) == ("allowed_only", True)


def test_the_schema_is_small():
    assert tool().get_schema()["function"]["parameters"] == {
        "type": "object",
        "properties": {
            "command": {"type": "string"},
            "cwd": {"type": "string"},
            "timeout": {"type": "integer", "minimum": 1, "maximum": 3600},
            "env": {"type": "object", "additionalProperties": {"type": "string"}},
            "background": {"type": "boolean"},
        },
        "required": ["command"],
    }
    assert len(json.dumps(tool().get_schema())) < 500


WITHHELD = frozenset({Need.NETWORK, Need.GIT_CONFIGURATION})


def test_what_a_command_wants_beyond_its_sandbox_is_a_concern():
    args = tool().validate_args({"command": "git fetch origin"})

    assert tool().traits(args).needs == frozenset()
    assert "wants" not in (tool().traits(args).ask_reason or "")
    assert tool(withheld=WITHHELD).traits(args).needs == {Need.NETWORK}
    installing = tool().validate_args({"command": "npm run e2e && uv sync"})
    for command, reason in (
        (args, "`git fetch origin` talks to the network"),
        (installing, "needs the network"),
    ):
        asked = tool(withheld=WITHHELD).traits(command).ask_reason or ""
        assert reason in asked
        assert asked.count("the network") == 1


def test_what_was_granted_is_told_to_the_shell():
    shell = FakeShell({"x": outcome()})
    context = replace(context_of(shell), granted=frozenset({Need.NETWORK}))

    asyncio.run(tool().execute(tool().validate_args({"command": "x"}), context))

    assert shell.commands[0].granted == {Need.NETWORK}


def test_a_command_that_failed_for_want_of_the_network_wants_it_the_next_time():
    failing = outcome(stderr="curl: (6) Could not resolve host: x\n", exit_code=6)
    runner = tool(withheld=WITHHELD)
    args = runner.validate_args({"command": "make deps"})
    other = runner.validate_args({"command": "make deps", "cwd": "sub"})
    assert runner.traits(args).needs == frozenset()

    result = asyncio.run(runner.execute(args, context_of(FakeShell({"make deps": failing}))))

    assert "without the network" in result.output
    assert "Repeat exactly the same call" in result.output
    assert runner.traits(args).needs == {Need.NETWORK}
    assert not runner.traits(args).asks_in_every_mode
    assert runner.traits(other).needs == frozenset()
    assert "needs the network" in (runner.traits(args).ask_reason or "")


class Refusing(FakeShell):
    """Starts nothing that may not write files which other programs execute."""

    async def run(self, command: ShellCommand, on_output: OutputListener) -> CommandOutcome:
        await self.expect_to_start(command)
        return outcome("done")

    async def expect_to_start(self, command: ShellCommand) -> None:
        if Need.EXECUTABLE_FILES not in command.granted:
            raise CommandNeedsError("not run: x", frozenset({Need.EXECUTABLE_FILES}))


def test_a_command_that_would_not_start_fails_before_anybody_is_asked():
    runner = tool()
    args = runner.validate_args({"command": "git merge topic"})

    with pytest.raises(ShellFault, match=r"not run: x\n.*Repeat exactly the same call"):
        asyncio.run(runner.preview(args, context_of(Refusing())))

    assert runner.traits(args).asks_in_every_mode
    preview = asyncio.run(runner.preview(args, context_of(Refusing())))
    assert preview.text == "git merge topic"


def test_nobody_is_advised_to_repeat_a_call_that_is_not_asked_about():
    failing = outcome(stderr="curl: (6) Could not resolve host: x\n", exit_code=6)
    runner = tool(withheld=WITHHELD)
    context = replace(context_of(FakeShell({"make deps": failing})), asks_for_network=False)

    args = runner.validate_args({"command": "make deps"})
    result = asyncio.run(runner.execute(args, context))

    assert "without the network" in result.output
    assert "Repeat" not in result.output
    assert "Nobody is asked for it in this mode" in result.output


def test_a_command_that_was_not_started_for_want_of_something_wants_it_the_next_time():
    runner = tool()
    args = runner.validate_args({"command": "git merge topic"})

    result = asyncio.run(runner.execute(args, context_of(Refusing())))

    assert (result.success, result.error) == (False, "not run: x")
    assert "without files that other programs execute" in result.output
    assert "Repeat exactly the same call" in result.output
    assert runner.traits(args).needs == {Need.EXECUTABLE_FILES}
    assert runner.traits(args).asks_in_every_mode


@pytest.mark.parametrize("granted", [frozenset({Need.NETWORK}), None])
def test_nobody_is_advised_to_grant_what_is_granted_or_not_withheld(
    granted: frozenset[Need] | None,
):
    failing = outcome(stderr="curl: (6) Could not resolve host: x\n", exit_code=6)
    runner = tool() if granted is None else tool(withheld=WITHHELD)
    context = replace(context_of(FakeShell({"x": failing})), granted=granted or frozenset())

    result = asyncio.run(runner.execute(runner.validate_args({"command": "x"}), context))

    assert "sandbox" not in result.output


def test_how_a_command_ran_is_noted():
    noted: list[Confinement] = []
    ran = replace(outcome(), confinement=Confinement(missing="no bwrap"))
    context = replace(context_of(FakeShell({"x": ran})), confined=noted.append)

    asyncio.run(tool().execute(tool().validate_args({"command": "x"}), context))

    assert noted == [Confinement(missing="no bwrap")]
