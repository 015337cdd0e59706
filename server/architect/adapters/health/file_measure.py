"""The measure of one file."""

import ast
import io
import tokenize
from collections.abc import Collection, Iterable
from dataclasses import replace

from architect.adapters.health import other_functions, python_functions
from architect.domain.errors import NotTextError
from architect.domain.health.code_lines import code_lines
from architect.domain.health.measures import CodeLine, FileMeasure, FunctionMeasure
from architect.domain.text.file_text import decode, split_lines
from architect.domain.text.written_by_hand import is_binary, is_generated, is_minified
from architect.l10n import english

_PYTHON = (".py", ".pyi", ".pyw")
_ODD_CODE = (LookupError, AttributeError, TypeError, ValueError, AssertionError, RuntimeError)
"""What lizard raises where code is not what it expects."""


class NotMeasuredError(Exception):
    """The file cannot be measured; the text says why."""


def measured(path: str, content: bytes) -> FileMeasure:
    """What there is to say of a file called `path`.

    Raises:
        NotMeasuredError: nothing.
    """
    if is_binary(content):
        raise NotMeasuredError("binary")
    if is_generated(content):
        raise NotMeasuredError("generated")
    if is_minified(content):
        raise NotMeasuredError("minified")
    try:
        if path.endswith(_PYTHON):
            return _python(path, content)
        return _other(path, content)
    except (RecursionError, MemoryError) as error:
        raise NotMeasuredError(english("nested too deeply")) from error


def _python(path: str, content: bytes) -> FileMeasure:
    text = _python_text(content)
    try:
        tree = ast.parse(text)
    except SyntaxError as error:
        raise NotMeasuredError(
            english("syntax error in line {number}", number=error.lineno or 1)
        ) from error
    except ValueError as error:
        raise NotMeasuredError(english("not valid Python")) from error
    lines = code_lines(text, passed_over=python_functions.lines_without_code(tree))
    return _file(path, text, lines, python_functions.functions_of(path, tree))


def _python_text(content: bytes) -> str:
    """The text, in the encoding that its first lines may name (PEP 263)."""
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(content).readline)
        text = content.decode(encoding)
    except (SyntaxError, UnicodeDecodeError, LookupError) as error:
        raise NotMeasuredError(english("not in UTF-8")) from error
    # As the parser counts them: other separators of lines are space to it.
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _other(path: str, content: bytes) -> FileMeasure:
    if not other_functions.is_read(path):
        raise NotMeasuredError(english("no tool reads this language"))
    try:
        text = decode(content).text.replace("\r\n", "\n").replace("\r", "\n")
    except NotTextError as error:
        raise NotMeasuredError(english("not in UTF-8")) from error
    try:
        functions = list(other_functions.functions_of(path, text))
    except RecursionError:
        raise
    except _ODD_CODE as error:
        raise NotMeasuredError(
            english("lizard cannot read it ({name})", name=type(error).__name__)
        ) from error
    return _file(path, text, code_lines(text), functions)


def _file(
    path: str, text: str, lines: Collection[CodeLine], functions: Iterable[FunctionMeasure]
) -> FileMeasure:
    keys = {line.line: line.key for line in lines}
    counted = tuple(_with_code(function, keys) for function in functions)
    return FileMeasure(path, len(split_lines(text)), counted, tuple(lines))


def _with_code(function: FunctionMeasure, keys: dict[int, int]) -> FunctionMeasure:
    """`function` with its lines with code, which are its shape if it is over a limit."""
    numbers = range(function.line, function.line + function.lines)
    shape = tuple(keys[number] for number in numbers if number in keys)
    is_over = function.is_long or function.is_complex
    return replace(function, code_lines=len(shape), shape=shape if is_over else ())
