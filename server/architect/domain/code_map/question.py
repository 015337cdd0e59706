"""What a task or a question says that can be looked for in an index."""

import re

from architect.domain.code_map.words import asked_words, identifiers_in
from architect.frozen import frozen
from architect.lazy_pattern import lazy_pattern

_MOST_CHARS = 4_000
"""Of a task; what comes behind is seldom its subject."""

_MOST_WORDS = 24
_FILE_NAME = lazy_pattern(r"[\w./\\-]*\w\.\w{1,5}\b|[\w.-]+(?:/[\w.-]+)+", re.ASCII)


@frozen
class Question:
    """The stems of its words, the identifiers in it, and what could be names of files."""

    words: tuple[str, ...]
    identifiers: frozenset[str]
    file_names: frozenset[str]

    @property
    def is_about_tests(self) -> bool:
        return "test" in self.words


def question_of(text: str) -> Question:
    text = text[:_MOST_CHARS]
    names = (name.strip("./") for name in _FILE_NAME.findall(text))
    return Question(
        tuple(asked_words(text)[:_MOST_WORDS]),
        frozenset(identifiers_in(text)),
        frozenset(name for name in names if name),
    )
