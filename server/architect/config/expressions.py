"""Texts of the configuration that have to be of use as what they are for."""

import re
from typing import Annotated

from pydantic import AfterValidator
from pydantic_core import PydanticCustomError


def expression(text: str) -> str:
    """`text`, if it is a regular expression."""
    try:
        re.compile(text)
    except (re.error, OverflowError, RecursionError) as error:
        raise PydanticCustomError(
            "bad_expression",
            "{text} is not a regular expression: {reason}",
            {"text": repr(text), "reason": str(error)},
        ) from error
    return text


def not_blank(text: str) -> str:
    """`text`, if there is something in it."""
    if not text.strip():
        raise PydanticCustomError("blank", "must not be blank")
    return text


NotBlank = Annotated[str, AfterValidator(not_blank)]
Expression = Annotated[NotBlank, AfterValidator(expression)]
"""A regular expression of Python's `re`."""
