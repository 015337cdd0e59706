"""Tasks in JSON lines as SWE-bench has them: https://huggingface.co/datasets/SWE-bench/SWE-bench

What its patches of tests change is hidden from the agents, and so are the names of the tests.
"""

import json
import shlex
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, cast

from architect.adapters.trees.patched_files import patched_files
from architect.adapters.trees.sealed_repository import commit_of, top_of
from architect.bootstrap.workflows.tasks.task_set import (
    LoadedFile,
    LoadedTask,
    TaskSet,
    hidden,
    path_in_tree,
    task_set,
)
from architect.domain.errors import UserError, VcsFault
from architect.domain.workflows.unit import Source
from architect.l10n import at, english
from architect.workflows.evaluation import EvaluationTask

TEXTS = ("instance_id", "repo", "base_commit", "problem_statement", "test_patch")
TESTS = ("FAIL_TO_PASS", "PASS_TO_PASS")
FOLDER = ".architect-checks"
"""Where the scripts that run the tests are put: lists of tests are too long for a command line."""

_EXECUTABLE, _LINK, _NOTHING = "100755", "120000", "000000"


class _CannotRunError(Exception):
    """Why a task cannot be run here."""


def read_swe_tasks(file: Path, *, repositories: Path | None, test_command: str) -> TaskSet:
    """The tasks of `file` whose repositories are in the folder `repositories`.

    Raises:
        UserError: a line is not as it should be.
    """
    if repositories is None:
        raise UserError(
            english(
                "{file!r} names repositories: say where they are by --repositories", file=str(file)
            )
        )
    loaded: list[LoadedTask] = []
    missing: list[str] = []
    for place, line in _lines(file):
        try:
            loaded.append(_task(line, place, repositories, test_command))
        except (_CannotRunError, VcsFault) as error:
            missing.append(at(str(line["instance_id"]), str(error)))
    return task_set(loaded, missing)


def _lines(file: Path) -> Iterator[tuple[str, Mapping[str, Any]]]:
    try:
        lines = file.read_bytes().split(b"\n")
    except OSError as error:
        raise UserError(
            english("{file!r} cannot be read: {error}", file=str(file), error=error.strerror)
        ) from error
    for number, line in enumerate(lines, 1):
        if line.strip():
            place = f"{file}:{number}"
            yield place, _checked_line(line, place)


def _checked_line(line: bytes, place: str) -> Mapping[str, Any]:
    try:
        value: Any = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise UserError(
            english("{place}: this is no JSON: {error}", place=place, error=error)
        ) from error
    if not isinstance(value, dict):
        raise UserError(english("{place}: this is no JSON object", place=place))
    found = cast(dict[str, Any], value)
    for name in TEXTS:
        if not isinstance(found.get(name), str):
            raise UserError(
                english("{place}: {name!r} is missing, or is no text", place=place, name=name)
            )
    return {**found, **{name: _tests(found.get(name, []), name, place) for name in TESTS}}


def _tests(value: Any, name: str, place: str) -> tuple[str, ...]:
    """The names of tests, which are a list, or one as JSON in a text."""
    try:
        names: Any = json.loads(value) if isinstance(value, str) else value
    except ValueError:
        names = None
    if not isinstance(names, list):
        raise UserError(english("{place}: {name!r} is no list of tests", place=place, name=name))
    found = cast(list[Any], names)
    if not all(isinstance(each, str) for each in found):
        raise UserError(english("{place}: {name!r} is no list of tests", place=place, name=name))
    return tuple(found)


def _task(line: Mapping[str, Any], place: str, repositories: Path, test_command: str) -> LoadedTask:
    if not line["FAIL_TO_PASS"]:
        raise _CannotRunError(english("it names no test in FAIL_TO_PASS"))
    repository = _repository(line["repo"], repositories)
    commit = commit_of(repository, line["base_commit"])
    files = [*_patched(repository, commit, line["test_patch"], place)]
    checks: list[str] = []
    for name in TESTS:
        if line[name]:
            script = f"{FOLDER}/{name}"
            files.append(LoadedFile(script, _script(test_command, line[name])))
            checks.append(f"sh {script}")
    task = EvaluationTask(
        name=line["instance_id"],
        prompt=line["problem_statement"],
        source=Source(str(repository), commit),
        checks=tuple(checks),
        hidden=hidden(files),
    )
    return LoadedTask(task, tuple(files))


def _repository(name: str, folder: Path) -> Path:
    """The repository `owner/name`, as it, `owner__name` or `name` below `folder`."""
    last = name.rpartition("/")[2]
    for each in (name, name.replace("/", "__"), last):
        for found in (folder / path_in_tree(f"{each}{end}", name) for end in ("", ".git")):
            if found.is_dir() and top_of(found.resolve()) == found.resolve():
                return found.resolve()
    raise _CannotRunError(
        english("the repository {name!r} is not in {folder!r}", name=name, folder=str(folder))
    )


def _patched(repository: Path, commit: str, patch: str, place: str) -> Iterator[LoadedFile]:
    for each in patched_files(repository, commit, patch):
        if each.mode == _LINK:
            raise _CannotRunError(
                english("its patch of tests makes a link, {path!r}", path=each.path)
            )
        content = None if each.mode == _NOTHING else each.content
        yield LoadedFile(path_in_tree(each.path, place), content, each.mode == _EXECUTABLE)


def _script(test_command: str, tests: Sequence[str]) -> bytes:
    words = " \\\n  ".join(map(shlex.quote, tests))
    return f"exec {test_command} \\\n  {words}\n".encode()
