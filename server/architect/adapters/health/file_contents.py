"""The contents of files that are to be measured, from wherever they are."""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from architect.adapters.files.anchored import open_slot
from architect.adapters.files.regular_file import open_regular_slot, read_whole
from architect.adapters.git_environment import RUNS_NOTHING, environment_of_git
from architect.adapters.health.file_measure import NotMeasuredError
from architect.domain.errors import NotAFileError, PathRefusedError, PortFault
from architect.domain.health.sources import DiskFiles, GitFiles, GivenFiles, Sources
from architect.l10n import english

MOST_BYTES = 1_000_000
"""Of a file. People write no longer ones."""

_TOO_LARGE = english("larger than {most_bytes:,} bytes", most_bytes=MOST_BYTES)


def contents_of(sources: Sources) -> Iterator[tuple[str, bytes | NotMeasuredError]]:
    """Each file with what is in it, or why that is not known."""
    match sources:
        case DiskFiles(root, names):
            for name in names:
                yield name, _on_disk(Path(root), name)
        case GitFiles():
            yield from _in_repository(sources)
        case GivenFiles(texts):
            for name, text in texts.items():
                content = text.encode("utf-8", "surrogateescape")
                yield name, content if len(content) <= MOST_BYTES else NotMeasuredError(_TOO_LARGE)


def _on_disk(root: Path, name: str) -> bytes | NotMeasuredError:
    try:
        with open_slot(root, name.split("/")) as slot:
            descriptor = open_regular_slot(slot, shown_as=name)
        try:
            if os.fstat(descriptor).st_size > MOST_BYTES:
                return NotMeasuredError(_TOO_LARGE)
            return read_whole(descriptor, shown_as=name, max_bytes=MOST_BYTES)
        finally:
            os.close(descriptor)
    except NotAFileError:
        return NotMeasuredError(
            english("a symbolic link") if (root / name).is_symlink() else english("no file")
        )
    except (OSError, PortFault, PathRefusedError):
        return NotMeasuredError(english("it cannot be read"))


def _in_repository(sources: GitFiles) -> Iterator[tuple[str, bytes | NotMeasuredError]]:
    """The blobs, from one git, which starts nothing and fetches nothing."""
    command = ("git", *RUNS_NOTHING, "-c", "safe.directory=*", "cat-file", "--batch")
    environ = environment_of_git(os.environ) | {"GIT_NO_REPLACE_OBJECTS": "1"}
    with subprocess.Popen(
        command,
        cwd=sources.folder,
        env=environ,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as git:
        assert git.stdin is not None
        assert git.stdout is not None
        for name, blob in sources.blobs.items():
            git.stdin.write(f"{blob}\n".encode())
            git.stdin.flush()
            _, kind, *size = git.stdout.readline().decode().split()
            if kind != "blob" or not size:
                yield name, NotMeasuredError(english("not in the repository"))
                continue
            yield name, _blob(git.stdout, int(size[0]))
        git.stdin.close()


def _blob(output: IO[bytes], size: int) -> bytes | NotMeasuredError:
    """A blob of `size` bytes, which a line feed follows."""
    if size <= MOST_BYTES:
        return output.read(size + 1)[:-1]
    left = size + 1
    while left and (piece := output.read(min(left, 1 << 20))):
        left -= len(piece)
    return NotMeasuredError(_TOO_LARGE)
