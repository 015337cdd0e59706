"""Words that docs/glossary.md retired do not come back, neither in names nor in texts."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.support.table import table

ROOT = Path(__file__).parents[2]
SEARCHED = (
    "README.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "config.example.yaml",
    "client-nvim/README.md",
    "client-nvim/doc",
    "client-nvim/lua",
    "client-vscode/README.md",
    "client-vscode/package.nls.json",
    "client-vscode/src",
    "docs",
    "server/architect",
)
KINDS = {".json", ".lua", ".md", ".py", ".ts", ".txt", ".yaml"}

RETIRED = {
    r"faces?": "front end",
    r"desks?": "session, workspace folder, cache or queue",
    r"lent|lends?|lending": "editor model; offers",
    r"mend(s|ed|ing)?": "fix",
    r"patience": "timeouts",
    r"sieves?": "filter",
    r"obeyed files?": "executable configuration files",
    r"foreign bytes": "undecodable bytes",
    r"looking git": "read-only git",
    r"(informed|tainted|watched) shell": "redacting, no-network, test-detecting shell",
    r"turn(s|ed|ing)? down": "reject",
    r"(take|takes|taken|taking|took) back": "undo",
    r"(go|goes|going) on with": "resume, continue with",
    r"harmless\(": "escape_controls(",
    r"(what|which \w+) shall": "a description of what is asked for",
    r"in no mode": "in every mode ... blocked",
    r"who thinks": "model",
}
"""What is retired, as a pattern of whole words in lower case, and what to say instead."""

_OLD_NAME = "an old name that is still read or written for released files and clients"
_OTHER_SENSE = "the word in another sense"

EXCEPTIONS: dict[str, dict[str, str]] = {
    "client-vscode/src/conversation/foldDecision.ts": {r"turn(s|ed|ing)? down": _OLD_NAME},
    "docs/protocol.md": {r"turn(s|ed|ing)? down": _OLD_NAME},
    "docs/protocol.schema.json": {r"turn(s|ed|ing)? down": _OLD_NAME},
    "server/architect/cli/commands/doctor.py": {r"mend(s|ed|ing)?": _OLD_NAME},
    "server/architect/config/renamed_keys.py": {r"obeyed files?": _OLD_NAME},
    "server/architect/domain/journal/event_json.py": {r"turn(s|ed|ing)? down": _OLD_NAME},
    "server/architect/domain/text/alignment.py": {r"patience": "the name of an algorithm"},
    "server/architect/policy/secrets/rules.json": {
        r"faces?": "Hugging Face",
        r"desks?": "the prefix of a key",
    },
    "server/architect/policy/shell/programs/table.json": {r"patience": "an option of git"},
    "server/architect/policy/shell/syntax/source_checks.py": {r"faces?": _OTHER_SENSE},
    "server/architect/adapters/models/recorded/scripts/demo.json": {
        r"(go|goes|going) on with": _OTHER_SENSE
    },
}
"""By file or folder: what may stand there, and why."""


def words_of(line: str) -> str:
    """`line` as words in lower case, with those of `snake_case` and `camelCase` apart."""
    apart = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", line)
    return re.sub(r"[_\s-]+", " ", apart).lower()


@cache
def words_of_lines(text: str) -> str:
    return "\n".join(map(words_of, text.splitlines()))


@cache
def texts() -> dict[str, str]:
    """What is searched, by the path of its file."""
    paths = [ROOT / name for name in SEARCHED]
    all_ = [each for path in paths for each in (sorted(path.rglob("*")) or [path])]
    files = [each for each in all_ if each.is_file() and each.suffix in KINDS]
    return {file.relative_to(ROOT).as_posix(): file.read_text(encoding="utf-8") for file in files}


def allowed(path: str) -> set[str]:
    return {
        pattern
        for place, patterns in EXCEPTIONS.items()
        if path == place or path.startswith(f"{place}/")
        for pattern in patterns
    }


def found(pattern: str, text: str) -> Iterator[tuple[int, str]]:
    whole = re.compile(rf"(?<![a-z])(?:{pattern})(?![a-z0-9])")
    words = words_of_lines(text)
    numbers = {words.count("\n", 0, match.start()) for match in whole.finditer(words)}
    lines = text.splitlines() if numbers else []
    yield from ((number + 1, lines[number].strip()) for number in sorted(numbers))


@table("pattern", RETIRED)
def test_no_file_has_a_retired_word(pattern: str) -> None:
    places = [
        f"{path}:{number}: {line[:100]}"
        for path, text in texts().items()
        if pattern not in allowed(path)
        for number, line in found(pattern, text)
    ]
    assert not places, "\n".join([f"say {RETIRED[pattern]!r} instead:", *places])


@table(
    "line",
    [
        "class HunkDesk:",
        "hunk_desk = 1",
        "const hunkDesk = 1;",
        "the Desks of a run",
        "A run (at your desk).",
    ],
)
def test_a_retired_word_is_found_in_names_and_in_texts(line: str) -> None:
    assert [*found(r"desks?", line)] == [(1, line)]


@table("line", ["desktop", "a Deskjet", "disk"])
def test_a_longer_word_is_another_word(line: str) -> None:
    assert [*found(r"desks?", line)] == []
