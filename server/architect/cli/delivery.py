"""What becomes of the changes of a run: a patch, a commit, a branch."""

import asyncio
from collections.abc import Iterator, Sequence
from pathlib import Path

from architect.app.run_changes import diff_of_run
from architect.bootstrap.sessions import session_store
from architect.bootstrap.workspaces import commits
from architect.cli.printer import Printer
from architect.cli.run_flag_values import RunFlags
from architect.cli.writable_file import require_writable
from architect.domain.errors import ArchitectError, UserError, VcsFault
from architect.domain.escape_controls import escape_controls
from architect.domain.ids import run_id_of
from architect.domain.journal.state import AgentState
from architect.domain.outcome import Status
from architect.domain.text.counted import counted
from architect.l10n import at, english, shown, t
from architect.ports.workspace import Workspace
from architect.services.sessions import find_runs

_MOST_TITLE = 72


class Delivery:
    """The changes of one run, delivered as the flags say. What cannot be is found out before."""

    def __init__(self, flags: RunFlags, workspace: Workspace) -> None:
        """
        Raises:
            UserError: there can be no commit, or no patch where it is wanted.
        """
        self._flags = flags
        self._workspace = workspace
        self._dirty: frozenset[str] = frozenset()
        if flags.export_patch is not None:
            require_writable("--export-patch", flags.export_patch)
        if not self._commits:
            return
        flag = "--branch" if flags.branch is not None else "--commit"
        if flags.dry_run:
            raise UserError(
                english("{flag}: a dry run changes nothing that could be committed", flag=flag)
            )
        try:
            git = commits(workspace)
            git.require(new_branch=flags.branch)
            self._dirty = git.changed()
        except VcsFault as fault:
            raise UserError(at(flag, str(fault))) from fault

    @property
    def _commits(self) -> bool:
        return self._flags.commit is not None or self._flags.branch is not None

    async def deliver(self, state: AgentState, printer: Printer) -> bool:
        """Do it, and say so; False if something could not be done."""
        done = True
        if self._flags.export_patch is not None:
            done = await self._exported(self._flags.export_patch, state, printer)
        if self._commits:
            done = await asyncio.to_thread(self._committed, state, printer) and done
        if self._commits or self._flags.export_patch is not None:
            for line in _left_out(state):
                printer.line(escape_controls(f"architect: {line}"), "warning")
        return done

    async def _exported(self, file: Path, state: AgentState, printer: Printer) -> bool:
        try:
            patch = await _patch(state, self._workspace)
            await asyncio.to_thread(_write, file, patch)
        except (ArchitectError, OSError) as error:
            reason = (error.strerror or "") if isinstance(error, OSError) else shown(str(error))
            told = t(
                "architect: --export-patch: {file!r}: {reason}; `architect diff` prints it",
                file=str(file),
                reason=reason,
            )
            printer.line(escape_controls(told), "bad")
            return False
        printer.line(
            t(
                "patch: {file} ({files})",
                file=file,
                files=shown(counted(len(state.files_modified), "file")),
            )
        )
        return True

    def _committed(self, state: AgentState, printer: Printer) -> bool:
        paths = sorted(state.files_modified)
        why_not = self._why_not(state, paths)
        if why_not:
            printer.line(
                escape_controls(t("architect: nothing was committed: {reason}", reason=why_not)),
                "bad",
            )
            return False
        git = commits(self._workspace)
        try:
            changed = git.changed()
            paths = [path for path in paths if path in changed]
            if not paths:
                printer.line(t("commit: none, nothing is changed"))
                return True
            commit = git.commit(paths, self._message(state), new_branch=self._flags.branch)
        except VcsFault as fault:
            printer.line(
                escape_controls(
                    t("architect: nothing was committed: {reason}", reason=shown(str(fault)))
                ),
                "bad",
            )
            return False
        files = shown(counted(len(paths), "file"))
        printer.line(
            t(
                "commit: {commit} on the new branch {branch} ({files})",
                commit=commit,
                branch=self._flags.branch,
                files=files,
            )
            if self._flags.branch
            else t("commit: {commit} ({files})", commit=commit, files=files)
        )
        return True

    def _why_not(self, state: AgentState, paths: Sequence[str]) -> str:
        if state.status is not Status.SUCCESS:
            status = shown(state.status or Status.FAILED)
            if paths:
                return t("the run ended as {status}; its changes are in the files", status=status)
            return t("the run ended as {status}", status=status)
        if mixed := [path for path in paths if path in self._dirty]:
            return t(
                "{files} had changes of your own before; commit with `git add -p`, or stash "
                "them before the next run",
                files=", ".join(mixed),
            )
        return ""

    def _message(self, state: AgentState) -> str:
        if self._flags.commit:
            return self._flags.commit
        task = state.started.title or state.started.task if state.started else ""
        first, *_ = [*filter(str.strip, task.split("\n")), "Changes by an agent"]
        return first.strip()[:_MOST_TITLE]


def _left_out(state: AgentState) -> Iterator[str]:
    """What commands changed that is in no patch and no commit of ours."""
    for each in state.not_recorded:
        if each.count:
            paths = ", ".join(each.paths) + (", ..." if each.count > len(each.paths) else "")
            yield t(
                "left out: {files}, {reason}: {paths}",
                files=shown(counted(each.count, "changed file")),
                reason=shown(each.reason),
                paths=paths,
            )


def _write(file: Path, patch: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(patch.encode("utf-8", "surrogateescape"))


async def _patch(state: AgentState, workspace: Workspace) -> str:
    """What the last run of the session changed."""
    if state.started is None:
        return ""
    session = state.started.session_id
    _, runs = await find_runs(session_store(workspace.root), session)
    last = runs[:1] or (run_id_of(session),)
    return "".join([(await diff_of_run(run_id, workspace)).patch for run_id in last])
