"""Recorded runs that are kept as test cases: folders with a journal and the tree it began with.

NAME/SESSION.jsonl       the journal, beside those of runs below its runs
NAME/case.json           {"schema_version": 1, "git": whether the tree is in a repository}
NAME/tree/               the files
NAME/repository.bundle   what was checked out and staged, if that is not too large
"""

import asyncio
import json
import shutil
from pathlib import Path

from architect.app.recording import Recording, open_recording
from architect.app.replay import Replayed, replay
from architect.app.replay_tree import Tree, tree_of
from architect.bootstrap.replay import (
    bundle_repository,
    copy_files,
    journals_below,
    make_repository,
    unbundle_repository,
)
from architect.config.schema import Config
from architect.domain.errors import UserError
from architect.domain.ids import names_run
from architect.frozen import frozen
from architect.l10n import english
from architect.lazy_pattern import lazy_pattern

FOLDER = "architect-tests"
"""Where cases are, from the workspace, unless another folder is named."""

VERSION = 1
_MOST_BYTES = 50_000_000
_TREE, _CASE, _BUNDLE = "tree", "case.json", "repository.bundle"
_NAME = lazy_pattern(r"[A-Za-z0-9][A-Za-z0-9._-]{0,80}")


@frozen(kw_only=True)
class Case:
    """A test case: its folder, what was recorded, and whether its tree is in a repository."""

    folder: Path
    recording: Recording
    in_git: bool

    @property
    def name(self) -> str:
        return self.folder.name


async def keep_case(
    recording: Recording, config: Config, folder: Path, name: str
) -> tuple[Case, list[Replayed]]:
    """Keep `recording` as the test case `name` in `folder`, if it passes; else it is gone again.

    Raises:
        UserError: it cannot be kept, or there is one of that name.
    """
    if not _NAME.fullmatch(name):
        raise UserError(
            english(
                "{name!r} is no name for a test case: use letters, digits, '-' and '_'", name=name
            )
        )
    place = folder / name
    if place.exists():
        raise UserError(
            english("there is a test case {place!r} already; choose another name", place=str(place))
        )
    async with tree_of(recording, config, ignored=False) as tree:
        try:
            case = await asyncio.to_thread(_written, recording, tree, place)
            runs = await play_case(case, config)
        except OSError as error:
            raise UserError(
                english(
                    "the test case {place!r} cannot be written: {error}",
                    place=str(place),
                    error=error,
                )
            ) from error
        finally:
            if not (place / _CASE).is_file():
                shutil.rmtree(place, ignore_errors=True)
    if any(run.differences for run in runs):
        shutil.rmtree(place)
    return case, runs


def _written(recording: Recording, tree: Tree, place: Path) -> Case:
    place.mkdir(parents=True)
    git = tree.folder / ".git"
    in_git = git.is_dir()
    if in_git:
        bundle_repository(tree.folder, place / _BUNDLE)
        shutil.rmtree(git)
    size = sum(each.lstat().st_size for each in tree.folder.rglob("*"))
    if size > _MOST_BYTES:
        raise UserError(
            english(
                "the tree of {shown_as!r} has {size:.0f} MB, which is too large for a test "
                "case (at most {most:.0f} MB)",
                shown_as=recording.shown_as,
                size=size / 1000000.0,
                most=_MOST_BYTES / 1000000.0,
            )
        )
    for journal in (recording.file, *journals_below(recording.file)):
        shutil.copyfile(journal, place / journal.name)
    copy_files(tree.folder, place / _TREE)
    case = json.dumps(_told(in_git=in_git))
    (place / _CASE).write_bytes(f"{case}\n".encode())
    return _read(place)


def _told(*, in_git: bool) -> dict[str, object]:
    return {"schema_version": VERSION, "git": in_git}


def cases_in(folder: Path) -> list[Case]:
    """The test cases in `folder`, by name.

    Raises:
        UserError: there are none, or one is damaged.
    """
    try:
        places = sorted(each for each in folder.iterdir() if (each / _CASE).is_file())
    except OSError as error:
        raise UserError(
            english("there is no folder {folder!r} with test cases", folder=str(folder))
        ) from error
    if not places:
        raise UserError(
            english(
                "there are no test cases in {folder!r}; `architect replay SESSION --record "
                "NAME` makes one",
                folder=str(folder),
            )
        )
    return [_read(place) for place in places]


def _read(place: Path) -> Case:
    try:
        told: object = json.loads((place / _CASE).read_bytes())
    except (OSError, ValueError) as error:
        raise UserError(
            english(
                "the test case {place!r} cannot be read: {error}", place=str(place), error=error
            )
        ) from error
    if told not in (_told(in_git=True), _told(in_git=False)):
        raise UserError(
            english(
                "{file!r} is no test case of version {version}",
                file=str(place / _CASE),
                version=VERSION,
            )
        )
    journals = [each for each in place.glob("*.jsonl") if not names_run(each.stem)]
    if len(journals) != 1 or not (place / _TREE).is_dir():
        raise UserError(
            english(
                "the test case {place!r} needs one journal and a folder 'tree'", place=str(place)
            )
        )
    recording = open_recording(place, str(journals[0]), {})
    return Case(folder=place, recording=recording, in_git=told == _told(in_git=True))


async def play_case(case: Case, config: Config) -> list[Replayed]:
    """Play the runs of `case` again.

    Raises:
        UserError: that is not possible.
    """
    async with tree_of(case.recording, config, case.folder / _TREE, copy=copy_files) as tree:
        if case.in_git:
            await asyncio.to_thread(_give_repository, case, tree.folder)
        return await replay(case.recording, config, tree)


def _give_repository(case: Case, folder: Path) -> None:
    """Make `folder` the repository it was, or else one with a commit of all that is in it."""
    bundle = case.folder / _BUNDLE
    if not (bundle.is_file() and unbundle_repository(bundle, folder)):
        make_repository(folder)
