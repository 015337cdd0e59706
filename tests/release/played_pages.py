"""The pages of the documentation, played from the built files: in which order, with what beside.

`python -m tests.release.played_pages` lists the lines that are not played, each with its reason.
"""

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeVar, cast

from tests.support.provider_server import Behaviour, Call, Received, Reply
from tests.support.told_blocks import blocks
from tests.support.typed_shell import Answer

T = TypeVar("T")

INSTALLING = "docs/start/install.md"
FIRST = "docs/start/"
"""What a stranger reads first is played first."""

NOT_PLAYED: Mapping[str, str] = {
    r"make |\. \.venv/|\.venv/|npm |pip install --require": "is about a clone: .ci/run does it",
    r"docker ": "needs a container engine",
    r"claude ": "needs Claude Code",
    r"code ": "needs VS Code: tests/e2e/vscode installs the file in a real one",
    r"uv lock|ollama pull": "needs a project of uv, or Ollama",
    r"architect mcp (add|test)": "connects to servers elsewhere: tests/cli/test_mcp.py",
    r"architect review --pr$": "is about a job of a CI service: tests/cli/test_review_command.py",
    r"architect eval --tasks ": "needs models and agents of the reader: tests/cli/workflows",
    r"architect pipeline run ": "needs a model that follows a schema: tests/cli/workflows",
    r".* --scheduler tls:": "needs other machines: tests/cli/workflows/test_dask_machines.py",
}
"""Beginnings of lines that are not played, and why."""

BEFORE: Mapping[str, str] = {
    r"uv tool install './": "pipx uninstall architect-lsp",
    r"python3 -m venv": "uv tool uninstall architect-lsp",
    r"git add src/auth.py": "echo 'a = 3' > src/auth.py",
    r"architect parallel .* --merge": "git add -A && git commit --no-verify -qm before",
    r"pipx inject": "rm ~/.local/bin/architect && pipx install ./*.whl",
    r"uv tool install --with": "pipx uninstall architect-lsp",
}
"""What the reader has done before a line: wrote something, or did not take the other ways."""

ENDS: Mapping[str, Sequence[int]] = {
    r"architect (doctor|health .*--fail-on-worse)": (0, 1),
    r"architect eval": (0, 1),
    r"architect fork .*--restore-files": (0, 2),
}
"""How a line may end where that depends on the machine, or on what was changed since; else 0."""

SHOWS: Mapping[str, str] = {
    r"sha256sum --check": r"\.whl: OK$",
    r"architect --version": r"^architect \d+\.\d+",
    r"which architect": r"/bin/architect$",
    r"architect login": r"^kept in the keyring ",
    r"architect logout": r": the key is removed$",
    r"architect models": r"^  ollama/qwen3 ",
    r"architect doctor": r"^(ok|warning|problem) +model  +\S",
    r"architect init$": r"written: \.architect\.yaml$",
    r"architect init --ci github": r"written: \.github/workflows/architect\.yml$",
    r'architect run "the date': r"(?s)^ +\+b = 2$.*\[y/n/.*/\?\]: .*^  undo: +architect undo ",
    r'architect resume "and add': r"^  changes: architect diff ",
    r"architect diff": r"^\+b = 2$",
    r"architect undo": r"^restored src/b\.py$",
    r"architect review --base": r"(?s)^reviewed: \d+ files?$.*^No findings\.$",
    r"architect fix --list": r"^[0-9a-f]{12} +src/a\.py:1: error: Wrong",
    r"architect history": r"^[0-9a-f]{10}  [\d-]+ [\d:]+  \S+\.1  step 1$",
    r"architect rollback --to-step 0": r"^restored src/a\.py$",
    r"architect rollback --to-commit": r"^to go forward again: architect rollback --to-commit ",
    r"architect replay": r"^\S+\.\d: \d+ steps, no difference$",
    r"architect test-cases": r"^1 test case, 0 differ$",
    r"architect fork": r"^resume: architect resume ",
    r"architect grants (list|deny)": r"^g[0-9a-f]+ +deny +run_command: git ",
    r"architect grants revoke": r"^revoked$",
    r"architect health --base": r"^Nothing is worse or better than in ",
    r'git commit -m "Check': r"(?s)^No findings\.$.*\] Check the password$",
    r'architect loop "Make the tests': r"^success: all checks passed after 1 iteration$",
    r"architect parallel .*--merge": r"^success: 2 of 2 tasks succeeded; 2 merged on ",
    r"git merge architect/merged": r"^Fast-forward$",
}
"""What a line has to show of what its page says that it does, as a pattern."""

KEY = "sk-typed-by-a-person-0123456789"
ANSWERS: Sequence[Answer] = (
    Answer(r"\(not shown\): ?$", f"{KEY}\n"),
    Answer(r"/a/\?\]: ?$", "y\n"),
    Answer(r"\[[yY]/[nN]\]: ?$", "y\n"),
    Answer(r"what to change: ?$", "y\n"),
    Answer(r"\[none\]: ?$", "\n"),
    Answer(r"^(> ?|you: ?)$", "/quit\r", once=True),
)
"""What a person answers; a conversation is left."""


def pages() -> Iterator[tuple[str, Sequence[str]]]:
    """Each page with its lines that are played, in the order in which they stand there."""
    lines: dict[str, list[str]] = {}
    for block in blocks():
        lines.setdefault(block.page, []).extend(
            each for each in block.commands if not why_not(each)
        )
    order = sorted(lines, key=lambda page: (page != INSTALLING, not page.startswith(FIRST), page))
    yield from ((page, lines[page]) for page in order if lines[page])


def why_not(command: str) -> str:
    """Why a line is not played, empty if it is."""
    return _by_beginning(NOT_PLAYED, command, "")


def before(command: str) -> str:
    return _by_beginning(BEFORE, command, "")


def may_end(command: str) -> Sequence[int]:
    return _by_beginning(ENDS, command, (0,))


def shows(command: str) -> str:
    """What is to be seen behind a line, as a pattern of whole lines; the empty one fits all."""
    return _by_beginning(SHOWS, command, "")


def _by_beginning(table: Mapping[str, T], command: str, other: T) -> T:
    return next((what for begin, what in table.items() if re.match(begin, command)), other)


def answer(request: Received) -> Behaviour:
    """A model that adds a line to a file where it may write, and then is done."""
    messages: Sequence[Mapping[str, Any]] = request.body["messages"]
    tools = {_name(tool) for tool in request.body.get("tools", ())}
    if "write_file" not in tools or _has_result(messages):
        return Reply("Done.")
    return Reply(calls=[Call("write_file", _ADDS, id=f"call_{len(messages)}")])


_ADDS = '{"path": "src/b.py", "content": "b = 2\\n", "mode": "append"}'


def _name(tool: Mapping[str, Any]) -> str:
    return str(tool.get("function", tool).get("name"))


def _has_result(messages: Sequence[Mapping[str, Any]]) -> bool:
    """Whether the last message is one; Anthropic's is a part of a message of the user."""
    last = messages[-1]
    parts = cast("list[dict[str, Any]] | str", last["content"])
    return last["role"] == "tool" or (
        isinstance(parts, list) and any(part.get("type") == "tool_result" for part in parts)
    )


if __name__ == "__main__":
    for block in blocks():
        for line in block.commands:
            if reason := why_not(line):
                sys.stdout.write(f"{block.page}: {line}\n    {reason}\n")
