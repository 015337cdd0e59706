"""Which options of a program are known, and whether a list of words keeps to them.

A specification is a text of names with blanks between them:

    -l        a short option; several may be written together (`-la`)
    -n:       a short option with a value (`-n 5`, `-n5`)
    --all     a long option; an abbreviation of it is not known
    --max=    a long option with a value (`--max 5`, `--max=5`)
    --color[=]  a long option whose value, if there is one, stands behind the `=`
    -5        a number (`-20`)
    -name     an option with one dash and several letters, as find and go have them
    -type:    the same with a value
    +x        an option that begins with a plus sign
"""

import re
from collections.abc import Sequence
from dataclasses import field

from architect.frozen import frozen
from architect.l10n import english
from architect.lazy_pattern import lazy_pattern
from architect.policy.shell.expansion.expand import literal
from architect.policy.shell.syntax.script import Command, Output, Stream, Text, Word


@frozen
class OptionSpec:
    """The known options: without a value, with one, with one that may be missing."""

    plain: frozenset[str] = field(default_factory=frozenset[str])
    valued: frozenset[str] = field(default_factory=frozenset[str])
    optional: frozenset[str] = field(default_factory=frozenset[str])
    numbers: bool = False
    whole_words: bool = False
    plus: bool = False


@frozen
class Options:
    """Words sorted into options, their values, and operands.

    `unknown` is the first option that is not known, or a word that may hide one.
    """

    given: frozenset[str]
    operands: tuple[Word, ...]
    values: tuple[tuple[str, Word | str], ...] = ()
    unknown: str | None = None


def option_spec(text: str) -> OptionSpec:
    """The specification `text`, see above."""
    plain: set[str] = set()
    valued: set[str] = set()
    optional: set[str] = set()
    for name in text.split():
        if name.endswith("[=]"):
            optional.add(name[:-3])
        elif name.endswith(("=", ":")) and len(name) > 1:
            valued.add(name[:-1])
        else:
            plain.add(name)
    everything = plain | valued | optional
    return OptionSpec(
        plain=frozenset(plain),
        valued=frozenset(valued),
        optional=frozenset(optional),
        numbers="-5" in plain,
        whole_words=any(re.fullmatch(r"-[^-\d].+", name) for name in everything),
        plus=any(name.startswith("+") for name in everything),
    )


def sort_options(words: Sequence[Word], spec: OptionSpec, *, first: bool = False) -> Options:
    """`words` sorted by `spec`; options may stand behind operands, unless they come `first`."""
    given: set[str] = set()
    operands: list[Word] = []
    values: list[tuple[str, Word | str]] = []
    unknown: str | None = None
    rest = list(words)
    while rest and unknown is None:
        word = rest.pop(0)
        start = _start(word, whole_words=spec.whole_words)
        if start is None:
            unknown = english("{word}, which may be an option,", word=word.source)
        elif start == "--" == literal(word):
            operands.extend(rest)
            break
        elif len(start) < 2 or start[0] not in "-+" or (start[0] == "+" and not spec.plus):
            operands.append(word)
            if first:
                operands.extend(rest)
                break
        elif (name := _known(start, spec)) is None:
            unknown = start.split("=", 1)[0]
        else:
            given.update(name.names)
            if name.value is not None:
                values.append((name.names[-1], name.value))
            elif name.takes_next and rest:
                value = rest.pop(0)
                values.append((name.names[-1], value))
                if _may_be_several(value, spec):
                    unknown = english("{word}, which may be more than one word,", word=value.source)
    return Options(frozenset(given), tuple(operands), tuple(values), unknown)


@frozen
class _Known:
    names: tuple[str, ...]
    value: str | None = None
    takes_next: bool = False


def _known(text: str, spec: OptionSpec) -> _Known | None:
    """The options in `text`; None if one is not known."""
    name, equals, value = text.partition("=")
    if spec.numbers and re.fullmatch(r"[-+]\d+", text):
        return _Known(("-5",))
    if text.startswith("--") or spec.whole_words:
        if name in spec.optional or (name in spec.plain and not equals):
            return _Known((name,))
        if name in spec.valued:
            return _Known((name,), value if equals else None, takes_next=not equals)
        return None
    if text in spec.plain:
        return _Known((text,))
    names: list[str] = []
    for index in range(1, len(text)):
        short = text[0] + text[index]
        names.append(short)
        if short in spec.valued:
            rest = text[index + 1 :]
            return _Known(tuple(names), rest or None, takes_next=not rest)
        if short in spec.optional:
            break
        if short not in spec.plain:
            return None
    return _Known(tuple(names))


def _start(word: Word, *, whole_words: bool) -> str | None:
    """The literal start of `word`; None if what it starts with is not known.

    A quoted value behind a letter, as in `--format="$x"`, brings no option of its own; an unquoted
    one may bring more words with it. A file that a glob finds may be named like an option, but not
    like one that must be a whole word, as long as the glob ends in a suffix.
    """
    text = ""
    for part in word.parts:
        if isinstance(part, Text):
            is_glob = not part.quoted and not text and part.value[:1] in ("*", "?", "[", "{")
            if is_glob and not (whole_words and part.value.startswith("*.")):
                return None
            text += part.value
        elif is_tame(part):
            text += "x"
        elif not text or not getattr(part, "quoted", False):
            return None
    return text


def _may_be_several(word: Word, spec: OptionSpec) -> bool:
    """Whether `word` may become none or several words."""
    if literal(word) is not None:
        return False
    if all(isinstance(part, Text) and part.quoted for part in word.parts):
        return False
    return any(
        not part.quoted and "{" in part.value and "," in part.value
        if isinstance(part, Text)
        else not (getattr(part, "quoted", False) or is_tame(part))
        for part in word.parts
    ) or (_start(Word(word.parts[:1], ""), whole_words=spec.whole_words) is None)


_TAME = lazy_pattern(
    r"git merge-base [\w./~^@-]+ [\w./~^@-]+"
    r"|git rev-parse (?:(?:--short|--abbrev-ref|--verify) )?(?:HEAD|@)"
    r"|git rev-parse --show-toplevel"
    r"|git log -1 --(?:pretty|format)=(?:format:)?%[hH]"
    r"|which [\w.+-]+"
    r"|pwd|nproc|date \+%[A-Za-z]+"
)


def is_tame(part: object) -> bool:
    """Whether `part` becomes a single word that is no option: a hash, a file of a stream."""
    if isinstance(part, Stream):
        return True
    if not isinstance(part, Output) or len(part.script.pipelines) != 1:
        return False
    stages = part.script.pipelines[0].stages
    if len(stages) > 1:
        # What wc counts of what it reads is one number.
        last = stages[-1]
        words = [literal(word) for word in last.words] if isinstance(last, Command) else []
        return words in (["wc", "-l"], ["wc", "-c"], ["wc", "-w"])
    if len(stages) != 1 or not isinstance(stages[0], Command):
        return False
    words = [literal(word) for word in stages[0].words]
    return None not in words and bool(_TAME.fullmatch(" ".join(filter(None, words))))
