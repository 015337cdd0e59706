"""Places inside the workspace that no tool may write to."""

import unicodedata

from architect.domain.paths import Access
from architect.domain.verdict import Allow, Deny
from architect.l10n import english

_GIT_NAMES = frozenset({".git", "git~1"})
"""`git~1` is what `.git` is called as well on file systems with 8.3 names."""

_OWN_NAMES = frozenset({".architect", ".architect.yaml"})


def judge_path(relative: str, access: Access) -> Allow | Deny:
    """Whether a path below the workspace root, written with forward slashes, may be used like that.

    Everything may be read. Git's own folder may be written at no depth, because its hooks and its
    configuration run programs; architect's folder and configuration not at the root.
    """
    if access is Access.READ:
        return Allow()
    names = [folded_name(part) for part in relative.split("/") if part not in ("", ".")]
    if not _GIT_NAMES.isdisjoint(names):
        return Deny("path.git", english("git's own files are changed by git only"))
    if names and names[0] in _OWN_NAMES:
        return Deny(
            "path.architect",
            english("architect's own files and configuration are not for tools"),
        )
    return Allow()


def folded_name(name: str) -> str:
    """The name as the most forgiving file system sees it.

    macOS ignores case and invisible characters; Windows ignores case, final dots and spaces, and
    takes what follows a colon for a stream of the same file. Git refuses the same spellings
    (`core.protectHFS`, `core.protectNTFS`).
    """
    visible = name
    if not name.isascii():
        visible = "".join(char for char in name if unicodedata.category(char) != "Cf")
    return visible.casefold().split(":", 1)[0].rstrip(". ")
