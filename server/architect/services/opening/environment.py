"""What a run is told of the machine, the day and the repository."""

import platform
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from architect.domain.context_part import ContextPart
from architect.domain.escape_controls import escape_controls
from architect.domain.messages import Message, UserMessage
from architect.l10n import english

UNCONFINED = "Commands run without a sandbox, with the rights of the user."

_LANGUAGES = {"es": "Spanish"}
_ANSWER_IN = (
    "Write to the user in {language}, unless they write in another language. Code, comments, "
    "commit messages and files keep the language that the project has."
)

_BEGIN, _END = "<environment>", "</environment>"


def machine(root: Path, *, commands: str, language: str) -> ContextPart:
    """What stays the same from run to run; `commands` is a sentence about where they run.

    `language` is what the user reads, as a code of ISO 639-1.
    """
    lines = [
        f"Workspace: {escape_controls(str(root))} ({_system()})",
        *([commands] if commands else []),
        *([_ANSWER_IN.format(language=_LANGUAGES[language])] if language in _LANGUAGES else []),
    ]
    return ContextPart(english("environment"), english("this machine"), "\n".join(lines))


def confinement(*, network: bool, read_only: bool) -> str:
    """What commands can do in their sandbox, as a sentence."""
    files = "can write nothing in the workspace" if read_only else "write only in the workspace"
    reach = "have the network" if network else "have no network unless the user allows it"
    return f"Commands run in a sandbox: they {files} and /tmp, and {reach}."


def present(now: datetime, git: str, *, told: Sequence[Message]) -> ContextPart:
    """What is of today: the date, and `git`, the repository in a line.

    Without a text if that is what the conversation so far, `told`, says of it last.
    """
    lines = [f"Date: {now:%Y-%m-%d}", *([f"Git: {escape_controls(git)}"] if git else [])]
    text = "\n".join((_BEGIN, *lines, _END))
    last = next((one.text for one in reversed(told) if _is_told_in(one)), "")
    known = last[last.rfind(_BEGIN) :].startswith(text)
    return ContextPart(
        english("today"),
        english("the clock and git") if git else english("the clock"),
        "" if known else text,
    )


def _is_told_in(message: Message) -> bool:
    return isinstance(message, UserMessage) and _BEGIN in message.text


def _system() -> str:
    name = platform.system()
    try:
        distribution = platform.freedesktop_os_release().get("PRETTY_NAME", "")
    except OSError:
        return name
    return f"{name}, {escape_controls(distribution)}" if distribution else name
