"""Commands that take the program they run from what they read."""

import re
from collections.abc import Iterable, Iterator, Sequence

from architect.lazy_pattern import lazy_pattern
from architect.policy.shell.expansion.expand import expanded, literal
from architect.policy.shell.expansion.known import HOLE, Known
from architect.policy.shell.programs.table import names
from architect.policy.shell.syntax.script import (
    Block,
    Command,
    Function,
    Output,
    Script,
    Stage,
    Variable,
    Word,
    commands,
    inner_scripts,
)
from architect.policy.shell.wrappers.interpreted import (
    code_given,
    is_interpreter,
    runs_what_it_reads,
)
from architect.policy.shell.wrappers.runners import Run, base, runs

CODE_ARGUMENT = lazy_pattern(r"-[A-Za-z]*[cepnrm][A-Za-z]*|--eval|--print|-Command|-m\w+")
_STANDARD_INPUT = frozenset({"-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"})


_RUN_LINES = frozenset({"at", "batch", "parallel", "source", "."})


def runs_lines(program: str) -> bool:
    """Whether `program` runs the lines of a text that it is given to read."""
    return program in names("shells") or program in _RUN_LINES


def runs_its_input(stage: Stage, known: Known) -> bool:
    """Whether `stage` takes the program it runs from what is piped into it."""
    if isinstance(stage, Function):
        return False
    if isinstance(stage, Block):
        runs_read = _runs_what_it_read(stage, known)
        return runs_read or any(runs_its_input(one, known) for one in own_stages(stage.script))
    if any(_runs_a_copy(word) for word in stage.words) and any(
        run.program in names("shells") or run.program == "eval" for run in runs_of(stage, known)
    ):
        return True
    if any(runs_its_input(one, known) for s in inner_scripts(stage) for one in own_stages(s)):
        return True
    return any(_reads_its_program(run) for run in runs_of(stage, known))


def _runs_what_it_read(block: Block, known: Known) -> bool:
    """`while read l; do $l; done`, `... do bash -c "$l"; done`."""
    inner = list(commands(block.script))
    texts = [[literal(word) for word in command.words] for command in inner]
    read = {text for words in texts if words[:1] == ["read"] for text in words[1:]}
    for command in inner:
        programs = {run.program for run in runs_of(command, known)}
        takes_lines = bool(programs & (names("shells") | {"eval"}))
        for word in command.words[: None if takes_lines else 1]:
            if any(isinstance(part, Variable) and part.name in read for part in word.parts):
                return True
    return False


def _runs_a_copy(word: Word) -> bool:
    """`$(cat)`: all that is read."""
    return any(
        isinstance(part, Output)
        and [[literal(w) for w in one.words] for one in commands(part.script)] == [["cat"]]
        for part in word.parts
    )


def _takes_code_from_input(program: str, arguments: Sequence[str]) -> bool:
    """Programs that are no interpreters, but run what they read if they are asked to."""
    text = " ".join(arguments)
    if program.endswith("awk"):
        return re.search(r"system\s*\(|\|\s*[\"']?(?:ba|z|da)?sh\b", text) is not None
    if program in ("sed", "gsed"):
        return any(re.search(r"^\d*\$?e$|^s(\W).*\1.*\1[gi\dm]*e\w*$", word) for word in arguments)
    if program in ("make", "gmake"):
        return re.search(r"(?:^| )(?:-f|--file=|--makefile=) ?-(?: |$)", text) is not None
    if program == "ssh":
        return re.search(rf" (?:{'|'.join(names('shells'))})(?: -s?)?$", text) is not None
    return program == "crontab" and "-" in arguments


def _reads_its_program(run: Run) -> bool:
    """Whether `run` takes the program it runs from standard input."""
    program, arguments = base(run.program), run.arguments
    if program in ("source", "."):
        return bool(_STANDARD_INPUT.intersection(arguments))
    if program == "eval":
        return any(HOLE in word for word in arguments)
    if program in ("at", "batch") or _takes_code_from_input(program, arguments):
        return True
    if program in ("parallel", "xargs"):
        inner = next((word for word in arguments if not word.startswith("-")), None)
        return (program == "parallel" and inner is None) or base(inner or "") in names("shells")
    if program in names("shells"):
        if "-c" in arguments or any(re.fullmatch(r"-[a-z]*c", word) for word in arguments):
            return _reads_standard_input_again(arguments) or run.fed
        return has_no_script(arguments) or "-s" in arguments
    if is_interpreter(program) and not program.endswith("awk"):
        if any(CODE_ARGUMENT.fullmatch(word) for word in arguments):
            return any(map(runs_what_it_reads, code_given(run)))
        return has_no_script([word for word in arguments if word != "run"])
    return False


def _reads_standard_input_again(arguments: Sequence[str]) -> bool:
    text = " ".join(arguments)
    shells = "|".join(names("shells"))
    return re.search(rf"-c\s+(?:{shells})\s*$|\$\(cat\)|`cat`|/dev/stdin", text) is not None


def has_no_script(arguments: Iterable[str]) -> bool:
    words = iter(arguments)
    for word in words:
        if re.fullmatch(r"[-+]\w*[oO]|-[WX]|--rcfile|--init-file", word):
            next(words, None)
        elif not re.match(r"[-+]\w|--", word):
            return word in _STANDARD_INPUT
    return True


def runs_of(command: Command, known: Known) -> list[Run]:
    return list(runs([expanded(word, known) for word in command.words]))


def own_stages(script: Script) -> Iterator[Stage]:
    """The stages of `script` itself; those inside them are looked at by recursion."""
    return (stage for pipeline in script.pipelines for stage in pipeline.stages)
