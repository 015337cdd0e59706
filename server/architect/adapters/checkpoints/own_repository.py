"""A git directory of our own beside that of the user, which shares only the objects.

So nothing that the user's repository configures is run or applied: no hook, no filter, no end of
line is converted. A content is kept as it is on the disk, byte by byte. Its index knows what the
last checkpoint had, so that the next one costs little: https://git-scm.com/docs/git#_the_git_repository
"""

import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

from architect.adapters.files.project_folder import NAME, project_folder
from architect.adapters.git_environment import RUNS_NOTHING
from architect.adapters.git_output import checked_git_output
from architect.adapters.git_settings import require_own_files
from architect.adapters.records.file_originals import SESSIONS
from architect.domain.errors import VcsFault
from architect.l10n import english
from architect.lazy_pattern import lazy_pattern

FOLDER = ".checkpoints"
"""Below the folder of sessions, whose listings leave out names that begin with a dot."""

TIMEOUT_S = 120.0
_GIT = ("git", *RUNS_NOTHING)
_QUIET = ("-c", "core.logAllRefUpdates=false")

_ATTRIBUTES = "* -text -eol -filter -ident -working-tree-encoding -crlf\n"
"""These come before all `.gitattributes`: https://git-scm.com/docs/gitattributes#_description."""

