"""Commands that run the command they are given."""

from collections.abc import Sequence

from architect.frozen import frozen
from architect.l10n import english
from architect.lazy_pattern import lazy_pattern
from architect.policy.shell.expansion.expand import literal
from architect.policy.shell.programs.options import OptionSpec, option_spec, sort_options
from architect.policy.shell.programs.program_class import program_name
from architect.policy.shell.programs.table import Wrapper, load_table, longest_match, names
from architect.policy.shell.syntax.script import Assignment, Text, Unknown, Word, plain_word
from architect.policy.shell.verdict import UNKNOWN, CommandClass, Finding, dangerous

_SHELL_OPTIONS = option_spec("-c -e -u -x -v -f -l -E -o: +x --norc --noprofile --posix --login -p")
_ASSIGNMENT = lazy_pattern(r"[A-Za-z_]\w*=")
_RUN_SCRIPTS = frozenset({("pdm", "run"), ("hatch", "run"), ("pixi", "run"), ("rye", "run")})
_SCRIPT = lazy_pattern(
    r"(?:[\w.-]+:)?(?:test|lint|format|fmt|check|typecheck|types|typing|build|docs|cov|coverage|style|all)"
    r"(?:[:_-][\w-]+)?"
)
"""What projects call the scripts that they name in pyproject.toml."""

_DOES_NOTHING = Finding(CommandClass.SAFE)


@frozen
class Wrapped:
    """What is run: `words` behind `assignments`, or the text `line`; at least of class `least`."""

    words: tuple[Word, ...] = ()
    line: str | None = None
    assignments: tuple[Assignment, ...] = ()
    adds_operands: bool = False
    least: CommandClass = CommandClass.SAFE
    only_dev: bool = False
    findings: tuple[Finding, ...] = ()


def unwrap(words: Sequence[Word]) -> Wrapped | Finding | None:
    """What the wrapper in `words` runs; a finding if that cannot be said; None if it is none."""
    name = program_name(words[0])
    if name is None:
        return None
    if name in names("shells that read what bash reads"):
        return _shell(words)
    if name in ("python", "pypy"):
        return _module(words)
    table = load_table()
    if len(words) == 2 and literal(words[1]) in table.versions.get(name, ()):
        return None
    texts = [name, *(literal(word) for word in words[1:3])]
    key = longest_match(texts, table.wrappers)
    if key is None:
        return None
    return _unwrapped(key, words[len(key) :], table.wrappers[key])


def _unwrapped(
    key: tuple[str, ...], words: Sequence[Word], wrapper: Wrapper
) -> Wrapped | Finding | None:
    if key == ("command",) and any(literal(word) in ("-v", "-V", "-pv") for word in words[:2]):
        return None
    sorted_words = sort_options(words, wrapper.options, first=True)
    if sorted_words.unknown:
        return dangerous(f"`{' '.join(key)} {sorted_words.unknown}` {UNKNOWN}")
    rest = sorted_words.operands
    assignments: list[Assignment] = []
    while wrapper.assignments and rest and (assignment := _assignment(rest[0])):
        assignments.append(assignment)
        rest = rest[1:]
    rest = rest[wrapper.operands :]
    if wrapper.adds_operands:
        rest = tuple(_filled_in(word, sorted_words.values) for word in rest)
    if not rest:
        return _DOES_NOTHING if key != ("env",) or not assignments else None
    if key in _RUN_SCRIPTS and _SCRIPT.fullmatch(literal(rest[0]) or ""):
        return Finding(
            CommandClass.DEV,
            english("runs the script {source} of the project", source=rest[0].source),
        )
    if wrapper.only_dev and literal(rest[0]) is None:
        return dangerous(
            english("`{key}` runs a program that is not known before it runs", key=" ".join(key))
        )
    if wrapper.only_dev and not _is_dev_tool(rest):
        return dangerous(
            english(
                "`{key}` may download and run {source}", key=" ".join(key), source=rest[0].source
            )
        )
    return Wrapped(
        rest,
        assignments=tuple(assignments),
        adds_operands=wrapper.adds_operands,
        least=wrapper.least,
        only_dev=wrapper.only_dev,
    )


def _filled_in(word: Word, values: Sequence[tuple[str, Word | str]]) -> Word:
    """`word`, or an unknown one if xargs replaces something in it by what it reads."""
    for option, value in values:
        marker = value if isinstance(value, str) else literal(value)
        if option in ("-I", "-J", "--replace", "-i") and (not marker or marker in word.source):
            return Word((Unknown(word.source),), word.source)
    return word


def _is_dev_tool(words: Sequence[Word]) -> bool:
    rules = load_table().rules.get(literal(words[0]) or "", ())
    return any(
        rule.command_class is CommandClass.DEV
        or any(inner[0].command_class is CommandClass.DEV for inner in rule.subcommands.values())
        for rule in rules
    )


def _assignment(word: Word) -> Assignment | None:
    """`word` as `name=value`, as env takes it."""
    first = word.parts[0] if word.parts else None
    if not isinstance(first, Text) or not (found := _ASSIGNMENT.match(first.value)):
        return None
    rest = Text(first.value[found.end() :], first.quoted)
    return Assignment(found[0][:-1], (Word((rest, *word.parts[1:]), word.source),))


def _shell(words: Sequence[Word]) -> Wrapped | Finding | None:
    """What `sh -c` runs, if it is written out; `sh -n FILE` runs nothing."""
    if len(words) == 3 and literal(words[1]) == "-n" and (literal(words[2]) or "-")[0] not in "-+":
        return _DOES_NOTHING
    found = _options(words[1:], _SHELL_OPTIONS)
    if found is None:
        return None
    given, operands = found
    if "-c" not in given or not operands:
        return None
    line = literal(operands[0])
    if line is None:
        return dangerous(
            english("{call} -c runs a text that is not known before it runs", call=words[0].source)
        )
    return Wrapped(line=line)


def _options(
    words: Sequence[Word], spec: OptionSpec
) -> tuple[frozenset[str], tuple[Word, ...]] | None:
    found = sort_options(words, spec, first=True)
    return None if found.unknown else (found.given, found.operands)


_PAIRS = frozenset(
    {
        ("-X", "dev"),
        ("-X", "utf8"),
        ("-X", "importtime"),
        *(("-W", action) for action in ("error", "ignore", "default", "always", "once")),
    }
)


def _module(words: Sequence[Word]) -> Wrapped | Finding | None:
    """What `python -m` runs: a tool that has a row of its own, or a row under `python -m`."""
    rest = list(words[1:])
    while rest and literal(rest[0]) in ("-B", "-I", "-E", "-s", "-u", "-q", "-O", "-OO"):
        rest.pop(0)
    while len(rest) > 1 and (literal(rest[0]), literal(rest[1])) in _PAIRS:
        del rest[:2]
    if len(rest) < 2 or literal(rest[0]) != "-m":
        return None
    module = literal(rest[1])
    if module in names("python modules that are programs"):
        name = {"pre_commit": "pre-commit", "sphinx": "sphinx-build"}.get(module, module)
        return Wrapped((plain_word(name), *rest[2:]))
    return Wrapped((plain_word("python -m"), *rest[1:]))
