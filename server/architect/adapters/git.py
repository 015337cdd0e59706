"""Git by its command line."""

import asyncio
from asyncio.subprocess import DEVNULL, PIPE
from pathlib import Path

from architect.domain.errors import VcsFault

TIMEOUT_S = 30.0
_GIT = ("git", "--no-pager", "--no-optional-locks", "-c", "core.fsmonitor=false")


class Git:
    """The repository around `folder`, read only: no hook, filter or pager of it is run."""

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
            commit.strip(),
            "--",
            ".",
            failure=f"git could not compare with {ref!r}",
        )

    async def _output(self, *arguments: str, failure: str) -> str:
        try:
            git = await asyncio.create_subprocess_exec(
                *_GIT, *arguments, cwd=self._folder, stdin=DEVNULL, stdout=PIPE, stderr=PIPE
            )
        except OSError as error:
            raise VcsFault(f"git cannot be run: {error}") from error
        try:
            async with asyncio.timeout(TIMEOUT_S):
                stdout, stderr = await git.communicate()
        except TimeoutError as error:
            raise VcsFault(f"{failure}: no answer within {TIMEOUT_S:g} s") from error
        finally:
            if git.returncode is None:
                git.kill()
                await git.wait()
        if git.returncode:
            detail = stderr.decode("utf-8", "replace").strip()
            raise VcsFault(f"{failure}: {detail}" if detail else failure)
        return stdout.decode("utf-8", "replace")
