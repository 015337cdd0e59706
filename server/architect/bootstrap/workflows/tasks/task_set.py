"""Tasks of an evaluation, and the contents of the files that are hidden from the agents."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from pathlib import PurePosixPath

from architect.adapters.records.workflow_files import digest_of
from architect.domain.errors import UserError
from architect.domain.workflows.unit import HiddenFile
from architect.frozen import frozen
from architect.l10n import english
from architect.workflows.evaluation import EvaluationTask


@frozen
class TaskSet:
    """`contents` are by their digests; `missing` says of each task that cannot be run why not."""

    tasks: tuple[EvaluationTask, ...]
    contents: Mapping[str, bytes] = field(default_factory=dict[str, bytes])
    missing: tuple[str, ...] = ()


@frozen
class LoadedFile:
    """A hidden file with its content; None takes the file away."""

    path: str
    content: bytes | None
    executable: bool = False


@frozen
class LoadedTask:
    """A task whose files are not kept yet."""

    task: EvaluationTask
    files: tuple[LoadedFile, ...]


def task_set(loaded: Sequence[LoadedTask], missing: Iterable[str] = ()) -> TaskSet:
    """The tasks, with their files by digest."""
    contents = {
        digest_of(file.content): file.content
        for each in loaded
        for file in each.files
        if file.content is not None
    }
    return TaskSet(tuple(each.task for each in loaded), contents, tuple(missing))


def hidden(files: Iterable[LoadedFile]) -> tuple[HiddenFile, ...]:
    """What a unit carries of these files."""
    return tuple(
        HiddenFile(
            each.path, "" if each.content is None else digest_of(each.content), each.executable
        )
        for each in files
    )


def path_in_tree(path: str, place: str) -> str:
    """`path`, which is named at `place`, if it stays inside of a tree.

    Raises:
        UserError: it does not.
    """
    parts = PurePosixPath(path).parts
    if not parts or parts[0] == "/" or {"..", ".git"} & set(parts):
        raise UserError(
            english("{place}: {path!r} is no path inside of a repository", place=place, path=path)
        )
    return PurePosixPath(path).as_posix()
