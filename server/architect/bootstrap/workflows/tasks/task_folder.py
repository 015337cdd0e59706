"""Tasks in folders: `prompt.md`, `task.yaml`, and in `hidden/` the files of the checks."""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

from architect.adapters.trees.sealed_repository import commit_of, top_of, unpack
from architect.bootstrap.workflows.tasks.task_set import (
    LoadedFile,
    LoadedTask,
    TaskSet,
    hidden,
    path_in_tree,
    task_set,
)
from architect.checked.errors import Problem, ValidationError
from architect.checked.model import Model
from architect.config.layer import Layer
from architect.config.nearest import did_you_mean
from architect.config.yaml_source import read_layer
from architect.domain.errors import UserError, VcsFault
from architect.domain.workflows.unit import Source
from architect.l10n import at, english, joined
from architect.workflows.evaluation import EvaluationTask

PROMPT, SETTINGS, HIDDEN = "prompt.md", "task.yaml", "hidden"
_MOST_BYTES = 400_000


class TaskSettings(Model):
    """What `task.yaml` says. Without a `repository` the task is one for the workspace."""

    repository: str | None = None
    commit: str = "HEAD"
    checks: tuple[str, ...] = ()


def read_folder(folder: Path, *, root: Path) -> TaskSet:
    """The tasks in the folders of `folder`, by name; `root` is the workspace.

    Raises:
        UserError: one is not as it should be, or there is none.
    """
    places = sorted(each for each in folder.iterdir() if (each / PROMPT).is_file())
    if not places:
        raise UserError(
            english(
                "{folder!r} has no folder with a {prompt} in it", folder=str(folder), prompt=PROMPT
            )
        )
    return task_set([_task(place, root) for place in places])


def _task(place: Path, root: Path) -> LoadedTask:
    for name in (PROMPT, SETTINGS):
        _expect_inside(place, place / name)
    settings = _settings(place / SETTINGS)
    prompt = (place / PROMPT).read_bytes()[:_MOST_BYTES].decode("utf-8", "replace")
    if not prompt.strip():
        raise UserError(english("{file!r} is empty", file=str(place / PROMPT)))
    files = tuple(_hidden_files(place))
    if not settings.checks:
        raise UserError(
            english(
                "{file!r} has no checks, so nothing could be told of it", file=str(place / SETTINGS)
            )
        )
    source = _source(place, settings)
    if source is None and place.resolve().is_relative_to(root.resolve()):
        raise UserError(
            english(
                "{place!r} is inside of the workspace, where agents can read the hidden files; "
                "name a repository in its task.yaml, or keep it elsewhere",
                place=str(place),
            )
        )
    task = EvaluationTask(
        name=place.name,
        prompt=prompt,
        source=source,
        checks=settings.checks,
        hidden=hidden(files),
    )
    return LoadedTask(task, files)


def _settings(file: Path) -> TaskSettings:
    if not os.path.lexists(file):
        return TaskSettings()
    layer = read_layer(file, str(file))
    try:
        return TaskSettings.model_validate(layer.values)
    except ValidationError as error:
        told = joined("\n", (_problem(layer, each) for each in error.problems))
        raise UserError(told) from error


def _problem(layer: Layer, problem: Problem) -> str:
    told = problem.text
    if problem.kind == "extra_forbidden":
        keys = list(TaskSettings.__annotations__)
        hint = did_you_mean(str(problem.place[-1]), keys)
        told = (
            english("unknown key{hint}", hint=hint)
            if hint
            else english("unknown key, the keys are {keys}", keys=", ".join(keys))
        )
    return at(f"{layer.place(problem.place)}: {'.'.join(map(str, problem.place))}", told)


def _source(place: Path, settings: TaskSettings) -> Source | None:
    """Where the tree comes from, with the id of its commit."""
    if settings.repository is None:
        return None
    repository = (place / settings.repository).resolve()
    try:
        if repository.is_file():
            with tempfile.TemporaryDirectory() as folder:
                commit = commit_of(unpack(repository, Path(folder)), settings.commit)
        elif repository.is_dir() and top_of(repository) == repository:
            commit = commit_of(repository, settings.commit)
        else:
            raise UserError(
                english(
                    "{file!r}: {repository!r} is neither a git repository nor a bundle",
                    file=str(place / SETTINGS),
                    repository=settings.repository,
                )
            )
    except VcsFault as fault:
        raise UserError(at(repr(str(place / SETTINGS)), str(fault))) from fault
    return Source(str(repository), commit)


def _hidden_files(place: Path) -> Iterator[LoadedFile]:
    folder = place / HIDDEN
    for path in sorted(folder.rglob("*")):
        _expect_inside(place, path)
        if path.is_file():
            name = path_in_tree(path.relative_to(folder).as_posix(), str(folder))
            yield LoadedFile(name, path.read_bytes(), os.access(path, os.X_OK))


def _expect_inside(place: Path, path: Path) -> None:
    """Tasks may be the work of strangers, and what a link leads to goes to models and copies.

    Raises:
        UserError: it is a link that leads out of the task.
    """
    if not path.resolve().is_relative_to(place.resolve()):
        raise UserError(english("{path!r} is a link that leads out of its task", path=str(path)))
