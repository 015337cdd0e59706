"""What a word is, as far as the line itself tells: constants, defaults, `$(echo ...)`.

Only what can be known for sure is filled in. That finds the destructive command behind a disguise;
it never makes a command look more harmless, because classes are given without it.
"""

import itertools
import posixpath
from collections.abc import Iterator

from architect.lazy_pattern import lazy_pattern
from architect.policy.shell.expansion.braces import (
    MAX_SPELLINGS,
    braced_texts,
    is_expanded_to_the_end,
)
from architect.policy.shell.expansion.computed import computed, is_list
from architect.policy.shell.expansion.known import HOLE, MAX_CHARACTERS, Known
from architect.policy.shell.expansion.list_commands import everything_in
from architect.policy.shell.expansion.printed_text import echoed, filtered, formatted
from architect.policy.shell.syntax.script import (
    Command,
    Output,
    Pipeline,
    Script,
    Text,
    Unknown,
    Variable,
    Word,
)

_MAX_DEPTH = 6


def literal(word: Word) -> str | None:
    """The text of `word` if it is written out, with nothing left to expand."""
    if (plain := _plain_text(word)) is not None and not _expands(plain):
        return plain
    texts: list[str] = []
    acting = ""
    for part in word.parts:
        if not isinstance(part, Text):
            return None
        texts.append(part.value)
        acting += " " if part.quoted else part.value
    return None if _expands(acting) else "".join(texts)


def _plain_text(word: Word) -> str | None:
    """The text of a `word` that is written without a quote, a `$` or a tilde, as most are."""
    if len(word.parts) != 1 or not isinstance(part := word.parts[0], Text):
        return None
    return None if part.quoted or part.value.startswith("~") else part.value


_ACTS = lazy_pattern(r"[~*?\[{]")


def _expands(text: str) -> bool:
    """Whether bash expands something in unquoted `text`: a tilde, a glob, braces."""
    if _ACTS.search(text) is None:
        return False
    if text.startswith("~") or "*" in text or "?" in text:
        return True
    if "[" in text and "]" in text.partition("[")[2]:
        return True
    inside = text.partition("{")[2].rpartition("}")[0]
    return "," in inside or ".." in inside


def expanded(word: Word, known: Known, depth: int = 0) -> str:
    """The text of `word`, with `HOLE` for what is not known; globs and braces stay."""
    if (plain := _plain_text(word)) is not None:
        return plain
    return "".join(
        _tilde(text, known) if index == 0 and _has_tilde(word) else text
        for index, text in enumerate(_part_text(part, known, depth) for part in word.parts)
    )


def spellings(word: Word, known: Known) -> list[str]:
    """What `word` becomes by brace expansion; quoted globs and braces are `HOLE`.

    What splits into words at blanks is split, as bash does it with an unquoted value.
    """
    if (plain := _plain_text(word)) is not None and "{" not in plain:
        return [plain]
    texts: list[str] = []
    splits = False
    for index, part in enumerate(word.parts):
        text = _part_text(part, known, 0)
        if index == 0 and _has_tilde(word):
            text = _tilde(text, known)
        if isinstance(part, Text) and part.quoted:
            text = text.translate(_NO_GLOB)
        elif not isinstance(part, Text):
            splits = splits or not getattr(part, "quoted", True) or _is_list(part)
        texts.append(text)
    braced = itertools.islice(braced_texts("".join(texts)), MAX_SPELLINGS)
    whole = [_tilde(text, known) if text.startswith("~") else text for text in braced]
    if not splits:
        return whole
    separators = dict.fromkeys(map(ord, known.values.get("IFS", "")), " ")
    return [piece for text in whole for piece in text.translate(separators).split()] or [""]


def has_all_spellings(word: Word) -> bool:
    """Whether `spellings` leaves out nothing of what bash expands `word` to."""
    if "{" not in word.source:
        return True
    texts = (
        part.value if isinstance(part, Text) and not part.quoted else HOLE for part in word.parts
    )
    return is_expanded_to_the_end("".join(texts))


def _is_list(part: object) -> bool:
    """Whether `part` becomes a word for each of its values even in quotes: `"$@"`, `"${x[@]}"`."""
    if isinstance(part, Unknown):
        return is_list(part.source)
    return isinstance(part, Variable) and part.name == "@"


