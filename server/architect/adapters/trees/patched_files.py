"""The files that a patch changes, as they are with it; nothing is written into the repository."""

import os
import tempfile
from pathlib import Path

from architect.adapters.trees.plumbing import git
from architect.frozen import frozen
from architect.l10n import english


@frozen
class PatchedFile:
    """A file behind a patch; its `mode` is that of git, all zeros if it is gone."""

    path: str
    mode: str
    content: bytes


def patched_files(repository: Path, commit: str, patch: str) -> list[PatchedFile]:
    """What `patch` makes of the files of `commit`.

    Raises:
        VcsFault: it does not apply.
    """
    failure = english("its patch of tests does not apply")
    shared = git(
        repository, "rev-parse", "--path-format=absolute", "--git-path", "objects", failure=failure
    )
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "objects").mkdir()
        variables = {
            "GIT_INDEX_FILE": str(folder / "index"),
            "GIT_OBJECT_DIRECTORY": str(folder / "objects"),
            "GIT_ALTERNATE_OBJECT_DIRECTORIES": shared.removesuffix("\n"),
        }

        def run(*arguments: str, stdin: bytes = b"") -> str:
            return git(repository, *arguments, failure=failure, stdin=stdin, variables=variables)

        run("read-tree", commit)
        if patch.strip():
            whole = patch if patch.endswith("\n") else f"{patch}\n"
            run("apply", "--cached", "--whitespace=nowarn", "-", stdin=os.fsencode(whole))
        changed = run(
            "diff-index", "--cached", "--raw", "-z", "--no-renames", "--abbrev=64", commit
        )
        words = changed.split("\0")[:-1]
        found: list[PatchedFile] = []
        for about, path in zip(words[::2], words[1::2], strict=True):
            _, mode, _, blob, status = about.removeprefix(":").split(" ")
            content = "" if status == "D" else run("cat-file", "blob", blob)
            found.append(PatchedFile(path, mode, content.encode("utf-8", "surrogateescape")))
        return found
