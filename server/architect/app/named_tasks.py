"""Tasks that are typed with what they are about: `/explain a.py:10-20`, `/fix`, `/tests a.py`."""

import asyncio
import os
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from architect.app.findings_to_fix import fix_of, texts_of
from architect.app.run_modes import EXPLAINER
from architect.domain.errors import PathRefusedError, UserError
from architect.domain.ids import FindingId
from architect.domain.paths import Access
from architect.domain.run_request import RunRequest
from architect.domain.text.mentions import mentions_in
from architect.domain.text.typed_mention import as_mention
from architect.frozen import frozen
from architect.l10n import either, english
from architect.lazy_pattern import lazy_pattern
from architect.ports.workspace import Workspace
from architect.services.findings import FindingCollection
from architect.services.task_names import named_run_name
from architect.services.tasks import NamedTask, task_on
from architect.tools.missing_path import similar_paths

NAMED_TASKS: dict[str, NamedTask] = {"explain": "explain", "fix": "fix", "tests": "tests"}

TASK_SUMMARIES: dict[NamedTask, str] = {
    "explain": english("have code explained: a file, lines of it, or what you say"),
    "fix": english("have a file fixed, or what reviews found in it"),
    "tests": english("have tests written for a file, lines of it, or what you say"),
}
"""What each does, as lists of what can be typed behind a slash say it."""

_WITHOUT_WORDS: dict[NamedTask, str] = {
    "explain": english("say what is to be explained: /explain FILE:10-20, or in words"),
    "fix": english("say what is to be fixed: /fix FILE, or in words; /review looks for problems"),
    "tests": english("say what is to be tested: /tests FILE, or in words"),
}
_LINES = lazy_pattern(r"(.+?)(:[0-9]{1,9}(?:-[0-9]{1,9})?)?", re.DOTALL)
_TYPED = lazy_pattern(rf"/({'|'.join(NAMED_TASKS)})(?:\s+(.*))?", re.DOTALL)
_LIKE_A_FILE = lazy_pattern(r"\S*(?:/\S*|[^/.\s]\.[a-z][a-z0-9]{0,4})", re.IGNORECASE)


@frozen
class Named:
    """What the user names: `words` in which each file has an @ in front.

    `path` is there if they are the name of one file and nothing else.
    """

    words: str
    path: str = ""


@frozen
class Asked:
    """A request, and the findings that it is to fix."""

    request: RunRequest
    fixes: tuple[FindingId, ...] = ()


def typed_task(message: str) -> tuple[NamedTask, str] | None:
    """The task that a message begins with, and the words behind it; none behind a blank."""
    found = _TYPED.fullmatch(message.rstrip())
    return None if found is None else (NAMED_TASKS[found[1]], (found[2] or "").strip())


async def named_task(
    name: NamedTask,
    words: str,
    workspace: Workspace,
    findings: FindingCollection,
    *,
    attached: Sequence[str],
) -> Asked:
    """The task `name` about what `words` name; without any about what is `attached`, by its names.

    What reviews have found in a file, or without words in all of them, is what `fix` is about.

    Raises:
        UserError: they name a file that is not there, or there is nothing it could be about.
    """
    typed = f"/{name} {words}".rstrip()
    named = await named_in(words, workspace)
    if name == "fix" and (named.path or not words):
        texts = await texts_of(findings, workspace)
        if found := findings.all(named.path or None):
            request = replace(fix_of(found, texts), typed=typed)
            return Asked(request, tuple(each.finding_id for each in found))
    if not (words or attached):
        raise UserError(_WITHOUT_WORDS[name])
    if name == "explain" and named.words and "@" not in named.words:
        return Asked(RunRequest(named.words, EXPLAINER, typed=typed))
    about = [each.written.removeprefix("@").strip('"') for each in mentions_in(named.words)]
    title = named_run_name(name, next(filter(None, (*about, named.words, *attached))))
    return Asked(replace(task_on(name, named.words), title=title, typed=typed))


async def named_in(words: str, workspace: Workspace) -> Named:
    """What `words` name; a file at their beginning needs no @.

    Raises:
        UserError: they begin with the name of a file that is not there.
    """
    words = words.strip()
    first, _, more = words.partition(" ")
    for name, rest in ((words, ""), (first, more)):
        if name and (mention := await asyncio.to_thread(_mention_of, name, workspace)):
            return Named(f"{mention} {rest}".strip(), "" if rest else _only_path(mention))
    path = _LINES.fullmatch(first)
    if path and not first.startswith("@") and _LIKE_A_FILE.fullmatch(path[1]):
        raise await _no_file(path[1], workspace)
    return Named(words, _only_path(words))


def _mention_of(name: str, workspace: Workspace) -> str:
    """How the file or folder `name` is mentioned, with the lines behind it; empty without one."""
    found = _LINES.fullmatch(name)
    if found is None or name.startswith("@"):
        return ""
    path, lines = found[1], found[2] or ""
    if not os.path.lexists(workspace.root / path):
        return ""
    mention = as_mention(path)
    return f"{mention}{lines}" if mention else ""


def _only_path(words: str) -> str:
    mentions = mentions_in(words)
    if len(mentions) != 1 or mentions[0].written != words:
        return ""
    target = mentions[0].targets[0]
    return "" if target.first else target.path.removeprefix("./")


async def _no_file(name: str, workspace: Workspace) -> UserError:
    hint = ""
    with suppress(PathRefusedError):
        names = await similar_paths(workspace, workspace.locate(name, Access.READ))
        hint = english(", did you mean {either}?", either=either(map(repr, names))) if names else ""
    return UserError(english("there is no file {name!r}{hint}", name=name, hint=hint))
