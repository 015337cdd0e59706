"""Writes how letters follow each other in the names of programs, by which keys are told from names.

`python -m scripts.letter_pairs FOLDER ...` reads the standard library and source below the folders.
"""

import re
import sys
import sysconfig
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from string import ascii_lowercase

from architect.policy.secrets import randomness

FILE = Path(randomness.__file__).with_name("letter_pairs.txt")
ENDINGS = frozenset({".py", ".js", ".mjs", ".cjs", ".ts", ".json", ".md"})
NAMES = re.compile(r"[A-Za-z_]{3,40}")
WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
VOWELS = frozenset("aeiouy")
ABOUT = """\
# How often a letter begins a word of a name in code, and how often each letter follows another, of
# 1,000, in the names of the standard library and of npm packages (scripts/letter_pairs.py). Columns
# are a to z; `^` is the beginning.
"""


def main() -> None:
    folders = [sysconfig.get_path("stdlib"), *sys.argv[1:]]
    pairs: Counter[str] = Counter()
    for word in _words(_names(map(Path, folders))):
        pairs.update(word[n : n + 2] for n in range(len(word) - 1))
        pairs[f"^{word[0]}"] += 1
    rows = (_row(first, pairs) for first in f"^{ascii_lowercase}")
    FILE.write_text(ABOUT + "".join(rows))


def _row(first: str, pairs: Counter[str]) -> str:
    counts = [pairs[first + second] for second in ascii_lowercase]
    return f"{first} {' '.join(f'{1000 * count / sum(counts):3.0f}' for count in counts)}\n"


def _words(names: Iterable[str]) -> Iterator[str]:
    for name in names:
        for word in WORDS.findall(name.replace("_", " ")):
            if len(word) >= 3 and not VOWELS.isdisjoint(word.lower()):
                yield word.lower()


def _names(folders: Iterable[Path]) -> set[str]:
    """Each name once: otherwise the most frequent ones would say everything."""
    return {
        name
        for folder in folders
        for path in folder.rglob("*")
        if path.suffix in ENDINGS and path.is_file()
        for name in NAMES.findall(path.read_text("utf-8", "ignore"))
    }


if __name__ == "__main__":
    main()
