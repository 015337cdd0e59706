"""Git by its command line."""

import asyncio
import os
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NoReturn

from architect.adapters.files.anchored import open_slot
from architect.adapters.files.regular_file import open_regular_slot
from architect.adapters.git_environment import (
    ENGLISH,
    IN_NO_SUBMODULE,
    RUNS_NOTHING,
    environment_of_git,
    without_filters,
)
from architect.adapters.git_output import git_fault
from architect.adapters.git_settings import lazy_fetch, own_settings, require_own_files
from architect.domain.errors import NotAFileError, VcsFault
from architect.domain.git_range import Between, GitRange, Since, Staged
from architect.domain.text.diff import diff_of
from architect.l10n import english

TIMEOUT_S = 30.0
_GIT = ("git", *RUNS_NOTHING, "--no-optional-locks")
_LITERAL = {"GIT_LITERAL_PATHSPECS": "1"}
"""A name is a name, whatever `:` or `*` it has."""

_MOST_BYTES = 2_000_000
"""Of a new file that is shown as text."""


class Git:
    """The repository around `folder`, read only: no program that it names is run.

    That goes for hooks, pagers, external diffs and filters; without those, changed files under Git
    LFS are compared as they are.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    async def diff(self, changes: GitRange, paths: Sequence[str] = ()) -> str:
        """The unified diff of `changes`, below `paths` if there are any.

        Names are relative to the folder, whatever the configuration of the repository says.

        Raises:
            VcsFault: git is missing, this is no repository, or a revision names no commit.
        """
        await asyncio.to_thread(require_own_files, self._folder)
        commits = await self._commits(changes)
        told = await self._output(
            "diff",
            "--no-ext-diff",
            "--no-textconv",
            IN_NO_SUBMODULE,
            "--no-color",
            "--relative",
            "--src-prefix=a/",
            "--dst-prefix=b/",
            *commits,
            "--",
            *(paths or (".",)),
            failure=english("git could not compare with {changes!r}", changes=str(changes)),
            variables=_LITERAL | await self._without_filters() | await self._fetching(),
        )
        if isinstance(changes, Since) and changes.untracked:
            told += await asyncio.to_thread(self._new, await self._untracked(paths))
        return told

    async def subjects(self, most: int) -> list[str]:
        """The first lines of the last commits that are no merges, the newest first.

        Raises:
            VcsFault: git is missing, or this is no repository.
        """
        listed = await self._output(
            "log",
            "--no-merges",
            "--no-show-signature",
            "--no-color",
            "--format=%s",
            f"--max-count={most}",
            "--end-of-options",
            "HEAD",
            failure=english("git could not list the commits"),
            codes=(0, 128),
        )
        return [line for line in listed.split("\n") if line]

    async def fork_point(self, ref: str) -> str:
        """The commit where HEAD and `ref` parted.

        Raises:
            VcsFault: git is missing, no such revision, or no common commit.
        """
        return await self._fork_point(await self._commit("HEAD"), await self._commit(ref), ref)

    async def _commits(self, changes: GitRange) -> tuple[str, ...]:
        """What tells `git diff` which two states to compare."""
        match changes:
            case Since(ref):
                return (await self._commit(ref),)
            case Staged():
                return ("--cached",)
            case Between(old, new, from_fork):
                first, last = await self._commit(old), await self._commit(new)
                return (await self._fork_point(last, first, old) if from_fork else first, last)

    async def _commit(self, ref: str) -> str:
        return await self._resolved(ref) or await self._no_commit(ref)

    async def _resolved(self, ref: str) -> str:
        """The id of the commit; empty if there is none."""
        asked = ("rev-parse", "--verify", "--quiet", "--end-of-options", f"{ref}^{{commit}}")
        found = await self._output(
            *asked, failure=english("git cannot look up {ref!r}", ref=ref), codes=(0, 1)
        )
        return found.strip()

    async def _no_commit(self, ref: str) -> NoReturn:
        if ref == "HEAD":
            raise VcsFault(
                english("the repository in {folder!r} has no commit yet", folder=str(self._folder))
            )
        remote = f"origin/{ref}"
        is_remote = ref and await self._resolved(f"refs/remotes/{remote}")
        hint = (
            english("did you mean {name!r}?", name=remote)
            if is_remote
            else english("fetch it, or name another")
        )
        raise VcsFault(
            english(
                "git knows no revision {ref!r} in {folder!r}; {hint}",
                ref=ref,
                folder=str(self._folder),
                hint=hint,
            )
        )

    async def _fork_point(self, commit: str, other: str, ref: str) -> str:
        found = await self._output(
            "merge-base",
            commit,
            other,
            failure=english(
                "git finds no commit that {ref!r} and this state have in common (a shallow "
                "clone may lack it: fetch the whole history)",
                ref=ref,
            ),
        )
        return found.split()[0]

    async def _untracked(self, paths: Sequence[str]) -> list[str]:
        names = await self._output(
            "ls-files",
            "--others",
            "--exclude-standard",
            "-z",
            "--",
            *(paths or (".",)),
            failure=english("git cannot list new files"),
            variables=_LITERAL,
        )
        return sorted(filter(None, names.split("\0")))

    def _new(self, names: Sequence[str]) -> str:
        """New files as a diff; what is no text, or too long to be one, is only named."""
        return "".join(map(self._new_file, names))

    def _new_file(self, name: str) -> str:
        try:
            with open_slot(self._folder, name.split("/")) as slot:
                descriptor = open_regular_slot(slot, shown_as=name)
            with os.fdopen(descriptor, "rb") as file:
                content = file.read(_MOST_BYTES + 1)
        except (OSError, NotAFileError):
            return ""
        head = f"diff --git a/{name} b/{name}\nnew file mode 100644\n"
        if len(content) > _MOST_BYTES or b"\0" in content[:8_000]:
            return f"{head}Binary files /dev/null and b/{name} differ\n"
        text = content.decode("utf-8", "replace")
        return head + diff_of(name, None, text)[0].removeprefix(head)

    async def _fetching(self) -> dict[str, str]:
        """Variables by which a partial clone gets the versions that it lacks."""
        return lazy_fetch(await asyncio.to_thread(own_settings, self._folder))

    async def _without_filters(self) -> dict[str, str]:
        """Variables that take the programs out of all filters the configuration has."""
        names = await self._output(
            *("config", "--null", "--name-only", "--get-regexp", r"^filter\."),
            failure=english("git cannot read its configuration"),
            codes=(0, 1),
        )
        return without_filters(names.split("\0"))

    async def _output(
        self,
        *arguments: str,
        failure: str,
        variables: Mapping[str, str] | None = None,
        codes: Sequence[int] = (0,),
    ) -> str:
        try:
            git = await asyncio.create_subprocess_exec(
                *_GIT,
                *arguments,
                cwd=self._folder,
                env=environment_of_git(os.environ) | ENGLISH | dict(variables or {}),
                stdin=DEVNULL,
                stdout=PIPE,
                stderr=PIPE,
            )
        except (OSError, ValueError) as error:
            raise VcsFault(
                english("{failure}: git cannot be run ({error})", failure=failure, error=error)
            ) from error
        try:
            async with asyncio.timeout(TIMEOUT_S):
                stdout, stderr = await git.communicate()
        except TimeoutError as error:
            raise VcsFault(
                english(
                    "{failure}: no answer within {timeout_s:g} s",
                    failure=failure,
                    timeout_s=TIMEOUT_S,
                )
            ) from error
        finally:
            if git.returncode is None:
                git.kill()
                await git.wait()
        if git.returncode is None or git.returncode not in codes:
            raise git_fault(failure, stderr, self._folder)
        return stdout.decode("utf-8", "replace")
