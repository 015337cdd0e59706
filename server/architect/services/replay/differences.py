"""What went another way when a run was played again."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path

from architect.domain.ids import CallId
from architect.domain.journal.call_events import FindingReported, ToolFinished
from architect.domain.journal.change_events import FileChanged
from architect.domain.journal.check_events import GateRan
from architect.domain.journal.events import Event
from architect.domain.text.file_text import split_lines
from architect.domain.tool_names import is_run_time_name
from architect.frozen import frozen
from architect.services.replay.recorded_run import (
    calls_with_secrets,
    changed_files,
    decisions,
    ending,
    results,
    was_cut_off,
)
from architect.services.replay.rules import CUT, NOT_COMPARED, normal

_SHOWN_CHARS = 160


@frozen(kw_only=True)
class Difference:
    """One line: what, where, how it was recorded and how it went now. `step` is 0 for the end."""

    step: int
    what: str
    recorded: str
    now: str

    def __str__(self) -> str:
        place = f"step {self.step}: " if self.step else ""
        return f"{place}{self.what}: recorded {self.recorded}, now {self.now}"


def differences(
    before: Sequence[Event],
    after: Sequence[Event],
    *,
    folders: tuple[Collection[Path], Collection[Path]],
    until: int | None = None,
) -> list[Difference]:
    """How `after` differs from `before`; `folders` are the names of their workspaces.

    With `until` only steps up to that one are compared, and not the end.
    """
    return [
        *_of_calls(before, after, folders, until),
        *([] if until is not None else _of_files(before, after)),
        *([] if until is not None else _of_end(before, after)),
    ]


def _of_calls(
    before: Sequence[Event],
    after: Sequence[Event],
    folders: tuple[Collection[Path], Collection[Path]],
    until: int | None,
) -> Iterator[Difference]:
    recorded, now = results(before), results(after)
    allowed, allowed_now = decisions(before), decisions(after)
    secret = calls_with_secrets(before)
    for call_id, finished in recorded.items():
        if _is_left_out(finished, until) or call_id in secret:
            continue
        what = f"{finished.name} {_summary(call_id, allowed)}".strip()
        decided, decided_now = allowed.get(call_id), allowed_now.get(call_id)
        was = "not decided" if decided is None else _decision(decided.allowed, decided.by)
        is_now = (
            "not decided" if decided_now is None else _decision(decided_now.allowed, decided_now.by)
        )
        if was != is_now:
            yield Difference(step=finished.step, what=what, recorded=was, now=is_now)
            continue
        if (again := now.get(call_id)) is None:
            yield Difference(step=finished.step, what=what, recorded="called", now="not called")
            continue
        difference = _of_results(finished, again, what, folders)
        if difference is not None:
            yield difference
    if was_cut_off(before):
        return  # what it had not got to, nobody knows
    for call_id, again in now.items():
        if call_id not in recorded and not _is_left_out(again, until):
            yield Difference(step=again.step, what=again.name, recorded="not called", now="called")


def _is_left_out(finished: ToolFinished, until: int | None) -> bool:
    if finished.name in NOT_COMPARED or is_run_time_name(finished.name):
        return True
    return until is not None and finished.step > until


def _summary(call_id: CallId, decided: Mapping[CallId, object]) -> str:
    summary = getattr(decided.get(call_id), "summary", "")
    return " ".join(str(summary).split())[:80]


def _decision(allowed: bool, by: str) -> str:
    return "allowed" if allowed else f"denied by {by}"


def _of_results(
    was: ToolFinished,
    again: ToolFinished,
    what: str,
    folders: tuple[Collection[Path], Collection[Path]],
) -> Difference | None:
    if was.success != again.success:
        words = {True: "success", False: "a failure"}
        return Difference(
            step=was.step,
            what=what,
            recorded=_words(words[was.success], was.error),
            now=_words(words[again.success], again.error),
        )
    one, other = normal(was.text, folders[0]), normal(again.text, folders[1])
    if one == other or _are_cut_elsewhere(one, other):
        return None
    recorded, now = _first_difference(one, other)
    return Difference(step=was.step, what=what, recorded=recorded, now=now)


def _are_cut_elsewhere(one: str, other: str) -> bool:
    """Whether they are the same up to the line where one of them was cut."""
    cuts = [found.start() for each in (one, other) if (found := re.search(CUT, each))]
    return bool(cuts) and one[: min(cuts)].rstrip("\n") == other[: min(cuts)].rstrip("\n")


def _words(outcome: str, error: str | None) -> str:
    return f"{outcome} ({_short(error)})" if error else outcome


def _first_difference(one: str, other: str) -> tuple[str, str]:
    """The first lines that differ, each in quotes."""
    lines, others = split_lines(one), split_lines(other)
    for line, against in zip(lines, others, strict=False):
        if line != against:
            return _short(line), _short(against)
    if len(lines) > len(others):
        return _short(lines[len(others)]), "no such line"
    return "no such line", _short(others[len(lines)])


def _short(text: str | None) -> str:
    line = " ".join((text or "").split())
    return repr(line if len(line) <= _SHOWN_CHARS else f"{line[:_SHOWN_CHARS]}...")


def _of_files(before: Sequence[Event], after: Sequence[Event]) -> Iterator[Difference]:
    recorded, now = changed_files(before), changed_files(after)
    secret = calls_with_secrets(before)
    hidden = {e.path for e in before if isinstance(e, FileChanged) and e.call_id in secret}
    for path in sorted({*recorded, *now} - hidden):
        was, is_now = _content(recorded, path), _content(now, path)
        if was != is_now:
            yield Difference(step=0, what=f"the file {path}", recorded=was, now=is_now)


def _content(files: Mapping[str, str | None], path: str) -> str:
    if path not in files:
        return "not changed"
    digest = files[path]
    return "deleted" if digest is None else f"content {digest[:12]}"


def _of_end(before: Sequence[Event], after: Sequence[Event]) -> Iterator[Difference]:
    was, is_now = ending(before), ending(after)
    if was is not None and not was_cut_off(before):
        recorded = f"{was.status} ({was.stop_reason})"
        now = "no end" if is_now is None else f"{is_now.status} ({is_now.stop_reason})"
        if recorded != now:
            error = f", {is_now.error.message}" if is_now and is_now.error else ""
            yield Difference(step=0, what="the end", recorded=recorded, now=now + error)
    gates, gates_now = _gates(before), _gates(after)
    for name in sorted({*gates, *gates_now}):
        one, other = gates.get(name, "not run"), gates_now.get(name, "not run")
        if one != other:
            yield Difference(step=0, what=f"the check {name}", recorded=one, now=other)
    findings, findings_now = _findings(before), _findings(after)
    for one in sorted(findings - findings_now):
        yield Difference(step=0, what=f"the finding {one}", recorded="reported", now="not reported")
    for one in sorted(findings_now - findings):
        yield Difference(step=0, what=f"the finding {one}", recorded="not reported", now="reported")


def _gates(events: Sequence[Event]) -> dict[str, str]:
    return {e.name: "passed" if e.passed else "failed" for e in events if isinstance(e, GateRan)}


def _findings(events: Sequence[Event]) -> set[str]:
    found = (each.finding for each in events if isinstance(each, FindingReported))
    return {f"{each.path}:{each.line} {each.title}" for each in found}
