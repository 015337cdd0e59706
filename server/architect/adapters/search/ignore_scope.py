"""Which ignore files count in a folder, as ripgrep has it.

That is git's own ones in git's own order, but a tracked file can be ignored too, and `{a,b}` in a
rule means a or b.
"""

import os
import re
import stat
from collections.abc import Sequence

from architect.domain.files.gitignore import IgnoreRules
from architect.domain.files.globs import without_braces

_MOST_BYTES = 1_000_000
"""Of an ignore file."""

_Level = tuple[int, IgnoreRules]
"""Rules, and how many bytes of an absolute path lie before what they are about."""


class IgnoreScope:
    """The rules that count for what lies directly in one folder, the nearest first.

    With `heeds_git`, a `.git` keeps out the rules from outside of its repository.
    """

    __slots__ = ("_everywhere", "_excluded", "_levels", "heeds_git")

    def __init__(self, everywhere: Sequence[_Level], *, heeds_git: bool) -> None:
        self.heeds_git = heeds_git
        self._levels: tuple[_Level, ...] = ()
        self._excluded: tuple[_Level, ...] = ()
        self._everywhere = everywhere

    def entering(self, folder: bytes) -> "IgnoreScope":
        """The scope of a folder that lies directly in the folder of this one."""
        inner = IgnoreScope(self._everywhere, heeds_git=self.heeds_git)
        inner._levels, inner._excluded = self._levels, self._excluded
        if _has_git(folder):
            if self.heeds_git:
                inner._levels, inner._excluded = (), ()
            inner._excluded = _level(folder, _exclude_file(folder)) + inner._excluded
        inner._levels = _level(folder, folder + b"/.gitignore") + inner._levels
        return inner

    @property
    def outermost(self) -> int:
        """How many bytes of a path lead to what the rules from furthest outside are about; or 0."""
        return min((start for start, _ in (*self._levels, *self._excluded)), default=0)

    def ignores(self, path: bytes, *, is_folder: bool) -> bool:
        """Whether the entry at the absolute `path`, in the folder of this scope, is ignored."""
        for start, rules in (*self._levels, *self._excluded, *self._everywhere):
            verdict = rules.verdict(path[start:], is_folder=is_folder)
            if verdict is not None:
                return verdict
        return False


def scope_of(folder: bytes) -> tuple[IgnoreScope, bool]:
    """The scope of an absolute folder, and whether the rules around it ignore the folder itself.

    Of a folder that is ignored as a whole, only the rules inside it count: somebody named it.
    """
    places = [b""]
    for part in folder.strip(b"/").split(b"/"):
        places.append(places[-1] + b"/" + part)
    everywhere = _everywhere()
    scope = IgnoreScope(everywhere, heeds_git=any(map(_has_git, places))).entering(b"")
    is_ignored = False
    for place in places[1:]:
        is_ignored = (is_ignored or scope.ignores(place, is_folder=True)) and not _has_git(place)
        scope = scope.entering(place)
    if is_ignored:
        scope = IgnoreScope(everywhere, heeds_git=False).entering(folder)
    return scope, is_ignored


def _has_git(folder: bytes) -> bool:
    return os.path.exists(folder + b"/.git")  # noqa: PTH110 - bytes, and no pathlib in here


def _level(folder: bytes, file: bytes) -> tuple[_Level, ...]:
    rules = _rules(file)
    return ((len(folder) + 1, rules),) if rules else ()


def _rules(file: bytes) -> IgnoreRules | None:
    content = _content(file)
    if content is None:
        return None
    if b"{" in content:
        lines = content.decode("utf-8", "surrogateescape").split("\n")
        plain = "\n".join(plain for line in lines for plain in without_braces(line))
        content = plain.encode("utf-8", "surrogateescape")
    return IgnoreRules(content)


def _exclude_file(folder: bytes) -> bytes:
    """`info/exclude` of a repository; a worktree has a file `.git` that names its folder."""
    link = _content(folder + b"/.git")
    if link is None or not link.startswith(b"gitdir: "):
        return folder + b"/.git/info/exclude"
    own = os.path.join(folder, link[8:].strip())  # noqa: PTH118
    common = (_content(own + b"/commondir") or b".").strip()
    return os.path.join(own, common, b"info/exclude")  # noqa: PTH118


def _everywhere() -> tuple[_Level, ...]:
    """The user's own ignore file (`core.excludesFile` of git-config(1))."""
    home = os.fsencode(os.environ.get("HOME", ""))
    config = os.fsencode(os.environ.get("XDG_CONFIG_HOME", "")) or home + b"/.config"
    for settings in (home + b"/.gitconfig", config + b"/git/config"):
        named = re.search(
            rb'^\s*excludesfile\s*=\s*"?\s*(\S+?)\s*"?\s*$',
            _content(settings) or b"",
            re.IGNORECASE | re.MULTILINE,
        )
        if named:
            file = re.sub(rb"^~", lambda _: home, named[1])
            break
    else:
        file = config + b"/git/ignore"
    rules = _rules(file)
    return ((0, rules),) if rules else ()


def _content(file: bytes) -> bytes | None:
    """The content of a small regular file, or of the start of one; None if there is none."""
    try:
        descriptor = os.open(file, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            return None
        return os.read(descriptor, _MOST_BYTES)
    except OSError:
        return None
    finally:
        os.close(descriptor)
