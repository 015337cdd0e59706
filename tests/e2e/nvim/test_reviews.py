"""Reviews, what they find, and fixing it."""

from typing import Any

from tests.e2e.nvim.desk import Desk
from tests.support.until import until

STARTED = {"runId": "s3.1", "state": "running", "position": 0}


def publish(desk: Desk, *findings: dict[str, Any]) -> None:
    params = {"uri": desk.uri, "diagnostics": list(findings)}
    desk.server.notify("textDocument/publishDiagnostics", params)
    count = "return #vim.diagnostic.get(0)"
    until(lambda: desk.editor.lua(count) == len(findings), "the diagnostics")


def finding(finding_id: str, line: int, message: str) -> dict[str, Any]:
    return {
        "range": {"start": {"line": line, "character": 0}, "end": {"line": line, "character": 5}},
        "severity": 2,
        "source": "architect",
        "message": message,
        "data": {"findingId": finding_id},
    }


def test_a_review_is_of_the_file_or_of_the_selected_lines(desk: Desk) -> None:
    desk.daemon.commands["review"] = lambda _: STARTED
    desk.editor.command("Architect review")
    assert desk.daemon.executed("review") == {"scope": "file", "uri": desk.uri}
    desk.editor.command("2,3Architect review")
    assert desk.daemon.executed("review", 2) == {
        "scope": "selection",
        "uri": desk.uri,
        "range": {"start": {"line": 1, "character": 0}, "end": {"line": 2, "character": 5}},
    }
    desk.editor.command("Architect review changes main")
    assert desk.daemon.executed("review", 3) == {
        "scope": "changes",
        "uri": desk.uri,
        "base": "main",
    }


def test_a_scope_that_does_not_exist_is_named(desk: Desk) -> None:
    desk.editor.command("Architect review everything")
    desk.editor.says('"everything" cannot be reviewed; there are selection, file, changes')


def test_a_finding_under_the_cursor_is_fixed_by_its_id(desk: Desk) -> None:
    desk.daemon.commands["fix"] = lambda _: STARTED
    publish(desk, finding("f1", 0, "a is never used"), finding("f2", 1, "b is never used"))
    desk.editor.command("2")
    desk.editor.command("Architect fix")
    assert desk.daemon.executed("fix") == {"findingId": "f2"}


def test_diagnostics_of_others_are_handed_over_as_they_are(desk: Desk) -> None:
    desk.daemon.commands["fix"] = lambda _: STARTED
    desk.editor.lua(
        """
        local space = vim.api.nvim_create_namespace('linter')
        local found = { lnum = 1, col = 0, end_lnum = 1, end_col = 1, severity = 1 }
        vim.diagnostic.set(space, 0, {
          vim.tbl_extend('force', found, { message = 'no b', source = 'linter', code = 'E1' }),
        })
        """
    )
    desk.editor.command("1,3Architect fix")
    assert desk.daemon.executed("fix") == {
        "uri": desk.uri,
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


def test_of_several_diagnostics_on_a_line_one_is_chosen(desk: Desk) -> None:
    desk.daemon.commands["fix"] = lambda _: STARTED
    publish(desk, finding("f1", 0, "first"), finding("f2", 0, "second"))
    desk.editor.will_reply(2)
    desk.editor.command("Architect fix")
    assert desk.daemon.executed("fix") == {"findingId": "f2"}


def test_a_line_without_diagnostics_has_nothing_to_fix(desk: Desk) -> None:
    desk.editor.command("Architect fix")
    desk.editor.says("there is no diagnostic here to fix")


def test_findings_are_listed_in_the_quickfix_window(desk: Desk) -> None:
    one = finding("f1", 1, "") | {"uri": desk.uri, "title": "b is unused", "severity": "warning"}
    desk.daemon.commands["findings"] = lambda _: {"findings": [one]}
    desk.editor.command("Architect findings")
    until(lambda: desk.editor.lua("return vim.bo.buftype") == "quickfix", "the quickfix window")
    found = desk.editor.lua("return vim.fn.getqflist()")[0]
    assert (found["lnum"], found["type"], found["text"]) == (2, "W", "b is unused")