def output_of(script: Script, known: Known, depth: int = 0) -> str | None:
    """What `script` prints, if it is one pipeline of literal text through simple decoders."""
    pipelines = script.pipelines
    if len(pipelines) == 2 and (folder := _folder_gone_to(pipelines[0], known)) is not None:
        pipelines = pipelines[1:]
        known = known.with_value("PWD", folder)
    if depth > _MAX_DEPTH or len(pipelines) != 1:
        return None
    return piped_text(pipelines[0], known, depth=depth)


def _folder_gone_to(pipeline: Pipeline, known: Known) -> str | None:
    """The folder that `cd` in `pipeline` goes to."""
    stage = pipeline.stages[0]
    if not isinstance(stage, Command) or [literal(word) for word in stage.words[:1]] != ["cd"]:
        return None
    target = expanded(stage.words[-1], known) if len(stage.words) > 1 else known.values.get("HOME")
    here = known.values.get("PWD")
    if target is None or here is None or HOLE in target:
        return None
    return posixpath.normpath(posixpath.join(here, target))


def piped_text(pipeline: Pipeline, known: Known, *, depth: int = 0) -> str | None:
    """What the last stage of `pipeline` prints, if that can be known."""
    return list(piped_texts(pipeline, known, depth=depth))[-1]


def piped_texts(pipeline: Pipeline, known: Known, *, depth: int = 0) -> Iterator[str | None]:
    """What each stage of `pipeline` prints, None where that cannot be known."""
    text: str | None = None
    for stage in pipeline.stages:
        if isinstance(stage, Command):
            words = [expanded(word, known, depth + 1) for word in stage.words]
            text = _printed(words, _input(stage, known) or text, known)
        else:
            text = None
        if text is not None and (HOLE in text or len(text) > MAX_CHARACTERS):
            text = None
        yield text


def _input(command: Command, known: Known) -> str | None:
    """The text of its heredoc or here-string."""
    for redirection in command.redirections:
        if redirection.operator in ("<<", "<<<") and redirection.target is not None:
            return expanded(redirection.target, known)
    return None


def _printed(words: list[str], text: str | None, known: Known) -> str | None:
    """What one simple command prints, `text` being what it reads."""
    match [words[0].rsplit("/", 1)[-1], *words[1:]] if words else []:
        case ["echo", *rest]:
            return echoed(rest)
        case ["printf", template, *rest]:
            return formatted(template, rest)
        case ["pwd", *_] | ["git", "rev-parse", "--show-toplevel"]:
            return known.values.get("PWD")
        case ["printenv", name]:
            return known.values.get(name)
        case ["whoami"] | ["id", "-un"]:
            return known.values.get("USER")
        case ["dirname", path]:
            return posixpath.dirname(path.rstrip("/")) or "/"
        case ["realpath" | "readlink" | "which" | "command" | "type", *_, last]:
            return last
        case [name, *rest] if (
            text is not None and (found := filtered(name, rest, text)) is not None
        ):
            return found
        case found:
            listed = everything_in(found)
            return None if listed is None else "\n".join(listed)


_NO_GLOB = {ord(char): HOLE for char in "*?[]{}~"}


def _has_tilde(word: Word) -> bool:
    first = word.parts[0] if word.parts else None
    return isinstance(first, Text) and not first.quoted and first.value.startswith("~")


def _tilde(text: str, known: Known) -> str:
    name, slash, rest = text[1:].partition("/")
    if name == "":
        return known.values.get("HOME", HOLE) + slash + rest
    if name == "+":
        return known.values.get("PWD", HOLE) + slash + rest
    if name == "-":
        return text
    return ("/root" if name == "root" else f"/home/{name}") + slash + rest


def _part_text(part: object, known: Known, depth: int) -> str:
    match part:
        case Text(value=value):
            return value
        case Variable(name=name, fallback=fallback):
            return known.values.get(name, HOLE if fallback is None else fallback)
        case Output(script=script):
            text = output_of(script, known, depth)
            return HOLE if text is None else text.rstrip("\n")
        case Unknown(source=source) if source.startswith("{"):
            return source  # a sequence, `{1..9}`
        case Unknown(source=source):
            text = computed(source, known.values)
            return HOLE if text is None else text
        case _:
            return HOLE
