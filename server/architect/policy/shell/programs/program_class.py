"""The class of one program with its words, by the table."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from architect.l10n import english, joined
from architect.lazy_pattern import lazy_pattern
from architect.policy.shell.expansion.expand import literal
from architect.policy.shell.expansion.known import HOLE
from architect.policy.shell.programs.filter_scripts import awk_only_prints, sed_only_prints
from architect.policy.shell.programs.options import Options, is_tame, sort_options
from architect.policy.shell.programs.table import Rule, base_name, load_table, longest_match
from architect.policy.shell.syntax.script import Output, Stream, Text, Variable, Word
from architect.policy.shell.verdict import (
    HARMLESS,
    UNKNOWN,
    CommandClass,
    Finding,
    dangerous,
    said_of,
)

_SYSTEM_FOLDER = lazy_pattern(r"/(?:usr/(?:local/)?)?s?bin/([^/]+)|/opt/homebrew/bin/([^/]+)")
_PROJECT_FOLDER = lazy_pattern(
    r"(?:\./)?(?:[\w.-]+/)?(?:\.?venv/bin|env/bin|node_modules/\.bin|vendor/bin)/([^/]+)"
)


def program_name(word: Word) -> str | None:
    """The name of the program as the table has it; None if it is not written out."""
    text = literal(word)
    if not text:
        return None
    found = _SYSTEM_FOLDER.fullmatch(text)
    if found:
        return base_name(found[1] or found[2])
    found = _PROJECT_FOLDER.fullmatch(text)
    if found and ".." not in text:
        return base_name(found[1])
    return base_name(text)


def judge_program(words: Sequence[Word]) -> Finding:
    """What running `words` means; their first is the program."""
    name = program_name(words[0])
    if name is None:
        return dangerous(
            english("runs {source}, which is not known before it runs", source=words[0].source)
        )
    table = load_table()
    rules = table.rules.get(name)
    arguments = words[1:]
    if len(arguments) == 1 and literal(arguments[0]) in table.versions.get(name, ()):
        return _of_project(words[0], HARMLESS)
    if rules is None:
        if name in table.dangerous:
            return dangerous(said_of(name, table.dangerous[name]))
        return dangerous(said_of(name, UNKNOWN))
    return _of_project(words[0], _judge(name, arguments, rules))


def _of_project(program: Word, finding: Finding) -> Finding:
    """A program of the project itself is code of the project, whatever its name."""
    if finding.command_class is CommandClass.SAFE and _PROJECT_FOLDER.fullmatch(
        literal(program) or ""
    ):
        return Finding(CommandClass.DEV, english("runs {source}", source=program.source))
    return finding


def _judge(name: str, words: Sequence[Word], rules: Sequence[Rule]) -> Finding:
    """The finding of the first of `rules` that fits; else what is wrong by the last."""
    finding = HARMLESS
    for rule in rules:
        finding = _judge_by(name, words, rule)
        if finding.command_class is not CommandClass.DANGEROUS:
            return finding
    return finding


def _judge_by(name: str, words: Sequence[Word], rule: Rule) -> Finding:
    if rule.subcommands:
        inner = _subcommand(name, words, rule)
        if inner is not None:
            return inner
    if rule.command_class is CommandClass.DANGEROUS:
        shown = " ".join((name, *(word.source for word in words[:1])))
        why = rule.why_not or UNKNOWN
        return dangerous(joined("; ", (said_of(f"`{shown}`", why), *_worse(words, rule))))
    if problem := _problem(name, words, rule):
        return dangerous(problem)
    if rule.command_class is CommandClass.DEV:
        if any(isinstance(part, Stream) for word in words for part in word.parts):
            return dangerous(english("{call} runs what a stream gives it", call=name))
        if rule.why_not:
            return Finding(CommandClass.DEV, f"`{name}` {rule.why_not}")
        return Finding(
            CommandClass.DEV, english("runs {name}, which runs code of the project", name=name)
        )
    return HARMLESS


def _worse(words: Sequence[Word], rule: Rule) -> Iterator[str]:
    """What options of a dangerous call do beyond what every such call does."""
    told: set[str] = set()
    for word in words:
        text = literal(word) or ""
        flags = [f"-{letter}" for letter in text[1:]] if re.fullmatch(r"-\w+", text) else []
        for option in (text.partition("=")[0], text[:1], *flags):
            why = rule.why.get(option)
            if why is not None and why not in told:
                told.add(why)
                yield said_of(f"`{option if option in flags else word.source}`", why)


def _subcommand(name: str, words: Sequence[Word], rule: Rule) -> Finding | None:
    """The finding of the subcommand behind the program's own options; None if it has no row."""
    rest: Sequence[Word] = words
    if rule.options is not None:
        found = sort_options(words, rule.options, first=True)
        key = longest_match([literal(word) for word in words[:3]], rule.subcommands)
        if key is None:
            if found.unknown:
                why = rule.why.get(found.unknown, UNKNOWN)
                return dangerous(said_of(f"`{name} {found.unknown}`", why))
            for option, value in found.values:
                text = value if isinstance(value, str) else literal(value)
                if option in rule.inside and (text is None or re.match(r"/|~|.*\.\.|-", text)):
                    return dangerous(
                        english("`{name} {option}` leaves the workspace", name=name, option=option)
                    )
            rest = found.operands
    key = longest_match([literal(word) for word in rest[:3]], rule.subcommands)
    if key is None:
        return None
    return _judge(f"{name} {' '.join(key)}", rest[len(key) :], rule.subcommands[key])


