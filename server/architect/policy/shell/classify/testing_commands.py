"""Which command lines run tests."""

from architect.policy.shell.expansion.expand import spellings
from architect.policy.shell.expansion.known import Known
from architect.policy.shell.programs.table import names
from architect.policy.shell.syntax.parse import parse
from architect.policy.shell.syntax.script import commands
from architect.policy.shell.wrappers.runners import Run, lines_given, runs

_ONLY_TELLS = frozenset({"--version", "-V", "--help", "-h", "--collect-only", "--co", "--fixtures"})
_MAX_DEPTH = 3


def runs_tests(line: str, depth: int = 0) -> bool:
    """Whether a command in `line` runs tests, by its name and its first words."""
    known = Known()
    for command in commands(parse(line)):
        words = [text for word in command.words for text in spellings(word, known)]
        for run in runs(words):
            if _is_test(run):
                return True
            if depth < _MAX_DEPTH and any(runs_tests(one, depth + 1) for one in lines_given(run)):
                return True
    return False


def _is_test(run: Run) -> bool:
    if not _ONLY_TELLS.isdisjoint(run.arguments):
        return False
    program = run.program.removesuffix(".exe")
    if program in names("programs that run tests"):
        return True
    if program.startswith(("python", "pypy")):
        module = dict(zip(run.arguments, run.arguments[1:], strict=False)).get("-m", "")
        return module in names("programs that run tests")
    if program not in names("programs with a word that runs tests"):
        return False
    words = [word for word in run.arguments if not word.startswith("-")]
    wanted = words[1:2] if words[:1] in (["run"], ["run-script"], ["exec"], ["dlx"]) else words
    tests = names("words that run tests") | names("programs that run tests")
    return any(word.split(":")[0] in tests for word in wanted[:3]) or "--test" in run.arguments
