"""The checked-out repository, by the command line of git; no hook and no editor is started."""

import base64
import os
import subprocess
import tempfile
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from architect_action.errors import GitError

_TIMEOUT_S = 600.0
_SAFE = (
    *("git", "--no-pager", "-c", "core.fsmonitor=false", "-c", f"core.hooksPath={os.devnull}"),
    *("-c", "safe.directory=*", "-c", "gc.auto=0", "-c", "maintenance.auto=false"),
)


@dataclass(frozen=True)
class Repository:
    """The one around `folder`. `url` and `token` are for what is fetched and pushed."""

    folder: Path
    url: str = ""
    token: str = field(default="", repr=False)

    def head(self) -> str:
        """The commit that is checked out.

        Raises:
            GitError: there is none.
        """
        return self.run("rev-parse", "--verify", "HEAD^{commit}").strip()

    def has(self, commit: str) -> bool:
        return self.succeeds("cat-file", "-e", f"{commit}^{{commit}}")

    def succeeds(self, *arguments: str) -> bool:
        try:
            self.run(*arguments)
        except GitError:
            return False
        return True

    def run(
        self,
        *arguments: str,
        variables: Mapping[str, str] | None = None,
        stdin: str = "",
    ) -> str:
        """What the command prints.

        Raises:
            GitError: it fails.
        """
        kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
        told = {"GIT_TERMINAL_PROMPT": "0", "GIT_LFS_SKIP_SMUDGE": "1", "LC_ALL": "C.UTF-8"}
        try:
            done = subprocess.run(
                [*_SAFE, "-C", str(self.folder), *arguments],
                env=kept | told | dict(variables or {}),
                input=stdin.encode("utf-8", "surrogateescape"),
                capture_output=True,
                timeout=_TIMEOUT_S,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise GitError(f"git {arguments[0]}: {error}") from error
        if done.returncode:
            said = done.stderr.decode("utf-8", "replace").strip()
            raise GitError(f"git {arguments[0]}: {said or f'exit code {done.returncode}'}")
        return done.stdout.decode("utf-8", "surrogateescape")

    def fetch(self, *refs: str) -> None:
        """Get `refs` from the server, with their whole history.

        Raises:
            GitError: they cannot be had.
        """
        whole = self.run("rev-parse", "--is-shallow-repository").strip() == "true"
        depth = ("--unshallow",) if whole else ()
        self.run(
            *("fetch", "--quiet", "--no-tags", "--no-recurse-submodules", *depth),
            *(self.url, *refs),
            variables=self.access,
        )

    @property
    def access(self) -> dict[str, str]:
        """Variables by which one command of git may use the token."""
        if not (self.token and self.url.startswith(("https://", "http://"))):
            return {}
        basic = base64.b64encode(f"x-access-token:{self.token}".encode()).decode()
        return {
            "GIT_CONFIG_COUNT": "1",
            "GIT_CONFIG_KEY_0": f"http.{self.url}.extraheader",
            "GIT_CONFIG_VALUE_0": f"AUTHORIZATION: basic {basic}",
        }

    @contextmanager
    def worktree(self, commit: str, place: Path) -> Generator["Repository"]:
        """The files of `commit` in a folder of their own, which is gone afterwards."""
        self.run("worktree", "add", "--quiet", "--detach", str(place), commit)
        try:
            yield Repository(place, self.url, self.token)
        finally:
            self.succeeds("worktree", "remove", "--force", "--force", str(place))
            self.succeeds("worktree", "prune")

    def files(self, tree: str) -> dict[str, str]:
        """The mode of each file of a commit, by path."""
        listed = self.run("ls-tree", "-r", "-z", "--full-tree", tree).split("\0")
        found = (line.partition("\t") for line in listed if line)
        return {path: head.split(" ", 1)[0] for head, _, path in found}

    def content(self, tree: str, path: str) -> str | None:
        """A file of a commit; None if it has none at `path`."""
        try:
            return self.run("cat-file", "blob", f"{tree}:{path}")
        except GitError:
            return None

    @contextmanager
    def without_credentials(self) -> Generator[None]:
        """While this lasts, no configuration here holds a token that actions/checkout has left.

        https://github.com/actions/checkout#usage, `persist-credentials`: as a header, or as a file
        that is included; with `submodules`, in the configuration of each of them, too.
        """
        found = [(file, self._credentials(file)) for file in self._configurations()]
        for file, settings in found:
            for key in dict.fromkeys(key for key, _ in settings):
                self.succeeds("config", "--file", file, "--unset-all", key)
        try:
            yield
        finally:
            for file, settings in found:
                for key, value in settings:
                    self.succeeds("config", "--file", file, "--add", key, value)

    def _configurations(self) -> list[str]:
        """The files of this repository and of the submodules that are checked out in it."""
        try:
            modules = self._path("modules")
            return [str(self._path("config")), *map(str, sorted(modules.rglob("config")))]
        except GitError:
            return []

    def _credentials(self, file: str) -> list[tuple[str, str]]:
        try:
            listed = self.run("config", "--file", file, "--no-includes", "--null", "--list")
        except GitError:
            return []
        pairs = [entry.split("\n", 1) for entry in listed.split("\0") if "\n" in entry]
        return [(key, value) for key, value in pairs if _is_credential(key, value)]

    def _path(self, name: str) -> Path:
        found = self.run("rev-parse", "--path-format=absolute", "--git-path", name)
        return Path(found.removesuffix("\n"))

    def push(self, commit: str, branch: str) -> None:
        """Make `branch` on the server, which must not have it yet.

        From a repository of its own, as the configuration of this one may say where things go.

        Raises:
            GitError: the server refuses.
        """
        with tempfile.TemporaryDirectory(prefix="architect-push-") as folder:
            own = Repository(Path(folder), self.url, self.token)
            own.run("init", "--quiet", "--bare")
            objects, shallow = self._path("objects"), self._path("shallow")
            if shallow.is_file():
                Path(folder, "shallow").write_bytes(shallow.read_bytes())
            own.run(
                *("push", "--quiet", "--no-verify", self.url, f"{commit}:refs/heads/{branch}"),
                variables=self.access
                | _borrowing(objects)
                | {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"},
            )


def _borrowing(objects: Path) -> dict[str, str]:
    return {"GIT_ALTERNATE_OBJECT_DIRECTORIES": str(objects)}


def _is_credential(key: str, value: str) -> bool:
    name = key.lower()
    return (name.startswith("http.") and name.endswith(".extraheader")) or (
        name.startswith(("include.", "includeif.")) and "git-credentials-" in value
    )


def clean_names(names: Sequence[str]) -> tuple[str, ...]:
    """Paths as people are shown them."""
    return tuple(name.encode("utf-8", "replace").decode() for name in names)
