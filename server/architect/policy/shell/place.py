"""Where a command line runs, and what must not be destroyed there."""

import posixpath
from collections.abc import Mapping
from dataclasses import replace
from pathlib import PurePath

from architect.frozen import frozen
from architect.l10n import english
from architect.lazy_pattern import lazy_pattern
from architect.policy.shell.expansion.known import HOLE, Known
from architect.policy.shell.programs.table import names

_SOMEBODYS_HOME = "/home/somebody"
_SOME_WORKSPACE = f"{_SOMEBODYS_HOME}/workspace"
"""What stands for a home and a workspace that nobody told us: both are worth keeping."""

ROOT = english("the root of the file system")

_HOME = lazy_pattern(r"/(?:home|Users)/[^/]+")
_SYSTEM_FILE = lazy_pattern(
    r"/(?:boot|s?bin|lib(?:32|64|x32)?|sys|usr/(?:s?bin|lib(?:32|64|exec)?))/.+|/proc/sys.+"
    r"|/etc/(?:passwd|shadow|group|gshadow|sudoers|fstab|hosts|crontab|profile|bash\.bashrc"
    r"|environment|ld\.so\.\w+|resolv\.conf|nsswitch\.conf|ssh|pam\.d|sudoers\.d|systemd|cron\.\w+"
    r"|init\.d|rc\.local)(?:/.*)?"
)
_DISK = lazy_pattern(r"/dev/(?:[shv]d[a-z\0*?[]|xvd|nvme|r?disk|mmcblk|mapper/|dm-|md\d)")
_ANYTHING = lazy_pattern(r"(?:\[[^\]]*\]|[*?.!])*")
_PROCESS_LINK = lazy_pattern(r"/+proc/[^/]+/(cwd|root)(?=/|$)")
_GLOB = lazy_pattern(r"[*?\[]")
_SCRATCH = lazy_pattern(r"/(?:var/)?tmp/.")


@frozen
class Precious:
    """Something that must not be destroyed: `name` in words, `kind` root, system, home, workspace.

    `contents` says that a glob named everything in it rather than the folder itself.
    """

    name: str
    kind: str
    contents: bool = False


@frozen
class Place:
    """`folder` is where the next command runs, None if that is not known.

    `in_loop` says that the variable of a loop has one of its values here; `left` are the folders
    that `popd` goes back to, the next one last. `in_sandbox`, no process is seen from here but
    those of the line itself, and nobody else sees what it does to permissions.
    """

    workspace: str
    home: str
    folder: str | None
    known: Known
    in_loop: bool = False
    left: tuple[str | None, ...] = ()
    in_sandbox: bool = False

    @staticmethod
    def of(
        workspace: PurePath | None,
        home: PurePath | None,
        folder: PurePath | None,
        variables: Mapping[str, str],
    ) -> "Place":
        root = _posix(workspace) or _SOME_WORKSPACE
        house = _posix(home) or _SOMEBODYS_HOME
        here = _posix(folder) or root
        user = house.rsplit("/", 1)[-1]
        usual = {"IFS": " ", "PATH": "/usr/bin:/bin", "USER": user, "LOGNAME": user}
        usual |= {"SHELL": "/bin/bash", "BASH": "/bin/bash", "0": "bash"}
        values = {**usual, **variables, "HOME": house, "PWD": here}
        return Place(root, house, here, Known(values))

    def at(self, target: str | None, *, keep: bool = False) -> "Place":
        """The place after `cd target`, or `pushd target` if this one is kept.

        A target None is not known.
        """
        left = (*self.left, self.folder) if keep else self.left
        before = {} if self.folder is None else {"OLDPWD": self.folder}
        folder = None if target is None or HOLE in target else self.absolute(target)
        now = {} if folder is None else {"PWD": folder}
        values = {**self.known.values, **before, **now}
        return replace(self, folder=folder, known=Known(values), left=left)

    def back(self) -> "Place":
        """The place after `popd`."""
        if not self.left:
            return self
        return replace(self.at(self.left[-1]), left=self.left[:-1])

    def absolute(self, text: str) -> str | None:
        """`text` as a plain path; None if it starts in a folder that is not known."""
        if not text.startswith("/"):
            if self.folder is None:
                return None
            text = f"{self.folder}/{text}"
        return "/" + posixpath.normpath(text).lstrip("/")

    def precious(self, text: str) -> Precious | None:
        """What `text`, perhaps a glob, names that must not be destroyed."""
        text = self._through_proc(text)
        if HOLE in text or not text:
            return None
        parts = text.split("/")
        contents = False
        while len(parts) > 1 and parts[-1] in ("", "."):
            parts.pop()
        while parts and _GLOB.search(parts[-1]) and _ANYTHING.fullmatch(parts[-1]):
            parts.pop()
            contents = True
        path = self.absolute("/".join(parts) or ("/" if text.startswith("/") else "."))
        if path is None:
            return None
        first = path.split("/")[1]
        if _GLOB.search(first):
            return Precious(ROOT, "root", contents=True)
        if _GLOB.search(path):
            return None
        return self._named(path, contents=contents)

    def _through_proc(self, text: str) -> str:
        """`text` without the links of a process to its folder and to the root (proc(5))."""
        found = _PROCESS_LINK.match(text)
        if found is None:
            return text
        start = "" if found[1] == "root" else self.folder
        return HOLE if start is None else (start + text[found.end() :]) or "/"

    def _named(self, path: str, *, contents: bool) -> Precious | None:
        if path == "/":
            return Precious(ROOT, "root", contents)
        if path == self.home or _HOME.fullmatch(path):
            return Precious(english("the home folder {path}", path=path), "home", contents)
        if path == self.workspace:
            return Precious(english("the workspace"), "workspace", contents)
        if path in names("system folders"):
            return Precious(english("the system folder {path}", path=path), "system", contents)
        if f"{self.workspace}/".startswith(f"{path}/"):
            return Precious(english("a folder that the workspace is in"), "workspace", contents)
        if f"{self.home}/".startswith(f"{path}/"):
            return Precious(english("a folder that the home folder is in"), "home", contents)
        return None

    def device_or_system_file(self, text: str) -> str | None:
        """The device or the file of the system that `text` names, in words."""
        if _DISK.match(text):
            return english("the device {path}", path=text.replace(HOLE, "*"))
        path = self.absolute(text) if text and HOLE not in text else None
        if path is None:
            return None
        if path.startswith("/dev/") and path.split("/")[2] not in names("harmless devices"):
            return english("the device {path}", path=path)
        if _SYSTEM_FILE.fullmatch(path) or path == "/proc/sysrq-trigger":
            return english("the system file {path}", path=path)
        return None

    def is_scratch(self, text: str) -> bool:
        """Whether `text` is below /tmp, of which a sandbox has its own, and no workspace there."""
        path = self.absolute(text) if text and HOLE not in text else None
        return (
            path is not None
            and _SCRATCH.match(path) is not None
            and not f"{path}/".startswith(f"{self.workspace}/")
            and not f"{self.workspace}/".startswith(f"{path}/")
        )

    def is_below_etc(self, text: str) -> bool:
        path = self.absolute(text) if text and HOLE not in text else None
        return path is not None and path.startswith("/etc/")


def _posix(path: PurePath | None) -> str | None:
    if path is None:
        return None
    return "/" + posixpath.normpath(path.as_posix()).lstrip("/")
