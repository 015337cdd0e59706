"""Texts of the configuration that have to be of use as what they are for."""

import re
from typing import Annotated

from pydantic import AfterValidator
from pydantic_core import PydanticCustomError


def _expression(text: str) -> str:
    try:
        re.compile(text)
    except (re.error, OverflowError, RecursionError) as error:
        raise PydanticCustomError(
            "bad_expression",
            "{text} is no regular expression: {reason}",
            {"text": repr(text), "reason": str(error)},
        ) from error
    return text


def _not_blank(text: str) -> str:
    if not text.strip():
        raise PydanticCustomError("blank", "must not be blank: it would hold for everything")
    return text


NotBlank = Annotated[str, AfterValidator(_not_blank)]
Expression = Annotated[NotBlank, AfterValidator(_expression)]
"""A regular expression of Python's `re`."""
