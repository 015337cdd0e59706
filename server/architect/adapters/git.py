"""Git by its command line."""

import asyncio
import os
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import Mapping, Sequence
from pathlib import Path

from architect.adapters.git_environment import without_filters, without_git_variables
from architect.domain.errors import VcsFault

TIMEOUT_S = 30.0
_GIT = ("git", "--no-pager", "--no-optional-locks", "-c", "core.fsmonitor=false")


class Git:
    """The repository around `folder`, read only: no program that it names is run.

    That goes for hooks, pagers, external diffs and filters; without those, changed files under Git
    LFS are compared as they are.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    async def diff(self, ref: str) -> str:
        """The unified diff from `ref` to the working tree.

        Raises:
            VcsFault: git is missing, this is no repository, or `ref` names no commit.
        """
        commit = await self._output(
            "rev-parse",
            "--verify",
            "--quiet",
            "--end-of-options",
            f"{ref}^{{commit}}",
            failure=f"git knows no revision {ref!r} in {str(self._folder)!r}",
        )
        return await self._output(
            "diff",
            "--no-ext-diff",
            "--no-textconv",
            "--no-color",
            "--src-prefix=a/",  # whatever the configuration of the repository says
            "--dst-prefix=b/",
            commit.strip(),
            "--",
            ".",
            failure=f"git could not compare with {ref!r}",
            variables=await self._without_filters(),
        )

    async def _without_filters(self) -> dict[str, str]:
        """Variables that take the programs out of all filters the configuration has."""
        names = await self._output(
            *("config", "--null", "--name-only", "--get-regexp", r"^filter\."),
            failure="git cannot read its configuration",
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
                env=without_git_variables(os.environ) | dict(variables or {}),
                stdin=DEVNULL,
                stdout=PIPE,
                stderr=PIPE,
            )
        except (OSError, ValueError) as error:
            raise VcsFault(f"{failure}: git cannot be run ({error})") from error
        try:
            async with asyncio.timeout(TIMEOUT_S):
                stdout, stderr = await git.communicate()
        except TimeoutError as error:
            raise VcsFault(f"{failure}: no answer within {TIMEOUT_S:g} s") from error
        finally:
            if git.returncode is None:
                git.kill()
                await git.wait()
        if git.returncode is None or git.returncode not in codes:
            detail = stderr.decode("utf-8", "replace").strip()
            raise VcsFault(f"{failure}: {detail}" if detail else failure)
        return stdout.decode("utf-8", "replace")
