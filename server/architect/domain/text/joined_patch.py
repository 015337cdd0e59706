"""The changes of several files as one patch, which `git apply` takes."""

from collections.abc import Iterable

from architect.domain.text.diff import diff_of, git_header


def file_patch(
    relative: str, old: str | None, new: str | None, *, executable: bool | None = None
) -> str:
    """The patch of one file; None stands for no file, and for an execute bit that stays."""
    plain = diff_of(relative, old, new)[0]
    if executable is None or new is None:
        return plain
    mode = "100755" if executable else "100644"
    if old is None:
        modes = f"new file mode {mode}\n"
    else:
        modes = f"old mode {'100644' if executable else '100755'}\nnew mode {mode}\n"
    hunks = "" if plain.startswith("diff --git ") else plain
    return f"{git_header(relative)}{modes}{hunks}"


def joined_patch(patches: Iterable[str]) -> str:
    """One patch of several.

    Where a header of git has no hunks, git takes the names that come next for its own: what comes
    next has a header of git, too.
    """
    joined: list[str] = []
    for patch in filter(None, patches):
        follows = bool(joined) and joined[-1].startswith("diff --git ") and "\n@@" not in joined[-1]
        joined.append(_with_git_header(patch) if follows and patch.startswith("--- ") else patch)
    return "".join(joined)


def _with_git_header(patch: str) -> str:
    first, second, _ = patch.split("\n", 2)
    old, new = first[4:].rstrip("\t"), second[4:].rstrip("\t")
    kind = ""
    if old == "/dev/null":
        old, kind = new.replace("b/", "a/", 1), "new file mode 100644\n"
    elif new == "/dev/null":
        new, kind = old.replace("a/", "b/", 1), "deleted file mode 100644\n"
    return f"diff --git {old} {new}\n{kind}{patch}"
