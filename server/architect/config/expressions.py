"""Texts of the configuration that have to be of use as what they are for."""

import re
from typing import Annotated

from architect.checked.errors import Refused
from architect.checked.field import AfterValidator
from architect.l10n import english


def expression(text: str) -> str:
    """`text`, if it is a regular expression."""
    try:
        re.compile(text)
    except (re.error, OverflowError, RecursionError) as error:
        raise Refused(
            "bad_expression",
            english("{text!r} is not a regular expression: {error}", text=text, error=error),
        ) from error
    return text


def not_blank(text: str) -> str:
    """`text`, if there is something in it."""
    if not text.strip():
        raise Refused("blank", english("must not be blank"))
    return text


NotBlank = Annotated[str, AfterValidator(not_blank)]
Expression = Annotated[NotBlank, AfterValidator(expression)]
"""A regular expression of Python's `re`."""
