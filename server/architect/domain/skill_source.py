"""Where a skill is installed from: an address that git knows, a path in it, and a revision."""

import re

from architect.domain.errors import UserError
from architect.frozen import frozen
from architect.l10n import english
from architect.lazy_pattern import lazy_pattern

_ADDRESS = lazy_pattern(r"(?:https?|ssh|file)://[^\s/]*/\S+|[\w.-]+@[\w.-]+:\S+")
_USER_INFO = lazy_pattern(r"\A(https?://)[^/]*@")
_ON_GITHUB = lazy_pattern(
    r"https?://github\.com/([\w.-]+)/([\w.-]+?)(?:\.git)?(?:/(?:tree|blob)/([^/]+)(?:/(.+?))?)?/?"
)
_SHORT = lazy_pattern(r"([\w.-]+)/([\w.-]+)(?:/(.+?))?/?", re.ASCII)


@frozen
class SkillSource:
    """`path` is the folder in the repository, empty for its root; `ref` a branch, tag or commit.

    `url` may hold a key, which `public_url` does not.
    """

    url: str
    path: str = ""
    ref: str = "HEAD"

    @property
    def public_url(self) -> str:
        return _USER_INFO.sub(r"\1", self.url)

    @property
    def shown(self) -> str:
        return f"{self.public_url} ({self.path})" if self.path else self.public_url


def skill_source(text: str, *, path: str = "", ref: str = "") -> SkillSource:
    """What `text` names: an address of git, of a folder on GitHub, or `USER/REPOSITORY[/PATH]`.

    Raises:
        UserError: it is none of them, or leads out of the repository.
    """
    if found := _ON_GITHUB.fullmatch(text):
        user, repository, in_ref, inside = found.groups()
        url = f"https://github.com/{user}/{repository}.git"
        source = SkillSource(url, path or _folder(inside), ref or in_ref or "HEAD")
    elif _ADDRESS.fullmatch(text):
        source = SkillSource(text, path, ref or "HEAD")
    elif (short := _SHORT.fullmatch(text)) and not text.startswith((".", "-")):
        user, repository, inside = short.groups()
        url = f"https://github.com/{user}/{repository}.git"
        source = SkillSource(url, path or _folder(inside), ref or "HEAD")
    else:
        raise UserError(
            english(
                "{text!r} is no place of a skill; give USER/REPOSITORY/PATH for one on GitHub, "
                "or the address of a git repository and --path",
                text=text,
            )
        )
    inside = source.path.strip("/")
    if ".." in inside.split("/") or source.ref.startswith("-"):
        raise UserError(
            english("{text!r}: the path must lie in the repository, and a ref is a name", text=text)
        )
    return SkillSource(source.url, inside, source.ref)


def _folder(path: str | None) -> str:
    """The folder of a skill, which may be named by its file."""
    return (path or "").removesuffix("SKILL.md").rstrip("/")
