"""What is made of a result: annotations, summary, comment, code scanning, outputs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from architect_action.api import GitHub
from architect_action.code_scanning import ref_of, upload
from architect_action.comment import put_comment
from architect_action.console import Console
from architect_action.engine import COMMENT, FORMATS, Result
from architect_action.errors import ApiError
from architect_action.event import Event, Pull

MOST_ANNOTATIONS = 10
"""Of each kind: GitHub shows no more of a step."""

_COMMANDS = {"error": "error", "warning": "warning", "info": "notice"}
_MOST_NAMED = 20


@dataclass(frozen=True, kw_only=True)
class Publisher:
    """Tells the world, as far as the token may; what it may not is said and no failure."""

    github: GitHub
    console: Console
    event: Event
    environ: Mapping[str, str]
    folder: Path
    pull: Pull | None = None

    def annotate(self, result: Result) -> None:
        """Mark the lines of the findings, and say what was not reviewed."""
        counts = dict.fromkeys(_COMMANDS, 0)
        for finding in result.findings:
            severity = str(finding.get("severity"))
            counts[severity] = counts.get(severity, 0) + 1
            if severity in _COMMANDS and counts[severity] <= MOST_ANNOTATIONS:
                self._mark(_COMMANDS[severity], finding)
        if missed := result.not_reviewed:
            self.console.warning(f"Not reviewed: {_places(missed)}")

    def _mark(self, command: str, finding: Mapping[str, Any]) -> None:
        said = (finding.get("detail"), finding.get("suggestion"))
        self.console.command(
            command,
            "\n\n".join(str(each) for each in said if each) or str(finding.get("title")),
            file=str(finding.get("path")),
            line=int(finding.get("line") or 1),
            endLine=int(finding.get("end_line") or finding.get("line") or 1),
            title=str(finding.get("title")),
        )

    def text(self, notes: Sequence[str]) -> str:
        """The report as a comment, with `notes` behind it; empty if there is none."""
        place = self.folder / COMMENT
        if not place.is_file():
            return ""
        report = place.read_text(encoding="utf-8", errors="replace").rstrip("\n")
        shown = "\n".join(f"- {note}" for note in notes)
        return self.console.without_secrets(f"{report}\n\n{shown}\n" if notes else f"{report}\n")

    def comment(self, text: str) -> str:
        """Write or update the comment; its address, empty if there is none."""
        number = self.pull.number if self.pull is not None else self.event.issue
        if number is None or not text:
            return ""
        try:
            return put_comment(self.github, self.event.repository, number, text)
        except ApiError as error:
            self._not_done("the comment", error)
            return ""

    def scan(self, commit: str) -> str:
        """Hand the findings to code scanning; the id of the upload, empty if there is none."""
        file = self.folder / FORMATS["sarif"]
        if not file.is_file():
            return ""
        ref = ref_of(self.environ, self.pull.number if self.pull is not None else None)
        try:
            return upload(self.github, self.event.repository, file, commit=commit, ref=ref)
        except ApiError as error:
            self._not_done("code scanning", error)
            return ""

    def _not_done(self, what: str, error: ApiError) -> None:
        told = f"{what}: {error}"
        if error.status == 403 and self.pull is not None and self.pull.is_fork:
            self.console.notice(f"{told}; the token of a fork's job may only read")
        else:
            self.console.warning(told)


def outputs_of(result: Result, folder: Path) -> dict[str, str]:
    """The outputs that follow from a result."""
    severities = [str(each.get("severity")) for each in result.findings]
    cost = result.cost_usd
    return {
        "status": result.status,
        "exit-code": str(result.code),
        "findings": str(len(severities)),
        "errors": str(severities.count("error")),
        "warnings": str(severities.count("warning")),
        "not-reviewed": _places(result.not_reviewed),
        "cost-usd": "" if cost is None else f"{cost:.6f}",
        "report-folder": str(folder),
        "sarif-file": str(folder / FORMATS["sarif"]),
        "answer": result.output[:100_000],
    }


def _places(missed: Sequence[Mapping[str, Any]]) -> str:
    """The places in a line: `path:1-20 (reason)`."""
    shown = [f"{_place(each)} ({each.get('reason')})" for each in missed[:_MOST_NAMED]]
    more = len(missed) - _MOST_NAMED
    return "; ".join([*shown, *([f"{more} more"] if more > 0 else [])])


def _place(missed: Mapping[str, Any]) -> str:
    lines = missed.get("lines") or ()
    ranges = ",".join(f"{first}-{last}" for first, last in lines)
    return f"{missed.get('path')}{f':{ranges}' if ranges else ''}"
