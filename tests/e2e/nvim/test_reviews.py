"""Reviews, what they find, and fixing it."""

from typing import Any

from tests.e2e.nvim.harness import Harness
from tests.support.until import until

STARTED = {"runId": "s3.1", "state": "running", "position": 0}


def publish(harness: Harness, *findings: dict[str, Any]) -> None:
    params = {"uri": harness.uri, "diagnostics": list(findings)}
    harness.server.notify("textDocument/publishDiagnostics", params)
    count = "return #vim.diagnostic.get(0)"
    until(lambda: harness.editor.lua(count) == len(findings), "the diagnostics")


def finding(finding_id: str, line: int, message: str) -> dict[str, Any]:
    return {
        "range": {"start": {"line": line, "character": 0}, "end": {"line": line, "character": 5}},
        "severity": 2,
        "source": "architect",
        "message": message,
        "data": {"findingId": finding_id},
    }


def test_a_review_is_of_the_file_or_of_the_selected_lines(harness: Harness) -> None:
    harness.daemon.commands["review"] = lambda _: STARTED
    harness.editor.command("Architect review")
    assert harness.daemon.executed("review") == {"scope": "file", "uri": harness.uri}
    harness.editor.command("2,3Architect review")
    assert harness.daemon.executed("review", 2) == {
        "scope": "selection",
        "uri": harness.uri,
        "range": {"start": {"line": 1, "character": 0}, "end": {"line": 2, "character": 5}},
    }
    harness.editor.command("Architect review changes main")
    assert harness.daemon.executed("review", 3) == {
        "scope": "changes",
        "uri": harness.uri,
        "base": "main",
    }


def test_a_review_from_a_chat_is_of_the_file_beside_it(harness: Harness) -> None:
    harness.daemon.commands["review"] = lambda _: STARTED
    harness.editor.command("Architect chat")
    harness.editor.command("stopinsert")
    harness.editor.command("Architect review")
    assert harness.daemon.executed("review") == {"scope": "file", "uri": harness.uri}
    harness.editor.command("Architect review selection")
    harness.editor.says("select lines of a file, then :'<,'>Architect review")
    harness.editor.command("only")
    harness.editor.command("Architect review")
    harness.editor.says("no file to review; open one, or :Architect review workspace")


def test_a_scope_that_does_not_exist_is_named(harness: Harness) -> None:
    harness.editor.command("Architect review everything")
    harness.editor.says('unknown review scope "everything"; available: selection, file, changes')


def test_a_finding_under_the_cursor_is_fixed_by_its_id(harness: Harness) -> None:
    harness.daemon.commands["fix"] = lambda _: STARTED
    publish(harness, finding("f1", 0, "a is never used"), finding("f2", 1, "b is never used"))
    harness.editor.command("2")
    harness.editor.command("Architect fix")
    assert harness.daemon.executed("fix") == {"findingId": "f2"}


def test_diagnostics_of_others_are_handed_over_as_they_are(harness: Harness) -> None:
    harness.daemon.commands["fix"] = lambda _: STARTED
    harness.editor.lua(
        """
        local space = vim.api.nvim_create_namespace('linter')
        local found = { lnum = 1, col = 0, end_lnum = 1, end_col = 1, severity = 1 }
        vim.diagnostic.set(space, 0, {
          vim.tbl_extend('force', found, { message = 'no b', source = 'linter', code = 'E1' }),
        })
        """
    )
    harness.editor.command("1,3Architect fix")
    assert harness.daemon.executed("fix") == {
        "uri": harness.uri,
        "diagnostics": [
            {
                "range": {
                    "start": {"line": 1, "character": 0},
                    "end": {"line": 1, "character": 1},
                },
                "severity": 1,
                "code": "E1",
                "source": "linter",
                "message": "no b",
            }
        ],
    }


def test_of_several_diagnostics_on_a_line_one_is_chosen(harness: Harness) -> None:
    harness.daemon.commands["fix"] = lambda _: STARTED
    publish(harness, finding("f1", 0, "first"), finding("f2", 0, "second"))
    harness.editor.will_reply(2)
    harness.editor.command("Architect fix")
    assert harness.daemon.executed("fix") == {"findingId": "f2"}


def test_a_line_without_diagnostics_has_nothing_to_fix(harness: Harness) -> None:
    harness.editor.command("Architect fix")
    harness.editor.says("no diagnostic on this line")


def test_without_findings_a_review_is_suggested(harness: Harness) -> None:
    harness.daemon.commands["findings"] = lambda _: {"findings": []}
    harness.editor.command("Architect findings")
    harness.editor.says("no findings yet; run :Architect review")
    harness.editor.command("Architect findings clear")
    harness.editor.says("findings cleared")


def test_findings_are_listed_in_the_quickfix_window(harness: Harness) -> None:
    one = finding("f1", 1, "") | {"uri": harness.uri, "title": "b is unused", "severity": "warning"}
    harness.daemon.commands["findings"] = lambda _: {"findings": [one]}
    harness.editor.command("Architect findings")
    until(lambda: harness.editor.lua("return vim.bo.buftype") == "quickfix", "the quickfix window")
    found = harness.editor.lua("return vim.fn.getqflist()")[0]
    assert (found["lnum"], found["type"], found["text"]) == (2, "W", "b is unused")
