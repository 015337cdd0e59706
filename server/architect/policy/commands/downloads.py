"""Programs that come from the network and are run unseen."""

import posixpath
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from architect.policy.commands.expand import HOLE, Known, expanded, literal, piped_text
from architect.policy.commands.interpreted import is_interpreter
from architect.policy.commands.runners import Run, base, runs
from architect.policy.commands.script import (
    Block,
    Command,
    Function,
    Output,
    Pipeline,
    Script,
    Stage,
    Stream,
    Variable,
    Word,
    commands,
    inner_scripts,
    stages,
    words_of,
)
from architect.policy.commands.table import names

_CODE_ARGUMENT = re.compile(r"-[A-Za-z]*[cepnrm][A-Za-z]*|--eval|--print|-Command|-m\w+")
_STANDARD_INPUT = frozenset({"-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"})


def downloads_run(script: Script, known: Known) -> Iterator[str]:
    """Why `script` is blocked for running what it downloads."""
    tainted = _tainted(script)
    reason = "runs what it downloads, unseen"
    for pipeline in (p for one in _all(script) for p in one.pipelines):
        fetched = False
        for stage in pipeline.stages:
            if fetched and _runs_its_input(stage, known):
                yield reason
            fetched = fetched or _downloads(stage, tainted)
    for command in commands(script):
        if _runs_a_substitution(command, tainted, known):
            yield reason
    files = _downloaded_files(script, known)
    if files and any(_runs_file(command, files, known) for command in commands(script)):
        yield reason


def _all(script: Script) -> Iterator[Script]:
    yield script
    for stage in stages(script):
        yield from inner_scripts(stage)


def _tainted(script: Script) -> frozenset[str]:
    """The variables whose value comes from a download."""
    found: set[str] = set()
    for stage in stages(script):
        if isinstance(stage, Command | Block):
            for assignment in stage.assignments:
                if any(_has_download(word, frozenset(found)) for word in assignment.values):
                    found.add(assignment.name)
    return frozenset(found)


def _has_download(word: Word, tainted: frozenset[str]) -> bool:
    for part in word.parts:
        if isinstance(part, Variable) and part.name in tainted:
            return True
        if isinstance(part, Output | Stream) and any(
            _downloads(stage, tainted) for stage in _own_stages(part.script)
        ):
            return True
    return False


def _downloads(stage: Stage, tainted: frozenset[str]) -> bool:
    """Whether `stage` prints what comes from the network."""
    if isinstance(stage, Function):
        return False
    if any("/dev/tcp/" in word.source or "/dev/udp/" in word.source for word in words_of(stage)):
        return True
    if isinstance(stage, Block):
        return any(_downloads(inner, tainted) for inner in _own_stages(stage.script))
    found = {base(name) for name in _names(stage)}
    if found & names("downloaders") or ("ssh" in found and len(stage.words) > 2):
        return True
    return any(_has_download(word, tainted) for word in stage.words)


def _own_stages(script: Script) -> Iterator[Stage]:
    """The stages of `script` itself; those inside them are looked at by recursion."""
    return (stage for pipeline in script.pipelines for stage in pipeline.stages)


def _names(command: Command) -> Iterator[str]:
    texts = [literal(word) or HOLE for word in command.words]
    return (run.program for run in runs(texts))


def _runs(command: Command, known: Known) -> list[Run]:
    return list(runs([expanded(word, known) for word in command.words]))


def _runs_its_input(stage: Stage, known: Known) -> bool:
    if isinstance(stage, Function):
        return False
    if isinstance(stage, Block):
        return any(_runs_its_input(inner, known) for inner in _own_stages(stage.script))
    if any(_runs_its_input(one, known) for s in inner_scripts(stage) for one in _own_stages(s)):
        return True
    return any(_reads_its_program(run) for run in _runs(stage, known))


def _reads_its_program(run: Run) -> bool:
    """Whether `run` takes the program it runs from standard input."""
    program, arguments = base(run.program), run.arguments
    if program in ("source", "."):
        return bool(_STANDARD_INPUT.intersection(arguments))
    if program == "eval":
        return any(HOLE in word for word in arguments)
    if program in ("at", "batch"):
        return True
    if program in ("parallel", "xargs"):
        inner = next((word for word in arguments if not word.startswith("-")), None)
        return (program == "parallel" and inner is None) or base(inner or "") in names("shells")
    if program in names("shells"):
        if "-c" in arguments or any(re.fullmatch(r"-[a-z]*c", word) for word in arguments):
            return _reads_standard_input_again(arguments) or run.fed
        return _has_no_script(arguments) or "-s" in arguments
    if is_interpreter(program) and not program.endswith("awk"):
        if any(_CODE_ARGUMENT.fullmatch(word) for word in arguments):
            return False
        return _has_no_script([word for word in arguments if word != "run"])
    return False


