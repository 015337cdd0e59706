"""Text archives: many files in one text.

    What the archive is about.

    -- files/a.py --
    print("hello")
    -- files/b.txt (CRLF, no final newline) --
    first
    last

A line `-- NAME --` starts a file; what stands before the first one says what it is about. The
notes in brackets say what a text cannot show: `CRLF` and `no final newline`. Blank lines at the end
of a file belong to it.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

_HEADER = re.compile(r"-- (?P<name>\S+)(?: \((?P<notes>[^)]*)\))? --")


@dataclass(frozen=True)
class Archive:
    """What it is about, and the files by name, in order."""

    about: str
    files: Mapping[str, bytes]

    def below(self, folder: str) -> dict[str, bytes]:
        """The files in a folder, by their names within it."""
        prefix = f"{folder}/"
        return {
            name.removeprefix(prefix): content
            for name, content in self.files.items()
            if name.startswith(prefix)
        }


def parse(text: str) -> Archive:
    about: list[str] = []
    files: dict[str, bytes] = {}
    lines, header = about, None
    for line in text.split("\n"):
        if (match := _HEADER.fullmatch(line)) is None:
            lines.append(line)
            continue
        if header is not None:
            files[header["name"]] = _content(lines, header["notes"] or "")
        lines, header = [], match
    if header is not None:
        files[header["name"]] = _content(lines[:-1], header["notes"] or "")
    return Archive("\n".join(about).strip(), files)


def render(archive: Archive) -> str:
    """The text that `parse` reads."""
    parts = [f"{archive.about}\n\n"]
    for name, content in archive.files.items():
        notes, text = _as_text(content)
        parts.append(f"-- {name}{notes} --\n{text}")
    return "".join(parts)


def _content(lines: list[str], notes: str) -> bytes:
    text = "".join(f"{line}\n" for line in lines)
    if "no final newline" in notes:
        text = text.removesuffix("\n")
    if "CRLF" in notes:
        text = text.replace("\n", "\r\n")
    return text.encode()


def _as_text(content: bytes) -> tuple[str, str]:
    """The notes for the header, and the lines below it."""
    notes: list[str] = []
    if content.count(b"\r\n") == content.count(b"\n") > 0:
        notes.append("CRLF")
        content = content.replace(b"\r\n", b"\n")
    if content and not content.endswith(b"\n"):
        notes.append("no final newline")
        content += b"\n"
    shown = f" ({', '.join(notes)})" if notes else ""
    return shown, content.decode()