_COMMIT = lazy_pattern(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")
"""SHA-1 or SHA-256: https://git-scm.com/docs/hash-function-transition"""

_WHO = {
    f"GIT_{who}_{what}": value
    for who in ("AUTHOR", "COMMITTER")
    for what, value in (("NAME", "architect"), ("EMAIL", "architect@localhost"))
}


def commit_name(text: str) -> str:
    """`text`, which is the whole name of a commit and thus no option of git.

    Raises:
        VcsFault: it is none; journals say what they like.
    """
    if not _COMMIT.fullmatch(text):
        raise VcsFault(english("{text!r} is no commit", text=text))
    return text


class OwnRepository:
    """The git directory for the workspace at `root`."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._folder = root / NAME / SESSIONS / FOLDER
        self._found: tuple[Path, str, Path] | None = None

    @property
    def top(self) -> Path:
        """The top of the user's working tree."""
        return self._place()[0]

    @property
    def prefix(self) -> str:
        """The workspace below the top of the repository, with a slash behind; empty at the top."""
        return self._place()[1]

    @property
    def lock_file(self) -> Path:
        return self._folder / "lock"

    def users(self, *arguments: str, failure: str, codes: Sequence[int] = (0,)) -> str:
        """What git says in the repository of the user.

        Raises:
            VcsFault: it fails.
        """
        said = _said((*_QUIET, *arguments), self._root, {}, failure=failure, codes=codes)
        return said.decode("utf-8", "surrogateescape")

    def own(
        self,
        *arguments: str,
        failure: str,
        stdin: bytes = b"",
        variables: Mapping[str, str] | None = None,
        codes: Sequence[int] = (0,),
    ) -> bytes:
        """What git says with our directory and the objects of the user.

        Raises:
            VcsFault: it fails.
        """
        top, _, objects = self._place()
        environment = {
            "GIT_DIR": str(self._folder),
            "GIT_WORK_TREE": str(top),
            "GIT_OBJECT_DIRECTORY": str(objects),
            "GIT_LITERAL_PATHSPECS": "1",
            "GIT_CONFIG_NOSYSTEM": "1",
            **_WHO,
            **(variables or {}),
        }
        return _said(arguments, top, environment, failure=failure, stdin=stdin, codes=codes)

    def users_ref_lock(self, ref: str) -> Path:
        """The file by which git keeps a ref of the user to itself while it writes it."""
        path = self.users(
            "rev-parse", "--git-path", f"{ref}.lock", failure=english("no repository")
        )
        return self._root / path.strip()

    def tree_of_users_index(self) -> str:
        """The tree of what the user has staged, by a copy of the index.

        Raises:
            VcsFault: it is in the middle of a merge, or git cannot read it.
            OSError: the index cannot be copied.
        """
        path = self.users("rev-parse", "--git-path", "index", failure=english("no repository"))
        copy = self._folder / "index.users"
        try:
            shutil.copyfile(self._root / path.strip(), copy)
            variables = {"GIT_INDEX_FILE": str(copy)}
            said = self.own(
                "write-tree", failure=english("git cannot read the index"), variables=variables
            )
        finally:
            copy.unlink(missing_ok=True)
        return said.strip().decode()

    def make(self, *, anew: bool = False) -> None:
        """Make the directory if it is not there; `anew` after throwing it away.

        Raises:
            VcsFault: it cannot be made.
        """
        if anew:
            for name in ("HEAD", "index", "index.lock", "config"):
                (self._folder / name).unlink(missing_ok=True)
            for shared in self._folder.glob("sharedindex.*"):
                shared.unlink(missing_ok=True)
            shutil.rmtree(self._folder / "refs", ignore_errors=True)
        (self._folder / "index.lock").unlink(missing_ok=True)
        if (self._folder / "HEAD").exists():
            return
        top, prefix, _ = self._place()
        settings = self._settings()
        try:
            (self._folder / "refs" / "heads").mkdir(parents=True, exist_ok=True)
            (self._folder / "info").mkdir(exist_ok=True)
            excluded = self._users_excludes(top)
            own = f"/{prefix}{NAME}/\n"
            (self._folder / "info" / "exclude").write_bytes(
                own.encode("utf-8", "replace") + excluded
            )
            (self._folder / "info" / "attributes").write_bytes(_ATTRIBUTES.encode())
            (self._folder / "config").write_bytes(settings.encode("utf-8", "replace"))
            (self._folder / "HEAD").write_bytes(b"ref: refs/heads/last\n")
        except OSError as error:
            raise VcsFault(f"{str(self._folder)!r}: {error.strerror}") from error

    def _settings(self) -> str:
        users = self.users(
            *("config", "--null", "--get-regexp"),
            r"^(core\.(filemode|symlinks|ignorecase|precomposeunicode|excludesfile))$",
            failure=english("git cannot read its configuration"),
            codes=(0, 1),
        )
        kept = dict(entry.split("\n", 1) for entry in users.split("\0") if "\n" in entry)
        hashes = self.users(
            "rev-parse", "--show-object-format", failure=english("no repository")
        ).strip()
        version = 1 if hashes != "sha1" else 0
        lines = [
            "[core]",
            f"\trepositoryformatversion = {version}",
            "\tbare = false",
            "\tautocrlf = false",
            "\tpreloadIndex = true",
            "\tuntrackedCache = true",
            "\tsplitIndex = true",
            "\tfsmonitor = false",
            *(f"\t{key.removeprefix('core.')} = {_value(value)}" for key, value in kept.items()),
            "[gc]",
            "\tauto = 0",
        ]
        if version:
            lines += ["[extensions]", f"\tobjectFormat = {hashes}"]
        return "\n".join([*lines, ""])

    def _users_excludes(self, top: Path) -> bytes:
        path = self.users(
            "rev-parse", "--git-path", "info/exclude", failure=english("no repository")
        )
        place = self._root / path.strip()
        try:
            # A FIFO or a device, as an archive may have one, would never end.
            return place.read_bytes() if place.is_file() else b""
        except OSError:
            return b""

    def _place(self) -> tuple[Path, str, Path]:
        """The top of the repository, the workspace below it, and where objects are."""
        if self._found is None:
            asked = ("rev-parse", "--show-toplevel", "--show-prefix", "--git-path", "objects")
            said = self.users(*asked, failure=english("this is no git repository with files"))
            top, prefix, objects = said.split("\n")[:3]
            require_own_files(self._root)
            self._found = Path(top), prefix, self._root / objects
            project_folder(self._root, SESSIONS)
            self._folder.mkdir(mode=0o700, exist_ok=True)
        return self._found


def _value(text: str) -> str:
    """A value as the file of a configuration has it."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def _said(
    arguments: Sequence[str],
    folder: Path,
    variables: Mapping[str, str],
    *,
    failure: str,
    stdin: bytes = b"",
    codes: Sequence[int] = (0,),
) -> bytes:
    return checked_git_output(
        (*_GIT, *arguments),
        folder=folder,
        failure=failure,
        variables={"GIT_OPTIONAL_LOCKS": "0", **variables},
        stdin=stdin,
        codes=codes,
        timeout_s=TIMEOUT_S,
    )