def _reads_standard_input_again(arguments: Sequence[str]) -> bool:
    text = " ".join(arguments)
    shells = "|".join(names("shells"))
    return re.search(rf"-c\s+(?:{shells})\s*$|\$\(cat\)|`cat`|/dev/stdin", text) is not None


def _has_no_script(arguments: Iterable[str]) -> bool:
    words = iter(arguments)
    for word in words:
        if re.fullmatch(r"[-+]\w*[oO]|-[WX]|--rcfile|--init-file", word):
            next(words, None)
        elif not re.match(r"[-+]\w|--", word):
            return word in _STANDARD_INPUT
    return True


def _runs_a_substitution(command: Command, tainted: frozenset[str], known: Known) -> bool:
    """Whether what runs is the output of a download: `$(curl ...)`, `bash <(curl ...)`."""
    if not command.words:
        return False
    if _has_download(command.words[0], tainted):
        return True
    for run in _runs(command, known):
        words = command.words[len(command.words) - len(run.arguments) :]
        if run.program in ("eval", "source", ".", "trap"):
            given = [r.target for r in command.redirections if r.target is not None]
            return any(_has_download(word, tainted) for word in (*words, *given))
        if run.program in names("shells") or (
            is_interpreter(run.program) and not run.program.endswith("awk")
        ):
            return _program_is_download(command, words, tainted)
    return False


def _program_is_download(command: Command, words: Sequence[Word], tainted: frozenset[str]) -> bool:
    for redirection in command.redirections:
        if redirection.target is not None and redirection.operator.startswith(("<", ">&", "&>")):
            source = redirection.target.source
            if _has_download(redirection.target, tainted) or "/dev/tcp/" in source:
                return not any(_CODE_ARGUMENT.fullmatch(literal(word) or "") for word in words)
    takes_code = False
    for word in words:
        text = literal(word)
        if text is not None and re.match(r"[-+]", text):
            takes_code = takes_code or bool(_CODE_ARGUMENT.fullmatch(text))
            continue
        return _has_download(word, tainted)
    return False


_OUTPUT_OPTION = re.compile(r"(?:-[A-Za-z]*[oO]|--output|--output-document)")


def _downloaded_files(script: Script, known: Known) -> frozenset[str]:
    """The files that downloads in `script` are written to."""
    found: set[str] = set()
    for one in _all(script):
        for pipeline in one.pipelines:
            found.update(_written_by(pipeline, known))
    return frozenset(posixpath.normpath(name) for name in found if name and HOLE not in name)


def _written_by(pipeline: Pipeline, known: Known) -> Iterator[str]:
    fetched = False
    for stage in pipeline.stages:
        if not isinstance(stage, Command):
            continue
        fetched = fetched or _downloads(stage, frozenset())
        if not fetched:
            continue
        for redirection in stage.redirections:
            if redirection.target is not None and ">" in redirection.operator:
                yield expanded(redirection.target, known)
        for run in _runs(stage, known):
            yield from _written_by_run(run)


def _written_by_run(run: Run) -> Iterator[str]:
    words = run.arguments
    if run.program == "tee":
        yield from (word for word in words if not word.startswith("-"))
    if run.program not in names("downloaders"):
        return
    for option, value in pairwise(words):
        if _OUTPUT_OPTION.fullmatch(option):
            yield value
    for word in words:
        if word.startswith("--output") and "=" in word:
            yield word.partition("=")[2]
    yield from (
        word.split("?")[0].rstrip("/").rsplit("/", 1)[-1]
        for word in words
        if re.match(r"(?:https?|ftp)://|[\w.-]+\.\w+/", word)
    )


def texts_run(script: Script, known: Known) -> Iterator[str]:
    """The texts that `script` writes to a file and then runs."""
    for one in _all(script):
        for pipeline in one.pipelines:
            last = pipeline.stages[-1]
            if not isinstance(last, Command):
                continue
            written = [r.target for r in last.redirections if r.operator in _WRITES and r.target]
            text = piped_text(pipeline, known) if written else None
            files = frozenset(posixpath.normpath(expanded(word, known)) for word in written)
            if text and any(_runs_file(command, files, known) for command in commands(script)):
                yield text


_WRITES = frozenset({">", ">>", ">|"})


def _runs_file(command: Command, files: frozenset[str], known: Known) -> bool:
    texts = [expanded(word, known) for word in command.words]
    wrapped = bool(texts) and base(texts[0]) in names("programs that run a command")
    if any(posixpath.normpath(text) in files for text in texts[: None if wrapped else 1]):
        return True
    for run in runs(texts):
        takes_a_file = run.program in names("shells") or run.program in ("source", ".")
        if takes_a_file or (is_interpreter(run.program) and not run.program.endswith("awk")):
            first = next((word for word in run.arguments if not word.startswith("-")), "")
            if first and posixpath.normpath(first) in files:
                return True
    return False
