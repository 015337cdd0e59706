"""The lines of a patch that say which file it is about.

https://www.gnu.org/software/diffutils/manual/html_node/Detailed-Unified.html and the extended
headers of https://git-scm.com/docs/diff-format.
"""

import re
from collections.abc import Sequence

from architect.domain.errors import EditRefusedError
from architect.frozen import frozen
from architect.lazy_pattern import lazy_pattern

_REFUSED = lazy_pattern(
    r"(?:rename|copy) (?:from|to) |(?:old|new|new file|deleted file) mode (?!100(?:644|755)\s*$)"
    r"|GIT binary patch|Binary files .* differ$|\*\*\* Move to:"
)
_GIT = lazy_pattern(r"diff --git |diff --cc ")
_MODE = lazy_pattern(r"(old|new|new file|deleted file) mode (100644|100755)\s*$")
_FENCE = lazy_pattern(r"(?:```|~~~)")
_NOTHING = "/dev/null"
_ANY_FILE = frozenset(
    {_NOTHING, "", "a", "b", "file", "original", "modified", "old", "new", "before", "after"}
    | {"current", "updated", "left", "right", "source", "target"}
)
"""What models call a file that they do not name."""

_TIME = lazy_pattern(r"(?<!\s)\s+\d{4}-\d\d-\d\d[ T]\d\d:.*")
_OCTAL = lazy_pattern(rb"\\([0-3][0-7]{2})")


@frozen
class FileHeader:
    """What the lines before the first hunk of a file say.

    `names` are all that it is called there, but for what stands for any file. `executable` is the
    mode that the file has afterwards, None if that is not said; `fenced`, whether a markdown fence
    is open behind them.
    """

    name: str | None = None
    names: tuple[str, ...] = ()
    creates: bool = False
    deletes: bool = False
    executable: bool | None = None
    fenced: bool = False


def read_header(lines: Sequence[str], at: int, *, fenced: bool) -> tuple[FileHeader, int]:
    """The header that begins at `lines[at]`, and where hunks, or another header, follow.

    Raises:
        EditRefusedError: the patch wants more than to change the text and mode of a file.
    """
    start, names, modes = at, dict[str, str](), dict[str, bool]()
    while at < len(lines):
        line = lines[at]
        if line.startswith("@@") or (at > start and _is_another(lines, at, names)):
            break
        refuse_if_more_than_text(line)
        fenced ^= is_fence(line)
        if line.startswith(("--- ", "+++ ")):
            names[line[:3]] = _name(line[4:])
        elif _GIT.match(line):
            names["git"] = _unquoted(line.rpartition(" b/")[2].strip())
        elif mode := _MODE.match(line):
            modes[mode[1]] = mode[2] == "100755"
        at += 1
    made, kept = modes.get("new file"), modes.get("new")
    return FileHeader(
        name=next(
            (n for k in ("+++", "---", "git") if (n := names.get(k)) not in (None, _NOTHING)), None
        ),
        names=tuple(one for one in names.values() if one not in _ANY_FILE),
        creates=names.get("---") == _NOTHING or made is not None,
        deletes=names.get("+++") == _NOTHING or "deleted file" in modes,
        executable=kept if made is None else made,
        fenced=fenced,
    ), at


def starts_file(lines: Sequence[str], at: int) -> bool:
    """Whether the header of a file begins behind the hunks of another one."""
    return bool(_GIT.match(lines[at])) or is_file_header(lines, at)


def is_file_header(lines: Sequence[str], at: int) -> bool:
    """Whether `---` and `+++` lines stand here, and not a removed `-- ` and an added `++ ` line."""
    marks = [line[:4] for line in lines[at : at + 3]]
    return marks[:2] == ["--- ", "+++ "] and (len(marks) < 3 or marks[2].startswith("@@"))


def is_fence(line: str) -> bool:
    return bool(_FENCE.match(line))


def refuse_if_more_than_text(line: str) -> None:
    """Refuse what is more than text and execute bit of one file.

    Raises:
        EditRefusedError
    """
    if _REFUSED.match(line):
        raise EditRefusedError(
            f"the patch has the header {line.strip()[:80]!r}; only the text of one file and its "
            f"execute bit can be patched: take the header out{_instead(line)}"
        )
    if line.startswith("@@@"):
        raise EditRefusedError("the patch is a combined diff of a merge; give a plain unified diff")


def _instead(line: str) -> str:
    """How to do what the header `line` wants, in calls of other tools."""
    if line.startswith("copy "):
        return ", and write the copy with write_file"
    if line.startswith(("rename ", "*** Move")):
        return (
            ", and move the file when it is patched: by run_command with `git mv OLD NEW`, or with"
            " write_file at the new path and delete_file at the old one"
        )
    return ""


def second_file() -> EditRefusedError:
    return EditRefusedError(
        "the patch is for more than one file; call apply_patch once for each file"
    )


def _is_another(lines: Sequence[str], at: int, names: dict[str, str]) -> bool:
    """Whether the header of the next file begins here."""
    line = lines[at]
    if _GIT.match(line):
        return bool(names)
    if line.startswith("+++ "):
        return "+++" in names
    return line.startswith("--- ") and ("---" in names or "+++" in names)


def _name(text: str) -> str:
    """The path in a `---` or `+++` line, without git's prefix and diff's time."""
    name = _TIME.sub("", text.split("\t")[0]).strip()
    return re.sub(r"^[ab]/", "", _unquoted(name))


def _unquoted(name: str) -> str:
    """`name` without the quotes and octal escapes that git writes around unusual characters.

    https://git-scm.com/docs/git-config#Documentation/git-config.txt-corequotePath
    """
    if not name.endswith('"'):
        return name
    inside = name.strip('"').encode()
    plain = _OCTAL.sub(lambda found: bytes([int(found[1], 8)]), inside)
    return plain.decode("utf-8", "replace")
