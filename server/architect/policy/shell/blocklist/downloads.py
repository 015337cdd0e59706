"""Programs that come from the network and are run unseen."""

import posixpath
import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from architect.l10n import english
from architect.lazy_pattern import lazy_pattern
from architect.policy.shell.blocklist.reverse_shells import (
    CONNECTION,
    is_reverse_shell,
    runs_shell_on_connection,
)
from architect.policy.shell.expansion.expand import expanded, literal, piped_text
from architect.policy.shell.expansion.known import HOLE, Known
from architect.policy.shell.programs.table import names
from architect.policy.shell.syntax.script import (
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
from architect.policy.shell.wrappers.interpreted import is_interpreter
from architect.policy.shell.wrappers.read_programs import (
    CODE_ARGUMENT,
    has_no_script,
    own_stages,
    runs_its_input,
    runs_of,
)
from architect.policy.shell.wrappers.runners import Run, base, runs


def downloads_run(script: Script, known: Known) -> Iterator[str]:
    """Why `script` is blocked for running what it downloads."""
    tainted = _tainted(script)
    known = known.with_values(_stand_ins(script, known))
    reason = english("runs what it downloads, unseen")
    for pipeline in (p for one in _all(script) for p in one.pipelines):
        fetched = False
        for stage in pipeline.stages:
            if fetched and runs_its_input(stage, known):
                yield reason
            fetched = fetched or _downloads(stage, tainted)
    for command in commands(script):
        if _runs_a_substitution(command, tainted, known):
            yield reason
    files = _downloaded_files(script, known)
    if files and files & _files_run(script, known):
        yield reason
    if files and any(
        _runs_printed_file(p, files, known) for one in _all(script) for p in one.pipelines
    ):
        yield reason
    if runs_shell_on_connection(script, known):
        yield reason
    if any(is_reverse_shell(p, known) for one in _all(script) for p in one.pipelines):
        yield english("gives a shell to whoever connects")


def _stand_ins(script: Script, known: Known) -> dict[str, str]:
    """A text for each variable whose value is not known: `curl x > $f; sh $f` is one file."""
    used = {
        part.name
        for stage in stages(script)
        if isinstance(stage, Command | Block)
        for word in words_of(stage)
        for part in word.parts
        if isinstance(part, Variable)
    }
    return {name: f"\1{name}" for name in used if name.isidentifier() and name not in known.values}


def _runs_printed_file(pipeline: Pipeline, files: frozenset[str], known: Known) -> bool:
    """`cat file | sh`, `sh < file`."""
    printed = False
    for stage in pipeline.stages:
        if not isinstance(stage, Command):
            continue
        if printed and runs_its_input(stage, known):
            return True
        texts = [expanded(word, known) for word in stage.words]
        read = [
            expanded(r.target, known) for r in stage.redirections if r.operator == "<" and r.target
        ]
        if any(posixpath.normpath(text) in files for text in read) and runs_its_input(stage, known):
            return True
        printed = printed or any(posixpath.normpath(text) in files for text in texts[1:] if text)
    return False


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
            _downloads(stage, tainted) for stage in own_stages(part.script)
        ):
            return True
    return False


def _downloads(stage: Stage, tainted: frozenset[str]) -> bool:
    """Whether `stage` prints what comes from the network."""
    if isinstance(stage, Function):
        return False
    if any(CONNECTION.search(word.source) for word in words_of(stage)):
        return True
    if isinstance(stage, Block):
        return any(_downloads(inner, tainted) for inner in own_stages(stage.script))
    found = {base(name) for name in _names(stage)}
    if found & names("downloaders") or ("ssh" in found and len(stage.words) > 2):
        return True
    return any(_has_download(word, tainted) for word in stage.words)


def _names(command: Command) -> Iterator[str]:
    texts = [literal(word) or HOLE for word in command.words]
    return (run.program for run in runs(texts))


def _runs_a_substitution(command: Command, tainted: frozenset[str], known: Known) -> bool:
    """Whether what runs is the output of a download: `$(curl ...)`, `bash <(curl ...)`."""
    if not command.words:
        return False
    if _has_download(command.words[0], tainted):
        return True
    for run in runs_of(command, known):
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
        if redirection.target is None:
            continue
        connected = CONNECTION.search(redirection.target.source)
        # The parser takes the 0 of `0<&1` for a word.
        given = [text for word in words if not (text := literal(word) or HOLE).isdigit()]
        reads = redirection.operator.startswith(("<", ">&", "&>"))
        taken = reads or (connected and has_no_script(given))
        if taken and (connected or _has_download(redirection.target, tainted)):
            return not any(CODE_ARGUMENT.fullmatch(literal(word) or "") for word in words)
    takes_code = False
    for word in words:
        text = literal(word)
        if text is not None and re.match(r"[-+]", text):
            takes_code = takes_code or bool(CODE_ARGUMENT.fullmatch(text))
            continue
        return _has_download(word, tainted)
    return False


_OUTPUT_OPTION = lazy_pattern(r"(?:-[A-Za-z]*[oO]|--output|--output-document)")


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
        for run in runs_of(stage, known):
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
    folders = [value for option, value in pairwise(words) if option in ("-P", "--directory-prefix")]
    folders += [word.partition("=")[2] for word in words if word.startswith("--directory-prefix=")]
    yield from (
        "/".join((*folders[:1], "")) + word.split("?")[0].rstrip("/").rsplit("/", 1)[-1]
        for word in words
        if re.match(r"(?:https?|ftp)://|[\w.-]+\.\w+/", word)
    )


def texts_run(script: Script, known: Known) -> Iterator[str]:
    """The texts that `script` writes to a file and then runs."""
    written = [_text_written(p, known) for one in _all(script) for p in one.pipelines]
    if any(text for text, _ in written):
        ran = _files_run(script, known)
        yield from (text for text, files in written if text and files & ran)


_WRITES = frozenset({">", ">>", ">|"})


def _text_written(pipeline: Pipeline, known: Known) -> tuple[str | None, frozenset[str]]:
    """What `pipeline` writes, as far as it is known, and to which files."""
    last = pipeline.stages[-1]
    if not isinstance(last, Command):
        return None, frozenset()
    written = [r.target for r in last.redirections if r.operator in _WRITES and r.target]
    if [literal(word) for word in last.words[:1]] == ["tee"]:
        written += [word for word in last.words[1:] if not word.source.startswith("-")]
    text = piped_text(pipeline, known) if written else None
    return text, frozenset(posixpath.normpath(expanded(word, known)) for word in written)


def _files_run(script: Script, known: Known) -> frozenset[str]:
    """The files that commands of `script` run, as programs or as scripts."""
    found = (file for command in commands(script) for file in _files_run_by(command, known))
    return frozenset(map(posixpath.normpath, found))


def _files_run_by(command: Command, known: Known) -> Iterator[str]:
    texts = [expanded(word, known) for word in command.words]
    wrapped = bool(texts) and base(texts[0]) in names("programs that run a command")
    yield from texts[: None if wrapped else 1]
    for run in runs(texts):
        takes_a_file = run.program in names("shells") or run.program in ("source", ".")
        if takes_a_file or (is_interpreter(run.program) and not run.program.endswith("awk")):
            yield from [word for word in run.arguments if not word.startswith("-")][:1]
