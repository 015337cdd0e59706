"""The class of a parsed command line: that of its worst part."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from architect.frozen import frozen
from architect.l10n import english
from architect.lazy_pattern import lazy_pattern
from architect.policy.shell.classify.reach import leaves_folder, reaching
from architect.policy.shell.classify.redirections import judge_redirection
from architect.policy.shell.classify.variables import judge_assignment
from architect.policy.shell.classify.workspace_paths import with_relative_paths
from architect.policy.shell.expansion.expand import expanded, has_all_spellings, literal, output_of
from architect.policy.shell.expansion.known import HOLE, Known
from architect.policy.shell.programs.program_class import judge_program, program_name
from architect.policy.shell.syntax.parse import parse
from architect.policy.shell.syntax.script import (
    Assignment,
    Block,
    Command,
    Function,
    Output,
    Script,
    Text,
    Unknown,
    Variable,
    Word,
    commands,
    scripts,
    stages,
    words_of,
)
from architect.policy.shell.verdict import (
    HARMLESS,
    CommandClass,
    Finding,
    dangerous,
    worst,
)
from architect.policy.shell.wrappers.wrapped import Wrapped, unwrap

_MAX_DEPTH = 8
"""Of commands inside commands, `env nice bash -c ...`; nobody needs more."""

_READ_BY_XARGS = english("what xargs reads")


@frozen
class Rules:
    """What the user adds: the words that safe commands start with.

    `workspace` is where paths are our own; None if the line names none. `git_programs` are settings
    of the repository that have git run programs.
    """

    extra_safe: tuple[tuple[str, ...], ...] = ()
    workspace: str | None = None
    git_programs: tuple[str, ...] = ()


def findings(script: Script, rules: Rules, *, depth: int = 0) -> Iterator[Finding]:
    """One finding for each part of `script` that is more than harmless."""
    if depth > _MAX_DEPTH:
        yield dangerous(english("hides commands in commands in commands"))
        return
    if rules.workspace is not None:
        script = with_relative_paths(script, rules.workspace)
    for oddity in script.oddities:
        yield dangerous(oddity)
    yield from _other_repositories(script)
    yield from leaves_folder(script)
    for one in scripts(script):
        for pipeline in one.pipelines:
            for stage in pipeline.stages:
                if isinstance(stage, Function):
                    yield dangerous(english("defines the function {name!r}", name=stage.name))
                elif isinstance(stage, Block):
                    yield from _around(stage)
                else:
                    yield from _command(stage, rules, depth)


def _command(command: Command, rules: Rules, depth: int, *, fed: bool = False) -> Iterator[Finding]:
    yield from _around(command)
    if not command.words:
        return
    own = HARMLESS
    if _is_extra_safe(command.words, rules):
        yield reaching(own, command.words)
    else:
        inner = unwrap(command.words)
        if isinstance(inner, Wrapped):
            for finding in _inside(inner, rules, depth, fed=fed):
                yield finding
                own = replace(own, command_class=worst(own.command_class, finding.command_class))
            if inner.least is not CommandClass.SAFE:
                yield Finding(
                    inner.least,
                    english("runs {source}", source=inner.words[0].source) if inner.words else "",
                )
        else:
            judged = _by_its_repository(command, inner or judge_program(command.words), rules)
            own = reaching(judged, command.words)
            yield own
    if literal(command.words[0]) in _DECLARES:
        yield from _declared(command.words[1:])
    else:
        yield from _unknown_variables(command.assignments, own)


def _by_its_repository(command: Command, own: Finding, rules: Rules) -> Finding:
    """`own`, unless the command is a git that looks and the repository has it run programs."""
    looks = own.command_class is CommandClass.SAFE and program_name(command.words[0]) == "git"
    if not rules.git_programs or not looks:
        return own
    return dangerous(
        english(
            "git runs what the configuration of the repository says: {setting}",
            setting=rules.git_programs[0],
        )
    )


def _inside(inner: Wrapped, rules: Rules, depth: int, *, fed: bool) -> Iterator[Finding]:
    """What is found in the command that a wrapper runs, or in the line that a shell is given."""
    for finding in inner.findings:
        yield finding
    if inner.line is not None and fed:
        yield dangerous(english("puts what it reads into a text that a shell runs"))
    elif inner.line is not None:
        yield from findings(parse(inner.line), rules, depth=depth + 1)
    elif depth >= _MAX_DEPTH:
        yield dangerous(english("hides commands in commands in commands"))
    elif inner.words:
        words = inner.words
        if inner.adds_operands:
            words = (*words, Word((Unknown(_READ_BY_XARGS),), _READ_BY_XARGS))
        command = Command(words, inner.assignments)
        for finding in _command(command, rules, depth + 1, fed=fed or inner.adds_operands):
            if inner.only_dev and finding.command_class is CommandClass.SAFE:
                continue
            yield finding


def _around(stage: Command | Block) -> Iterator[Finding]:
    """What assignments and redirections do, and words that nobody can know."""
    if not all(map(has_all_spellings, words_of(stage))):
        yield dangerous(english("has braces that stand for too many words"))
    for redirection in stage.redirections:
        yield judge_redirection(redirection)
    for assignment in stage.assignments:
        if assignment.name == "IFS" and _is_read(stage):
            continue
        finding = judge_assignment(assignment.name, _value(assignment))
        if finding.command_class is CommandClass.DANGEROUS or isinstance(stage, Block):
            yield finding


def _is_read(stage: Command | Block) -> bool:
    """Whether `stage` is a `read`, for which alone the `IFS` in front of it holds."""
    return isinstance(stage, Command) and bool(stage.words) and literal(stage.words[0]) == "read"


_DECLARES = frozenset({"export", "readonly", "local"})


def _declared(words: Sequence[Word]) -> Iterator[Finding]:
    """What it means to set the names in `words` for all that follows."""
    for word in words:
        text = "".join(part.value if isinstance(part, Text) else HOLE for part in word.parts)
        if not text.startswith("-"):
            name, equals, value = text.partition("=")
            is_known = bool(equals) and not name.endswith("+") and HOLE not in value
            yield judge_assignment(name.removesuffix("+"), value if is_known else None)


def _value(assignment: Assignment) -> str | None:
    """The value, with `.` for the current folder; None if it is not known."""
    text = ""
    for part in (part for word in assignment.values for part in word.parts):
        match part:
            case Text(value=value):
                text += value
            case Variable(name="PWD" | "PYTHONPATH"):
                text += "."
            case Output(script=script) if output_of(script, Known({"PWD": "."})) == ".":
                text += "."
            case _:
                return None
    return text


def _unknown_variables(assignments: Sequence[Assignment], own: Finding) -> Iterator[Finding]:
    """What the variables in front of a command mean for it."""
    for assignment in assignments:
        finding = judge_assignment(assignment.name, _value(assignment))
        if finding.command_class is not CommandClass.DEV:
            continue
        if own.command_class is CommandClass.SAFE:
            yield dangerous(
                english("{reason}, and nobody knows what it changes", reason=finding.reason)
            )
        else:
            yield finding


def _is_extra_safe(words: Sequence[Word], rules: Rules) -> bool:
    texts = [literal(word) for word in words]
    return any(tuple(texts[: len(prefix)]) == prefix for prefix in rules.extra_safe if prefix)


_ELSEWHERE = lazy_pattern(r"/|~|-|.*\.\.|$")


def _inside_git(word: Word, loops: frozenset[str]) -> str | None:
    """The target of a `cd`, `.` for the folder that git says is the top; None if not known.

    What a loop in `loops` goes over stays in the workspace, whatever it is.
    """
    if literal(word) is None and expanded(word, Known({"PWD": "."})) == ".":
        return "."
    texts = [
        part.value if isinstance(part, Text) else "each"
        for part in word.parts
        if isinstance(part, Text) or (isinstance(part, Variable) and part.name in loops)
    ]
    is_known = literal(word) is not None or any(isinstance(p, Variable) for p in word.parts)
    return "".join(texts) if is_known and len(texts) == len(word.parts) else None


def _loops_inside(script: Script) -> frozenset[str]:
    """The variables of loops over folders of the workspace that are written out.

    One that stands as a word somewhere may be set there, as by `read`.
    """
    found: dict[str, bool] = {}
    for stage in stages(script):
        for one in stage.assignments if isinstance(stage, Command | Block) else ():
            inside = isinstance(stage, Block) and all(map(_is_inside, one.values))
            found[one.name] = found.get(one.name, True) and inside
    named = {literal(word) for command in commands(script) for word in command.words}
    return frozenset(name for name, inside in found.items() if inside and name not in named)


def _is_inside(word: Word) -> bool:
    texts = [part.value for part in word.parts if isinstance(part, Text)]
    text = "".join(texts)
    return len(texts) == len(word.parts) and "{" not in text and not _ELSEWHERE.match(text)


def _other_repositories(script: Script) -> Iterator[Finding]:
    """Git in a folder outside the workspace, whose settings may run programs."""
    names = [
        (literal(command.words[0]), command.words[1:])
        for one in scripts(script)
        for pipeline in one.pipelines
        for command in pipeline.stages
        if isinstance(command, Command) and command.words
    ]
    if not any(name in ("git", "cargo", "npm") for name, _ in names):
        return
    loops = _loops_inside(script)
    kept = 0
    for name, words in names:
        kept += name == "pushd"
        if name == "popd" and not words and kept > 0:
            kept -= 1
        elif name in ("cd", "pushd", "popd"):
            target = _inside_git(words[-1], loops) if words else ""
            if target is None or _ELSEWHERE.match(target):
                yield dangerous(
                    english("goes to another folder and trusts the settings it finds there")
                )
