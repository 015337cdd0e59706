import pytest

from architect.domain.hooks import Hook, HookedCall, HookEvent
from architect.domain.tool_result import ToolResult, failed, succeeded
from architect.policy.hooks.matching import concerns

EDITS = frozenset({"write_file", "edit_file", "apply_patch"})


def hook(
    command: str = "true",
    *,
    matcher: str = "*",
    patterns: tuple[str, ...] = (),
    edits: bool = False,
) -> Hook:
    return Hook(
        name="h",
        event=HookEvent.POST_TOOL_USE,
        command=command,
        matcher=matcher,
        file_patterns=patterns,
        after_edits=edits,
    )


def call(tool: str, *files: str, result: ToolResult | None = None) -> HookedCall:
    return HookedCall(tool, {}, files, result, is_edit=tool in EDITS)


@pytest.mark.parametrize(
    ("matcher", "tool", "runs"),
    [
        ("*", "read_file", True),
        ("edit_file|write_file", "write_file", True),
        ("edit_file|write_file", "read_file", False),
        ("write", "write_file", True),
        ("^write$", "write_file", False),
        (r"^mcp_", "mcp_git_push", True),
        ("EDIT_FILE", "edit_file", False),
    ],
)
def test_the_matcher_is_found_in_the_name_of_the_tool(matcher: str, tool: str, runs: bool) -> None:
    assert concerns(hook(matcher=matcher), call(tool)) is runs


@pytest.mark.parametrize(
    ("patterns", "files", "runs"),
    [
        (("*.py",), ("src/deep/a.py",), True),
        (("*.py",), ("src/a.js",), False),
        (("*.js", "src/**"), ("src/a.py",), True),
        (("*.{ts,tsx}",), ("a.tsx",), True),
        (("src/*.py",), ("src/deep/a.py",), False),
        (("*.py",), (), False),
        ((), (), True),
    ],
)
def test_one_of_the_file_patterns_must_match(
    patterns: tuple[str, ...], files: tuple[str, ...], runs: bool
) -> None:
    assert concerns(hook(patterns=patterns), call("edit_file", *files)) is runs


def test_a_link_is_known_by_the_name_it_leads_to_as_well() -> None:
    assert concerns(hook(patterns=("*.env",)), call("read_file", "notes.txt", "prod.env"))


def test_a_hook_that_names_the_file_needs_a_call_that_has_one() -> None:
    assert concerns(hook("fmt {file}"), call("edit_file", "a.py"))
    assert not concerns(hook("fmt {file}"), call("run_command"))
    assert concerns(hook("fmt ${file}"), call("run_command"))


@pytest.mark.parametrize(
    ("tool", "result", "runs"),
    [
        ("edit_file", succeeded("done"), True),
        ("write_file", succeeded("done"), True),
        ("apply_patch", succeeded("done"), True),
        ("edit_file", failed("no such text"), False),
        ("edit_file", None, False),
        ("delete_file", succeeded("gone"), False),
        ("run_command", succeeded("done"), False),
    ],
)
def test_a_hook_after_edits_runs_after_edits_that_succeeded(
    tool: str, result: ToolResult | None, runs: bool
) -> None:
    assert concerns(hook(edits=True), call(tool, "a.py", result=result)) is runs


def test_a_hook_after_edits_keeps_to_its_matcher_too() -> None:
    done = call("edit_file", "a.py", result=succeeded("done"))
    assert not concerns(hook(edits=True, matcher="write_file"), done)
