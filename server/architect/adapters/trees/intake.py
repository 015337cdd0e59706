"""Objects out of bundles, brought into a repository however many refs that has.

Git looks at all refs of a repository before and after it fetches: with a thousand branches that
takes ten times as long as the rest. So it fetches into an empty repository, which keeps its objects
where the other one does.
"""

import os
import shutil
import tempfile
from pathlib import Path

from architect.adapters.git_environment import FROM_FILES
from architect.adapters.trees.plumbing import git
from architect.domain.errors import VcsFault
from architect.l10n import at, english

_MOST_HEADING = 100_000


def bring_objects(repository: Path, bundle: Path, ref: str, *, failure: str) -> str:
    """Have `repository` hold what `bundle` has as `ref`, and give its commit; no ref is made of it.

    Raises:
        VcsFault: git cannot read it, or what it builds on is missing.
    """
    about = ("rev-parse", "--path-format=absolute", "--show-object-format")
    paths = ("--git-path", "objects", "--git-path", "shallow")
    kind, objects, shallow = git(repository, *about, *paths, failure=failure).split("\n")[:3]
    with tempfile.TemporaryDirectory(prefix="architect-intake-") as folder:
        made = ("init", "--quiet", "--bare", "--template=", f"--object-format={kind}")
        git(Path(folder), *made, failure=failure)
        variables = {"GIT_DIR": folder, "GIT_OBJECT_DIRECTORY": objects, **FROM_FILES}
        if os.path.isfile(shallow):  # noqa: PTH113 - one call
            shutil.copyfile(shallow, Path(folder) / "shallow")
        for number, commit in enumerate(_needed(bundle, failure)):
            place = ("update-ref", f"refs/needed/{number}", commit)
            git(Path(folder), *place, failure=failure, variables=variables)
        how = ("fetch", "--quiet", "--no-tags", "--no-write-fetch-head", "--no-auto-maintenance")
        brought = (str(bundle.absolute()), f"{ref}:refs/brought")
        git(Path(folder), *how, *brought, failure=failure, variables=variables)
        said = git(Path(folder), "rev-parse", "refs/brought", failure=failure, variables=variables)
        return said.strip()


def _needed(bundle: Path, failure: str) -> list[str]:
    """The commits that a bundle builds on: https://git-scm.com/docs/gitformat-bundle

    Raises:
        VcsFault: it cannot be read.
    """
    try:
        with bundle.open("rb") as stream:
            heading, ends, _ = stream.read(_MOST_HEADING).partition(b"\n\n")
    except OSError as error:
        raise VcsFault(at(failure, str(error))) from error
    if not ends:
        raise VcsFault(english("{failure}: it is no bundle", failure=failure))
    lines = heading.decode("utf-8", "replace").split("\n")
    return [line[1:].partition(" ")[0] for line in lines if line.startswith("-")]
