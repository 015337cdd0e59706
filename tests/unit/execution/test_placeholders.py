"""A placeholder is never put where a key is."""

from typing import Any

import pytest
from tests.support.rig import Rig, Rules, make_rig
from tests.support.table import table

from architect.domain.effect import Effect
from architect.domain.redaction import PLACEHOLDER
from architect.domain.tool_result import ToolResult
from architect.ports.hooks import HookProceed
from architect.tools.report_finding import ReportFinding

TOKEN = "ghp_" + "aB3dE6gH9jK2mN5pQ8sT1vW4xY7z" + "0A1b2C3d"
FILE = f"HOST = 'a'\nTOKEN = '{TOKEN}'\nPORT = 1\n".encode()
SEEN = "[redacted:github-token:1f3a]"
OTHER = "[redacted:github-token:ffff]"


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("write_file", {"path": "a.py", "content": f"HOST = 'b'\nTOKEN = '{SEEN}'\n"}),
        ("edit_file", {"path": "a.py", "old_str": "PORT = 1", "new_str": f"T = '{SEEN}'"}),
        (
            "edit_file",
            {"path": "a.py", "old_str": f"TOKEN = '{OTHER}'", "new_str": "T = 1"},
        ),
        (
            "apply_patch",
            {
                "path": "a.py",
                "patch": f"@@ -2,2 +2,2 @@\n TOKEN = '{OTHER}'\n-PORT = 1\n+PORT = 2\n",
            },
        ),
        ("apply_patch", {"path": "a.py", "patch": f"@@\n-PORT = 1\n+PORT = '{SEEN}'\n"}),
        ("edit_file", {"path": SEEN, "old_str": "a", "new_str": "b"}),
        ("run_command", {"command": f"echo TOKEN={SEEN} > .env"}),
        ("run_command", {"command": "env", "env": {"TOKEN": SEEN}}),
        ("grep", {"pattern": SEEN}),
    ],
)
@pytest.mark.parametrize("dry_run", [False, True])
def test_a_call_with_a_placeholder_is_refused_and_says_what_to_do(
    tool: str, arguments: dict[str, object], dry_run: bool
) -> None:
    rig = make_rig(files={"a.py": FILE}, rules=Rules(dry_run=dry_run))
    result = rig.call(tool, arguments)
    assert not result.success
    assert "[redacted:" in (result.error or "")
    assert "stands for a key" in (result.error or "")
    assert rig.workspace.files["a.py"] == FILE
    assert rig.state.denials == ()


def shown_line(rig: Rig, path: str = "a.py") -> str:
    """The line with the key as the model reads it."""
    assert rig.call("read_file", {"path": path}).success
    text = rig.state.steps[-1].results[-1].text
    return next(line for line in text.splitlines() if PLACEHOLDER.search(line))


@table(
    ("tool", "arguments", "expected"),
    [
        (
            "edit_file",
            {"old_str": "LINE\nPORT = 1", "new_str": "LINE\nPORT = 2"},
            FILE.replace(b"= 1", b"= 2"),
        ),
        (
            "edit_file",
            {"old_str": "LINE", "new_str": "LINE  # rotated weekly"},
            FILE.replace(b"'\nPORT", b"'  # rotated weekly\nPORT"),
        ),
        ("edit_file", {"old_str": "LINE\n", "new_str": ""}, b"HOST = 'a'\nPORT = 1\n"),
        (
            "apply_patch",
            {"patch": "@@ -2,2 +2,2 @@\n LINE\n-PORT = 1\n+PORT = 2\n"},
            FILE.replace(b"= 1", b"= 2"),
        ),
        (
            "apply_patch",
            {"patch": "@@ -2,2 +2,2 @@\n-LINE\n-PORT = 1\n+PORT = 1\n+LINE\n"},
            f"HOST = 'a'\nPORT = 1\nTOKEN = '{TOKEN}'\n".encode(),
        ),
    ],
)
def test_a_placeholder_in_lines_of_the_file_means_the_key_in_them(
    tool: str, arguments: dict[str, str], expected: bytes
) -> None:
    rig = make_rig(files={"a.py": FILE})
    line = shown_line(rig)
    said = {name: text.replace("LINE", line) for name, text in arguments.items()}
    result = rig.call(tool, {"path": "a.py"} | said)
    assert result.success, result.error
    assert rig.workspace.files["a.py"] == expected
    assert TOKEN not in repr(rig.state)


def test_a_key_of_several_lines_is_context_too() -> None:
    key = "-----BEGIN RSA PRIVATE KEY-----\n" + "Ab3/" * 16 + "\n-----END RSA PRIVATE KEY-----"
    text = f'KEY = """{key}"""\nPORT = 1\n'
    rig = make_rig(files={"a.py": text.encode()})
    patch = f"@@ -1,2 +1,2 @@\n {shown_line(rig)}\n-PORT = 1\n+PORT = 2\n"
    result = rig.call("apply_patch", {"path": "a.py", "patch": patch})
    assert result.success, result.error
    assert rig.workspace.files["a.py"].decode() == text.replace("= 1", "= 2")


def test_what_the_model_was_shown_is_what_is_refused() -> None:
    rig = make_rig(files={"a.py": FILE})
    shown = rig.call("read_file", {"path": "a.py"})
    assert shown.success
    found = PLACEHOLDER.search(rig.state.steps[-1].results[-1].text)
    assert found is not None
    refused = rig.call("write_file", {"path": "a.py", "content": f"TOKEN = '{found[0]}'\n"})
    assert not refused.success
    assert rig.workspace.files["a.py"] == FILE


def test_a_line_beside_the_key_can_be_edited() -> None:
    rig = make_rig(files={"a.py": FILE})
    result = rig.call("edit_file", {"path": "a.py", "old_str": "PORT = 1", "new_str": "PORT = 2"})
    assert result.success
    assert rig.workspace.files["a.py"] == FILE.replace(b"PORT = 1", b"PORT = 2")


def test_a_finding_may_speak_of_a_key() -> None:
    rig = make_rig(files={"a.py": FILE}, tools=[ReportFinding()])
    finding = {"path": "a.py", "line": 2, "severity": "error", "title": f"{SEEN} in the code"}
    result = rig.call("report_finding", finding | {"detail": "it is public"})
    assert result.success, result.error


class Smuggler:
    """Hooks that put a placeholder into the arguments."""

    async def before_tool(self, tool: str, arguments: dict[str, Any]) -> HookProceed:
        return HookProceed(arguments | {"content": SEEN})

    async def after_tool(
        self, tool: str, arguments: dict[str, Any], result: ToolResult, *, effect: Effect
    ) -> str:
        return ""


def test_a_hook_cannot_bring_a_placeholder_in() -> None:
    rig = make_rig(files={"a.py": FILE}, hooks=Smuggler())
    assert not rig.call("write_file", {"path": "a.py", "content": "x"}).success
    assert rig.workspace.files["a.py"] == FILE
