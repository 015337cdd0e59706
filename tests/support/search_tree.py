"""Trees of files that are hard to search, grown from a seed."""

import os
import random
from pathlib import Path

_FOLDERS = [
    *("a", "a-b", "a.d", "build", "src", "src/deep", "src/deep/er", "x y", "-d", "node_modules"),
    *("venv", ".hid", "out", "out/in", "é", "."),
]
_NAMES = [
    *("f.py", "g.txt", "-e.py", "a.log", "b.tmp", "keep.log", ".env", "we ird.md", "new\nline.py"),
    *("co:lon.txt", "é.py", "Makefile", "*.py", "[x].py", "#h.py", "!n.py"),
]
_RULES = [
    *("*.log", "!keep.log", "build/", "/out", "out/in/", "*.tmp", "**/deep/", "src/**/f.py", "a-?"),
    *("a.d/*", "!a.d/g.txt", "/src/*.py", "# no", "", "[ab].log", "*.{tmp,md}", "\\#h.py", "*"),
    *("\\!n.py", "deep/er", "!*/", "!*.py", "/é*", "node_modules", "**/x y", "*.py ", "!.env"),
    *("a*/", "/a*b"),
]
_WORDS = [
    *("alpha", "Beta", "gamma42", "x = 1", "", "  return", "é", "É", "\t#", "a.b", "(c)", "ALPHA"),
    *("İ", "ſ", "K", "form\x0cfeed", "u\u2028v", "--pre=x", "alpha alpha", "ß"),
]
_LINKS = [("l.py", "f.py"), ("up", ".."), ("loop", "loop"), ("lost", "nowhere"), ("abs", "/etc")]


def grow_tree(top: Path, chance: random.Random) -> list[Path]:
    """Fill `top`, in three of four cases a git work tree; the folders in which to search."""
    folders = _filled(top, chance, files=60)
    if chance.random() < 0.75:
        (top / ".git/info").mkdir(parents=True)
        if chance.random() < 0.4:
            (top / ".git/info/exclude").write_bytes("\n".join(chance.choices(_RULES, k=2)).encode())
    if chance.random() < 0.5:
        nested = chance.choice(folders) / "nested"
        nested.mkdir(exist_ok=True)
        _filled(nested, chance, files=12)
        (nested / ".git").mkdir(exist_ok=True)
    return [top, top, *folders]


def _filled(top: Path, chance: random.Random, *, files: int) -> list[Path]:
    for _ in range(files):
        folder = top / chance.choice(_FOLDERS)
        folder.mkdir(parents=True, exist_ok=True)
        place = folder / chance.choice(_NAMES)
        if not os.path.lexists(place):
            place.write_bytes(_content(chance))
    Path(os.fsdecode(os.fsencode(top) + b"/b\xff.py")).write_bytes(_content(chance))
    folders = sorted(place for place in top.rglob("*") if place.is_dir() and not place.is_symlink())
    for folder in (top, *folders):
        if chance.random() < 0.4:
            end = chance.choice(["\r\n", *["\n"] * 4])
            rules = chance.choices(_RULES, k=chance.randrange(1, 5))
            (folder / ".gitignore").write_bytes(end.join(rules).encode())
    for name, target in _LINKS:
        link = chance.choice(folders) / name
        if not os.path.lexists(link):
            link.symlink_to(target)
    os.mkfifo(top / "fifo.py")
    return folders


def _content(chance: random.Random) -> bytes:
    end = chance.choice([*["\n"] * 5, "\r\n", "\r", "\n\r"])
    lines = chance.choices(_WORDS, k=chance.randrange(25))
    if chance.random() < 0.05:
        lines.append(f"{'y' * chance.randrange(3_000)} alpha {'z' * chance.randrange(3_000)}")
    text = end.join(lines) + chance.choice(["", end])
    match chance.randrange(20):
        case 0:
            return text.encode("utf-16")
        case 1:
            return b"\xfe\xff" + text.encode("utf-16-be")
        case 2:
            return b"\xef\xbb\xbf" + text.encode()
        case 3 | 4:
            return text.encode("latin-1", "replace")
        case 5 | 6:
            return text.replace("\r", "\n").encode() + b"\0\n" + text.encode()
        case _:
            return text.encode()
