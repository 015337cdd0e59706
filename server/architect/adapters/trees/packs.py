"""Commits on their way to another machine: what is missing there, as a pack.

https://git-scm.com/docs/git-pack-objects, with `--thin` and `--revs`
"""

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from architect.adapters.trees.plumbing import git, git_bytes
from architect.adapters.trees.repository_trees import REFS
from architect.adapters.trees.sealed_repository import unpack
from architect.domain.ids import WorkflowId, begun_at
from architect.frozen import frozen
from architect.l10n import english

LATEST = "refs/architect/latest"
"""What the last workflow began with, from which the next one differs little."""

_NOT_PACKED = english("git cannot pack what a unit begins with")
_NOT_TAKEN = english("git cannot keep what a unit begins with")
_SHA1_DIGITS = 40
_AUTOMATIC = ("-c", "gc.auto=6700", "-c", "gc.autoDetach=false", "gc", "--auto", "--quiet")


@frozen
class Pack:
    """What of `commit` was missing; `shallow` are the commits whose parents are nowhere."""

    commit: str
    content: bytes
    shallow: bytes = b""


def pack_from(place: Path, commit: str, *, there: Sequence[str]) -> Pack:
    """The same as `pack_of`, of a repository or of a bundle.

    Raises:
        VcsFault: git fails.
    """
    if not place.is_file():
        return pack_of(place, commit, there=there)
    with TemporaryDirectory(prefix="architect-") as folder:
        return pack_of(unpack(place, Path(folder)), commit, there=there)


def pack_of(repository: Path, commit: str, *, there: Sequence[str]) -> Pack:
    """What of a commit is not known where the commits `there` are, some of which may be unknown.

    Raises:
        VcsFault: git fails.
    """
    known = _known(repository, there)
    asked = "".join([f"{commit}\n", *(f"^{each}\n" for each in known)]).encode()
    how = ("pack-objects", "--revs", "--thin", "--stdout", "--quiet", "--delta-base-offset")
    content = git_bytes(repository, *how, failure=_NOT_PACKED, stdin=asked)
    folder = git(repository, "rev-parse", "--git-path", "shallow", failure=_NOT_PACKED)
    shallow = repository / folder.removesuffix("\n")
    return Pack(commit, content, shallow.read_bytes() if shallow.exists() else b"")


def _known(repository: Path, commits: Sequence[str]) -> list[str]:
    asked = "".join(f"{each}^{{commit}}\n" for each in commits).encode()
    said = git(repository, "cat-file", "--batch-check", failure=_NOT_PACKED, stdin=asked)
    return [line.split()[0] for line in said.split("\n") if " commit " in line]


class ReceivedTrees:
    """A repository that takes packs, in `folder`, which is made for it; it has no files."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def commits(self) -> tuple[str, ...]:
        """Those that are here with all they hold."""
        if not self.folder.is_dir():
            return ()
        said = git(self.folder, "for-each-ref", "--format=%(objectname)", failure=_NOT_TAKEN)
        return tuple(dict.fromkeys(said.split()))

    def take(self, workflow_id: WorkflowId, pack: Pack) -> None:
        """Keep what a pack brings, until `forget`.

        Raises:
            VcsFault: git fails.
        """
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        kind = "sha1" if len(pack.commit) == _SHA1_DIGITS else "sha256"
        git(self.folder, "init", "--quiet", f"--object-format={kind}", failure=_NOT_TAKEN)
        if pack.shallow:
            self._know_shallow(pack.shallow)
        how = ("index-pack", "--stdin", "--fix-thin")
        git(self.folder, *how, failure=_NOT_TAKEN, stdin=pack.content)
        ref = f"{REFS}/{workflow_id}/{pack.commit}"
        git(self.folder, "update-ref", ref, pack.commit, failure=_NOT_TAKEN)

    def forget(self, workflow_id: WorkflowId, base: str) -> None:
        """Let git remove what a workflow that is over brought, but for what it began with."""
        refs = self._refs(workflow_id)
        commits = [ref.rpartition("/")[2] for ref in refs]
        if commits:
            latest = base if base in commits else commits[-1]
            git(self.folder, "update-ref", LATEST, latest, failure=_NOT_TAKEN)
        self._delete(refs)

    def forget_begun_before(self, then: datetime) -> None:
        """Let git remove what older workflows brought, whose end nobody told of."""
        refs = self._refs()
        old = [ref for ref in refs if (at := begun_at(_workflow_of(ref))) is None or at < then]
        self._delete(old)

    def _refs(self, workflow_id: str = "") -> list[str]:
        if not self.folder.is_dir():
            return []
        below = f"{REFS}/{workflow_id}/" if workflow_id else f"{REFS}/"
        said = git(self.folder, "for-each-ref", "--format=%(refname)", below, failure=_NOT_TAKEN)
        return said.split()

    def _delete(self, refs: Sequence[str]) -> None:
        if refs:
            orders = "".join(f"delete {ref}\n" for ref in refs).encode()
            git(self.folder, "update-ref", "--stdin", failure=_NOT_TAKEN, stdin=orders)
            git(self.folder, *_AUTOMATIC, failure=_NOT_TAKEN)

    def _know_shallow(self, commits: bytes) -> None:
        file = self.folder / ".git" / "shallow"
        known = file.read_bytes() if file.exists() else b""
        file.write_bytes(b"\n".join(sorted({*known.split(), *commits.split()})) + b"\n")


def _workflow_of(ref: str) -> WorkflowId:
    return WorkflowId(ref.removeprefix(f"{REFS}/").partition("/")[0])