_WITHOUT = {
    1: english("`{name}` without {one} may change something"),
    2: english("`{name}` without {one} or {two} may change something"),
    3: english("`{name}` without {one} or {two} or {three} may change something"),
}


def _problem(name: str, words: Sequence[Word], rule: Rule) -> str | None:
    """Why `rule` does not fit `words`, in words."""
    if problem := _word_problem(name, words, rule):
        return problem
    found = Options(frozenset(), tuple(words))
    if rule.options is not None:
        found = sort_options(words, rule.options, first=rule.options_first)
        if found.unknown:
            why = said_of(f"`{name} {found.unknown}`", _why(found.unknown, rule))
            return joined("", (why, _what(found, words)))
    if rule.needs and not rule.needs & found.given:
        one, two, three, *_ = *sorted(rule.needs)[:3], "", ""
        told = _WITHOUT[min(len(rule.needs), 3)]
        return english(told, name=name, one=one, two=two, three=three)
    if rule.script:
        return _script_problem(name, found, rule)
    return _operand_problem(name, found.operands, rule)


def _word_problem(name: str, words: Sequence[Word], rule: Rule) -> str | None:
    """What is wrong with a single word, wherever it stands."""
    for word in words:
        if rule.never is not None and rule.never.search(_shape(word)):
            why = rule.never_why or rule.why.get(word.source) or UNKNOWN
            return said_of(f"`{name} {word.source}`", why)
    if name in ("test", "[") and any(_splits(word) for word in words):
        # The words it becomes may be `-v` and an operand, which is computed.
        return english("`{name}` with an unquoted value may compute it", name=name)
    unknown = [not _shape(word).strip(HOLE) for word in words]
    if rule.is_test and any(left and right for left, right in pairwise(unknown)):
        # It may be `-v`, which computes its operand.
        return english(
            "`{name}` with an operator that is not known before it runs may compute it", name=name
        )
    return None


_NO_WORDS = frozenset("?#$!0123456789")
"""Variables of the shell that hold one number, or what the line itself was started with."""


def _splits(word: Word) -> bool:
    """Whether an unquoted value in `word` may become several words."""
    return any(
        (isinstance(part, Variable) and not part.quoted and part.name not in _NO_WORDS)
        or (isinstance(part, Output) and not part.quoted and not is_tame(part))
        for part in word.parts
    )


def _operand_problem(name: str, operands: Sequence[Word], rule: Rule) -> str | None:
    if rule.operands is not None and (
        len(operands) > rule.operands or any(_may_be_more(word) for word in operands)
    ):
        if rule.too_many:
            return said_of(name, rule.too_many)
        return english("{call} with operands is not known here and may do anything", call=name)
    if rule.operand is None:
        return None
    for word in operands:
        text = literal(word)
        if text is None or not rule.operand.fullmatch(text):
            if rule.wrong_operand:
                return said_of(name, rule.wrong_operand)
            return english("{call} with {source} is not known", call=name, source=word.source)
    return None


def _why(option: str, rule: Rule) -> str:
    """Why `option` is not harmless; of short options written together, the first that is known."""
    if option in rule.why:
        return rule.why[option]
    if not option.startswith("--"):
        for letter in option[1:]:
            if f"-{letter}" in rule.why:
                return rule.why[f"-{letter}"]
    abbreviated = [long for long in rule.why if option.startswith("--") and long.startswith(option)]
    return rule.why[abbreviated[0]] if abbreviated else UNKNOWN


def _what(found: Options, words: Sequence[Word]) -> str:
    """What the unknown option is given, in brackets, if it stands behind it."""
    sources = [word.source for word in words]
    if found.unknown not in sources[:-1]:
        return ""
    return f" ({sources[sources.index(found.unknown) + 1]})"


def _shape(word: Word) -> str:
    """The text of `word` with a hole for each part that is not written out."""
    return "".join(part.value if isinstance(part, Text) else HOLE for part in word.parts)


def _may_be_more(word: Word) -> bool:
    """Whether one operand may become several."""
    return any(
        bool(not part.quoted and set(part.value) & set("*?[{"))
        if isinstance(part, Text)
        else not getattr(part, "quoted", False)
        for part in word.parts
    )


def _script_problem(name: str, found: Options, rule: Rule) -> str | None:
    """What is wrong with the script of sed or awk: that of an option, or the first operand."""
    given = [value for option, value in found.values if option in ("-e", "--expression")]
    texts = [
        value if isinstance(value, str) else literal(value) for value in given or found.operands[:1]
    ]
    only_prints = sed_only_prints if rule.script == "sed" else awk_only_prints
    if not texts or not all(text is not None and only_prints(text) for text in texts):
        return english("the script of {name} may write or run something", name=name)
    return None
