"""The answers a person can type at a question, and what they mean."""

import re
from collections.abc import Sequence

from architect.domain.question_title import granted_words
from architect.domain.verdict import Answer, Choice, Confirmation, denied_because
from architect.l10n import english, shown, t
from architect.lazy_pattern import lazy_pattern

_KEYS = {
    Choice.ONCE: "y",
    Choice.DENY: "n",
    Choice.RUN: "r",
    Choice.PROJECT: "p",
    Choice.ALWAYS: "e",
    Choice.STOP: "a",
}
_WHY = "d"
"""Denies, like N, and asks for the reason."""

_WORDS = {
    Choice.ONCE: ("y", "yes"),
    Choice.DENY: ("n", "no"),
    Choice.RUN: ("r", "rest of the run"),
    Choice.PROJECT: ("p",),
    Choice.ALWAYS: ("e",),
    Choice.STOP: ("a", "s", "stop", "abort"),
}
_SHORT = {
    Choice.ONCE: english("yes"),
    Choice.DENY: english("no"),
    Choice.RUN: english("rest of the run"),
    Choice.STOP: english("stop"),
}
_NO = lazy_pattern(r"(?:n|no)\b[\s,.:;-]*(.*)", re.IGNORECASE | re.DOTALL)


def prompt_of(choices: Sequence[Choice]) -> str:
    """The answers there are, in one line: `yes, no, stop [y/n/a/?]: `."""
    words = ", ".join(shown(_SHORT[choice]) for choice in choices if choice in _SHORT)
    keys = "/".join(key for choice in choices for key in _keys(choice))
    return f"{words} [{keys}/?]: "


def _keys(choice: Choice) -> tuple[str, ...]:
    return (_KEYS[choice], _WHY) if choice is Choice.DENY else (_KEYS[choice],)


def help_lines(question: Confirmation) -> list[str]:
    """What each answer to `question` does, a line an answer."""
    meanings = {
        Choice.ONCE: t("allows it this once"),
        Choice.DENY: t("denies it; 'n, REASON' tells the agent why at once"),
        Choice.RUN: t("allows {what} for the rest of this run", what=granted(question)),
        Choice.PROJECT: t("lists what can always be allowed in this project"),
        Choice.ALWAYS: t("lists what can always be allowed in every project"),
        Choice.STOP: t("denies it and stops the run"),
    }
    lines = [f"{_KEYS[choice]}  {meanings[choice]}" for choice in question.choices]
    lines.insert(
        question.choices.index(Choice.DENY) + 1,
        f"{_WHY}  {t('denies it and asks you why; so does N')}",
    )
    return lines


def is_yes(line: str) -> bool:
    """Whether `line` agrees to a question that has no other answers than yes and no."""
    return line.strip().lower() in _words_of(Choice.ONCE)


def _words_of(choice: Choice) -> tuple[str, ...]:
    """What can be typed for it: the words that the question shows as well."""
    short = (_SHORT[choice],) if choice in _SHORT else ()
    return (*_WORDS[choice], *map(shown, short))


def wants_to_say_why(line: str) -> bool:
    """Whether `line` is a no whose reason is to be asked for."""
    return line.strip() in (_WHY, "D", "N")


def granted(question: Confirmation) -> str:
    """What 'for the rest of the run' allows; of what is asked in every mode, that alone."""
    if question.reason in question.grant:
        return t("the same")
    words = granted_words(question.grant)
    return words if words == repr(question.grant) else shown(words)  # a command is what it is


def typed_choice(line: str, choices: Sequence[Choice]) -> Answer | None:
    """The answer that `line` gives; None if it is none of `choices`.

    Only a no may have more words: nothing is allowed or stopped by a sentence that happens to begin
    with the letter for it.
    """
    said = line.strip()
    if no := _NO.fullmatch(said):
        return denied_because(no[1])
    word = said.lower()
    found = next((choice for choice in choices if word in _words_of(choice)), None)
    return None if found is None else Answer(found)
