#!/usr/bin/env python3
"""Break the server at random, one small change at a time, and see whether tests notice.

    scripts/mutate.py --count 40 --seed 1 server/architect/policy/shell -- tests/unit/policy/shell
    scripts/mutate.py --tests-of OTHER_CHECKOUT ... -- ...      the same changes, other tests
    scripts/mutate.py --survivors-of REPORT ... -- ...          only what was not caught there

Each change is made in a temporary copy of the checkout, whose tests then run with -x: one
comparison, condition, `and`/`or`, constant or `return` is turned into another, or a statement is
left out. The seed decides on the changes, so two runs over the same modules compare two versions of
the tests. A run that takes longer than the limit counts as caught, since the change made the tests
hang. First the tests have to pass without any change.

One line per change and a sum are printed; the exit code is 0 whatever was caught, and 1 if the
tests do not pass by themselves. Choose tests that import what is changed: processes that a test
starts with an environment of its own run the server that is installed.
"""

import argparse
import ast
import copy
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parents[1]
COPIED = ("server", "tests", "docs", "scripts", "client-vscode/src", "client-nvim")
FILES = ("pyproject.toml", "README.md", "CHANGELOG.md", "config.example.yaml", "Makefile")

SURVIVED = "survived"
FLIPPED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE,
    ast.GtE: ast.Gt, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Mutation:
    """One change: `text` takes the place of the bytes from `start` to `end` of a file."""

    path: Path
    line: int
    start: int
    end: int
    before: str
    text: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {_short(self.before)} -> {_short(self.text)}"


def main() -> int:
    options = _options()
    found = list(_mutations(options.modules))
    chosen = random.Random(options.seed).sample(found, min(options.count, len(found)))
    if options.survivors_of:
        lines = options.survivors_of.read_text("utf-8").splitlines()
        chosen = [one for one in chosen if f"{SURVIVED:9} {one}" in lines]
    with tempfile.TemporaryDirectory(prefix="mutate-") as name:
        place = Path(name)
        _copy(place, options.tests_of)
        if _outcome(place, options.tests, limit_s=None) != SURVIVED:
            print("the tests do not pass without a change", file=sys.stderr)
            return 1
        outcomes = [_told(place, one, options) for one in chosen]
    caught = sum(outcome != SURVIVED for outcome in outcomes)
    print(f"{caught} of {len(outcomes)} caught, {len(found)} changes possible")
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("modules", nargs="+", type=Path, help="files or folders to break")
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--limit-s", type=float, default=300.0, help="for the tests of one change")
    parser.add_argument("--survivors-of", type=Path, help="what was printed for the same seed")
    parser.add_argument("--tests-of", type=Path, default=HERE, help="a checkout whose tests to run")
    before, _, tests = "\0".join(sys.argv[1:]).partition("\0--\0")
    options = parser.parse_args(before.split("\0"))
    options.tests = tests.split("\0") if tests else ["tests/unit"]
    return options


def _copy(place: Path, tests_of: Path) -> None:
    for name in COPIED:
        source = tests_of if name == "tests" else HERE
        if (source / name).is_dir():
            ignored = shutil.ignore_patterns("__pycache__")
            shutil.copytree(source / name, place / name, ignore=ignored, symlinks=True)
    for name in FILES:
        if (HERE / name).is_file():
            shutil.copy(HERE / name, place / name)


def _told(place: Path, mutation: Mutation, options: argparse.Namespace) -> str:
    file = place / mutation.path
    original = file.read_bytes()
    changed = mutation.text.encode()
    file.write_bytes(original[: mutation.start] + changed + original[mutation.end :])
    try:
        outcome = _outcome(place, options.tests, options.limit_s)
    finally:
        file.write_bytes(original)
    print(f"{outcome:9} {mutation}", flush=True)
    return outcome


def _outcome(place: Path, tests: list[str], limit_s: float | None) -> str:
    """`caught`, `timed out` or what `SURVIVED` says."""
    command = [sys.executable, "-B", "-m", "pytest", "-x", "-q", *tests]
    # What is installed leads to another folder; this one comes first.
    environment = os.environ | {"PYTHONPATH": str(place / "server"), "PYTHONDONTWRITEBYTECODE": "1"}
    with subprocess.Popen(
        command,
        cwd=place,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    ) as process:
        try:
            code = process.wait(limit_s)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            return "timed out"
    return "caught" if code else SURVIVED


def _mutations(modules: list[Path]) -> Iterator[Mutation]:
    for module in modules:
        path = module.resolve().relative_to(HERE)
        files = sorted((HERE / path).rglob("*.py")) if (HERE / path).is_dir() else [HERE / path]
        for file in files:
            yield from _mutations_of(file.relative_to(HERE), (HERE / file).read_text("utf-8"))


def _mutations_of(path: Path, source: str) -> Iterator[Mutation]:
    lengths = [0]
    for line in source.encode().splitlines(keepends=True):
        lengths.append(lengths[-1] + len(line))
    for node in _nodes(ast.parse(source), in_function=False):
        for changed in _changed(node):
            assert node.end_lineno is not None
            assert node.end_col_offset is not None
            start = lengths[node.lineno - 1] + node.col_offset
            end = lengths[node.end_lineno - 1] + node.end_col_offset
            before = source.encode()[start:end].decode()
            text = ast.unparse(changed)
            text = f"({text})" if isinstance(node, ast.expr) else text
            yield Mutation(path, node.lineno, start, end, before, text)


def _nodes(node: ast.AST, *, in_function: bool) -> Iterator[ast.expr | ast.stmt]:
    """All that functions do; f-strings are left alone, their places are wrong in Python 3.11."""
    if isinstance(node, ast.JoinedStr):
        return
    if in_function and isinstance(node, ast.expr | ast.stmt):
        yield node
    inside = in_function or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    for child in ast.iter_child_nodes(node):
        yield from _nodes(child, in_function=inside)


def _changed(node: ast.AST) -> Iterator[ast.AST]:
    """What may stand in the place of `node`."""
    match node:
        case ast.Compare(ops=[operator]):
            yield _with(node, lambda one: setattr(one, "ops", [FLIPPED[type(operator)]()]))
        case ast.BoolOp(op=operator):
            other = ast.And() if isinstance(operator, ast.Or) else ast.Or()
            yield _with(node, lambda one: setattr(one, "op", other))
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield operand
        case ast.Constant(value=bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(value=int(value)):
            yield ast.Constant(value + 1)
        case ast.IfExp():
            yield ast.IfExp(node.test, node.orelse, node.body)
        case ast.Return(value=value) if value is not None and not _is_none(value):
            yield ast.Return(ast.Constant(None))
        case ast.Expr(value=ast.Call() | ast.Await()) | ast.Assign() | ast.AugAssign():
            yield ast.Pass()
        case ast.Raise() | ast.Continue() | ast.Break():
            yield ast.Pass()
        case _:
            pass


def _with(node: ast.AST, change: Callable[[ast.AST], None]) -> ast.AST:
    other = copy.deepcopy(node)
    change(other)
    return other


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 60 else f"{line[:57]}..."


if __name__ == "__main__":
    sys.exit(main())
