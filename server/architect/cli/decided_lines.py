"""What became of changes that were kept or undone one by one, for people and programs."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Literal

from architect.app.session_decisions import SessionReport
from architect.cli.exit_codes import PARTIAL, SUCCESS
from architect.cli.next_steps import undo_command
from architect.domain.escape_controls import escape_controls
from architect.domain.text.counted import counted
from architect.l10n import shown, t
from architect.services.hunk_review import HunkReport
from architect.services.user_runs import conflict_line, few_paths

Decision = Literal["keep", "undo"]


def decided_lines(report: HunkReport, decision: Decision) -> Iterator[str]:
    """What was kept or undone, and what was left alone and why."""
    changes, files = shown(counted(len(report.hunk_ids), "change")), shown(few_paths(report.paths))
    if report.hunk_ids and decision == "keep":
        yield t("kept {changes} in {files}", changes=changes, files=files)
    elif report.hunk_ids:
        yield t("undone: {changes} in {files}", changes=changes, files=files)
    elif not report.conflicts:
        yield t("nothing there waits for a decision")
    for conflict in report.conflicts:
        yield shown(conflict_line(conflict))


def print_decided(
    done: SessionReport,
    decision: Decision,
    workspace: Path | None,
    *,
    asked: Sequence[str],
    as_json: bool,
) -> int:
    """The report of a command, with those that have it as it was before; gives the exit code.

    `asked` are the hunks that were named; it is no success if one of them waited for no decision.
    """
    import json
    from dataclasses import asdict

    from architect.cli.result_stream import print_result

    gone = [] if done.report.conflicts else [*dict.fromkeys(asked)]
    gone = [each for each in gone if each not in done.report.hunk_ids]
    code = PARTIAL if done.report.conflicts or gone else SUCCESS
    if as_json:
        document = asdict(done.report) | {"run_ids": [*done.run_ids]}
        print_result(json.dumps(document, indent=2))
        return code
    for line in decided_lines(done.report, decision) if done.report.hunk_ids or not gone else ():
        print_result(escape_controls(line), column=2)
    if gone:
        print_result(already_decided(gone), column=2)
    for run_id in reversed(done.run_ids):
        print_result(way_back(decision, undo_command(run_id, workspace)))
    return code


def already_decided(names: Iterable[str]) -> str:
    """Those that were named, of which none waits for a decision."""
    return t("decided already, or not there any more: {gone}", gone=", ".join(names))


def way_back(decision: Decision, command: str) -> str:
    """That `command` has it as it was before the decision."""
    if decision == "keep":
        return t("to decide again: {command}", command=command)
    return t("to redo: {command}", command=command)
