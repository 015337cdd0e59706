"""What went another way when a run was played again."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from architect.domain.ids import CallId
from architect.domain.journal.call_events import ToolDecided, ToolFinished
from architect.domain.journal.events import Event
from architect.domain.text.file_text import split_lines
from architect.domain.tool_names import is_run_time_name
from architect.frozen import frozen
from architect.l10n import english, joined, shown, t
from architect.services.replay.recorded_run import RecordedRun, RunFacts, results_by_step
from architect.services.replay.rules import CUT, NOT_COMPARED, normal

MOST_TOLD = 500
"""Differences; a long run that goes another way early on differs in all that follows."""

Call = tuple[ToolDecided | None, ToolFinished]

_SHOWN_CHARS = 160
_CALLED, _NOT_CALLED = english("called"), english("not called")
_REPORTED, _NOT_REPORTED = english("reported"), english("not reported")
_NO_LINE = english("no such line")


@frozen(kw_only=True)
class Difference:
    """One line: what, where, how it was recorded and how it went now. `step` is 0 for the end."""

    step: int
    what: str
    recorded: str
    now: str

    def __str__(self) -> str:
        what, recorded, now = map(shown, (self.what, self.recorded, self.now))
        if not self.step:
            return t(
                "{what}: recorded {recorded}, now {now}", what=what, recorded=recorded, now=now
            )
        return t(
            "step {step}: {what}: recorded {recorded}, now {now}",
            step=self.step,
            what=what,
            recorded=recorded,
            now=now,
        )


class Comparison:
    """Compares a run that is played again with the recorded one, a step at a time.

    `folders` are the names of their workspaces. With `until` only steps up to that one are
    compared, and not the end.
    """

    def __init__(
        self,
        run: RecordedRun,
        *,
        folders: tuple[Collection[Path], Collection[Path]],
        until: int | None = None,
    ) -> None:
        self.facts = RunFacts()
        self._run = run
        self._folders = folders
        self._until = until
        self._recorded = results_by_step(run.read())
        self._next = next(self._recorded, None)
        self._step = 0
        self._calls: list[Call] = []
        self._decided: dict[CallId, ToolDecided] = {}
        self._found: list[Difference] = []
        self._more = 0

    def see(self, event: Event) -> None:
        """Take the next event of the run that is played again."""
        self.facts.take(event)
        if isinstance(event, ToolDecided):
            self._decided[event.call_id] = event
        elif isinstance(event, ToolFinished):
            if event.step != self._step:
                self._close_step()
                self._step = event.step
            self._calls.append((self._decided.pop(event.call_id, None), event))

    def end(self) -> tuple[list[Difference], int]:
        """The first `MOST_TOLD` differences, and how many more there are."""
        self._close_step()
        if not self._run.facts.is_cut_off:
            while self._next is not None:
                self._compare(*self._taken(), ())
        if self._until is None:
            self._add(_of_files(self._run.facts, self.facts))
            self._add(_of_end(self._run.facts, self.facts))
        return self._found, self._more

    def _taken(self) -> tuple[int, Sequence[Call]]:
        assert self._next is not None
        taken, self._next = self._next, next(self._recorded, None)
        return taken

    def _close_step(self) -> None:
        calls, self._calls = self._calls, []
        while self._next is not None and self._next[0] < self._step:
            self._compare(*self._taken(), ())
        if self._next is not None and self._next[0] == self._step:
            self._compare(*self._taken(), calls)
        elif not (self._next is None and self._run.facts.is_cut_off):
            # What a run that was cut off had not got to, nobody knows.
            self._compare(self._step, (), calls)

    def _compare(self, step: int, before: Sequence[Call], after: Sequence[Call]) -> None:
        if self._until is None or step <= self._until:
            secret = self._run.facts.secret_calls
            self._add(_of_calls(before, after, self._folders, secret))

    def _add(self, found: Iterable[Difference]) -> None:
        for each in found:
            if len(self._found) < MOST_TOLD:
                self._found.append(each)
            else:
                self._more += 1


def _of_calls(
    before: Sequence[Call],
    after: Sequence[Call],
    folders: tuple[Collection[Path], Collection[Path]],
    secret: Collection[CallId],
) -> Iterator[Difference]:
    now = {finished.call_id: (decided, finished) for decided, finished in after}
    for decided, finished in before:
        decided_now, again = now.pop(finished.call_id, (None, None))
        if _is_left_out(finished) or finished.call_id in secret:
            continue
        step, what = finished.step, f"{finished.name} {_summary(decided)}".strip()
        if again is None:
            yield Difference(step=step, what=what, recorded=_CALLED, now=_NOT_CALLED)
        elif (was := _decision(decided)) != (is_now := _decision(decided_now)):
            yield Difference(step=step, what=what, recorded=was, now=is_now)
        elif (difference := _of_results(finished, again, what, folders)) is not None:
            yield difference
    for _, again in now.values():
        if not _is_left_out(again):
            yield Difference(step=again.step, what=again.name, recorded=_NOT_CALLED, now=_CALLED)


def _is_left_out(finished: ToolFinished) -> bool:
    return finished.name in NOT_COMPARED or is_run_time_name(finished.name)


def _summary(decided: ToolDecided | None) -> str:
    return "" if decided is None else " ".join(decided.summary.split())[:80]


def _decision(decided: ToolDecided | None) -> str:
    if decided is None:
        return english("not decided")
    return english("allowed") if decided.allowed else english("denied by {by}", by=decided.by)


def _of_results(
    was: ToolFinished,
    again: ToolFinished,
    what: str,
    folders: tuple[Collection[Path], Collection[Path]],
) -> Difference | None:
    if was.success != again.success:
        words = {True: english("success"), False: english("a failure")}
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
        return _short(lines[len(others)]), _NO_LINE
    return _NO_LINE, _short(others[len(lines)])


def _short(text: str | None) -> str:
    line = " ".join((text or "").split())
    return repr(line if len(line) <= _SHOWN_CHARS else f"{line[:_SHOWN_CHARS]}...")


def _of_files(before: RunFacts, after: RunFacts) -> Iterator[Difference]:
    recorded, now = before.changed, after.changed
    for path in sorted({*recorded, *now} - before.hidden):
        was, is_now = _content(recorded, path), _content(now, path)
        if was != is_now:
            yield Difference(
                step=0, what=english("the file {path}", path=path), recorded=was, now=is_now
            )


def _content(files: Mapping[str, str | None], path: str) -> str:
    if path not in files:
        return english("not changed")
    digest = files[path]
    return english("deleted") if digest is None else english("content {digest}", digest=digest[:12])


def _of_end(before: RunFacts, after: RunFacts) -> Iterator[Difference]:
    was, is_now = before.end, after.end
    if was is not None and not before.is_cut_off:
        recorded = f"{was.status} ({was.stop_reason})"
        now = english("no end") if is_now is None else f"{is_now.status} ({is_now.stop_reason})"
        if recorded != now:
            if is_now and is_now.error:
                now = joined(", ", (now, is_now.error.message))
            yield Difference(step=0, what=english("the end"), recorded=recorded, now=now)
    for name in sorted({*before.gates, *after.gates}):
        one, other = _check(before, name), _check(after, name)
        if one != other:
            yield Difference(
                step=0, what=english("the check {name}", name=name), recorded=one, now=other
            )
    for one in sorted(before.findings - after.findings):
        yield Difference(
            step=0,
            what=english("the finding {finding}", finding=one),
            recorded=_REPORTED,
            now=_NOT_REPORTED,
        )
    for one in sorted(after.findings - before.findings):
        yield Difference(
            step=0,
            what=english("the finding {finding}", finding=one),
            recorded=_NOT_REPORTED,
            now=_REPORTED,
        )


def _check(facts: RunFacts, name: str) -> str:
    gate = facts.gates.get(name)
    if gate is None:
        return english("not run")
    return english("passed") if gate.passed else english("failed")
