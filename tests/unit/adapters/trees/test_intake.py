"""Objects out of bundles."""

from pathlib import Path

import pytest
from tests.support.repository import commit_all, git

from architect.adapters.trees.intake import bring_objects
from architect.domain.errors import VcsFault

RESULT = "refs/architect/result"
FAILURE = "git cannot read what a unit brought back"


def a_repository(folder: Path, *how: str) -> Path:
    folder.mkdir()
    git(folder, "init", "--quiet", *how)
    for number in (1, 2):
        (folder / "a.txt").write_text(f"{number}\n")
        git(folder, "add", ".")
        git(folder, "commit", "--quiet", "-m", f"number {number}")
    return folder


def a_bundle(repository: Path) -> tuple[Path, str]:
    """What one more commit is, in a bundle, as a copy of `repository` has made it."""
    there = repository.parent / "there"
    git(repository.parent, "clone", "--quiet", "--no-local", str(repository), str(there))
    (there / "b.txt").write_text("new\n")
    git(there, "add", ".")
    git(there, "commit", "--quiet", "-m", "what a unit did")
    commit = git(there, "rev-parse", "HEAD").strip()
    git(there, "update-ref", RESULT, commit)
    bundle = repository.parent / "result.bundle"
    git(there, "bundle", "create", "--quiet", str(bundle), RESULT, f"^{commit}~")
    return bundle, commit


@pytest.mark.parametrize("kind", ["sha1", "sha256"])
def test_objects_come_and_no_ref(tmp_path: Path, kind: str) -> None:
    repository = a_repository(tmp_path / "mine", f"--object-format={kind}")
    bundle, commit = a_bundle(repository)
    before = git(repository, "for-each-ref")
    assert bring_objects(repository, bundle, RESULT, failure=FAILURE) == commit
    assert git(repository, "show", f"{commit}:b.txt") == "new\n"
    assert git(repository, "for-each-ref") == before
    git(repository, "fsck", "--strict")


def test_a_repository_without_all_its_history_takes_them(tmp_path: Path) -> None:
    a_repository(tmp_path / "whole")
    shallow = tmp_path / "shallow"
    git(tmp_path, "clone", "--quiet", "--depth=1", (tmp_path / "whole").as_uri(), str(shallow))
    bundle, commit = a_bundle(shallow)
    assert bring_objects(shallow, bundle, RESULT, failure=FAILURE) == commit
    assert git(shallow, "show", f"{commit}:b.txt") == "new\n"


def test_what_cannot_be_taken_is_a_fault(tmp_path: Path) -> None:
    repository = a_repository(tmp_path / "mine")
    bundle, _ = a_bundle(repository)
    other = tmp_path / "other"
    other.mkdir()
    (other / "c.txt").write_text("something else\n")
    commit_all(other)
    nothing, cut = tmp_path / "nothing", tmp_path / "cut"
    nothing.write_bytes(b"no bundle\n")
    cut.write_bytes(bundle.read_bytes()[:-40])
    for place, file in ((other, bundle), (repository, nothing), (repository, cut)):
        with pytest.raises(VcsFault, match="git cannot read what a unit brought back"):
            bring_objects(place, file, RESULT, failure=FAILURE)
