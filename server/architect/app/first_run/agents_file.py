"""The text of AGENTS.md, which is for every agent that works on the project."""

from collections.abc import Iterator, Sequence

from architect.app.first_run.facts import CheckKind, Facts, Part
from architect.domain.escape_controls import in_one_line

_WORDS: dict[CheckKind, str] = {
    "tests": "run the tests",
    "types": "check the types",
    "lint": "lint",
    "format": "check the format",
}
_HEAD = (
    "# {name}\n\nNotes for coding agents. What stands here goes with every task: keep it short.\n"
)
_TAIL = """
## Conventions

<!-- What an agent cannot see in the code: decisions, names, what to leave alone, how to commit. -->
"""


def agents_text(facts: Facts) -> str:
    """A whole new file."""
    parts = [_HEAD.format(name=_shown(facts.name))]
    if commands := missing_commands("", facts):
        parts.append(f"\n{commands}")
    if layout := list(_layout(facts.parts)):
        parts.append("\n## Layout\n\n" + "".join(f"- {line}\n" for line in layout))
    return "".join([*parts, _TAIL])


def missing_commands(existing: str, facts: Facts) -> str:
    """A section with the commands that `existing` does not name; empty if it names all."""
    return _commands([line for line, command in _described(facts) if command not in existing])


def _commands(lines: Sequence[str]) -> str:
    return "## Commands\n\n" + "".join(f"- {line}\n" for line in lines) if lines else ""


def _described(facts: Facts) -> Iterator[tuple[str, str]]:
    """A line for each command, and the command."""
    for part in facts.parts:
        if part.setup:
            yield f"Install what {_of(part)} needs: {_code(part.setup)}", part.setup
    for gate in facts.gates():
        where = gate.name.removeprefix(gate.kind).strip(" ,")
        word = _WORDS[gate.kind].capitalize()
        yield f"{word}{f' {_shown(where)}' if where else ''}: {_code(gate.command)}", gate.command


def _layout(parts: Sequence[Part]) -> Iterator[str]:
    if len(parts) > 1:
        for part in parts:
            yield f"{_code(part.relative or '.')}: {part.language}, {part.manager}"


def _of(part: Part) -> str:
    return _code(part.relative) if part.relative else "the project"


def _shown(text: str) -> str:
    """A name in Markdown: it brings no markup along."""
    return "".join(f"\\{each}" if each in "\\`*_[]<>#|" else each for each in in_one_line(text))


def _code(text: str) -> str:
    """A code span, also around backticks (CommonMark 6.1)."""
    text = in_one_line(text)
    fence = "`"
    while fence in text:
        fence += "`"
    pad = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{fence}{pad}{text}{pad}{fence}"
