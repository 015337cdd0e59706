"""The functions of files in other languages than Python, by lizard."""

from collections.abc import Iterator
from importlib import import_module
from typing import Any

from architect.domain.health.measures import FunctionMeasure
from architect.domain.text.file_text import split_lines

_LONGEST_NAME = 120


def is_read(path: str) -> bool:
    """Whether lizard knows the language of the file called `path`."""
    return _library("lizard_languages").get_reader_for(path) is not None


def functions_of(path: str, text: str) -> Iterator[FunctionMeasure]:
    """Each function; its lines with code are not counted yet.

    The numbers are those of `lizard`. What it can be told in comments (`#lizard forgives`,
    `GENERATED CODE`) does not count: a program that writes code could hide it so.

    Raises:
        RecursionError: it cannot be read.
    """
    lizard = _library("lizard")
    builder = lizard.FileInfoBuilder(path)
    reader = _library("lizard_languages").get_reader_for(path)(builder)
    tokens = reader.generate_tokens(text)
    steps = (
        lizard.preprocessing,
        _without_comments,
        lizard.line_counter,
        lizard.token_counter,
        lizard.condition_counter,
    )
    for step in steps:
        tokens = step(tokens, reader)
    for _ in reader(tokens, reader):
        pass
    for found in builder.fileinfo.function_list:
        name = str(found.name)[:_LONGEST_NAME]
        lines = found.end_line - found.start_line + 1
        complexity = found.cyclomatic_complexity
        yield FunctionMeasure(path, name, found.start_line, lines, 0, complexity)


def _library(name: str) -> Any:
    """A library whose types are not known."""
    return import_module(name)


def _without_comments(tokens: Any, reader: Any) -> Iterator[str]:
    for token in tokens:
        comment = reader.get_comment_from_token(token)
        if comment is None:
            yield token
        else:
            yield from "\n" * (len(split_lines(comment)) - 1)
