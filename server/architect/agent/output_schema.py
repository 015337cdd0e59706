"""An answer that has to be JSON of a given shape."""

import json
from importlib import import_module
from typing import Any, cast

from architect.agent.completion_checks import Accept, EndUnverified, SendBack
from architect.l10n import english
from architect.lazy_pattern import lazy_pattern

_FENCED = lazy_pattern(r"\A\s*```(?:json)?\s*\n(.*?)\n?```\s*\Z", 16)
"""16 is `re.DOTALL`."""

_MOST_TOLD = 5


def checked_schema(content: bytes) -> str:
    """The JSON schema in `content`, as it is sent to the model.

    Raises:
        ValueError: it is none.
    """
    jsonschema = _library("jsonschema")
    schema: Any = json.loads(content)
    if not isinstance(schema, dict):
        raise ValueError(english("it is no JSON schema: it has to be an object"))  # noqa: TRY004
    found = cast(dict[str, Any], schema)
    kind = jsonschema.validators.validator_for(found, default=jsonschema.Draft202012Validator)
    try:
        kind.check_schema(found)
    except jsonschema.SchemaError as error:
        raise ValueError(english("it is no JSON schema: {fault}", fault=error.message)) from error
    return json.dumps(found, ensure_ascii=False)


def _library(name: str) -> Any:
    """A library that is imported only where an answer has to fit; its types are not known."""
    return import_module(name)


def words_for(schema: str) -> str:
    """What the agent is told behind its task."""
    return (
        "When you are done, your whole answer is one JSON document that fits this JSON schema, "
        f"without any other word:\n\n{schema}"
    )


class SchemaCheck:
    """Takes an answer that fits; another one is asked for again once."""

    note = ""

    def __init__(self, schema: str) -> None:
        self._schema = schema
        self._was_asked = False

    async def judge(self, text: str) -> Accept | SendBack | EndUnverified:
        """What follows from the last words of the agent."""
        fenced = _FENCED.match(text)
        answer = fenced[1] if fenced else text
        problem = _problem(answer, self._schema)
        if not problem:
            return Accept(text=json.dumps(json.loads(answer), ensure_ascii=False, indent=2))
        reason = english("the answer does not fit the schema: {problem}", problem=problem)
        if self._was_asked:
            return EndUnverified(reason)
        self._was_asked = True
        told = f"Your answer does not fit: {problem}\n\n{words_for(self._schema)}"
        return SendBack(reason, told)


def _problem(answer: str, schema: str) -> str:
    """What is wrong with an answer; empty if it fits."""
    jsonschema, referencing = _library("jsonschema"), _library("referencing")
    try:
        document: Any = json.loads(answer)
    except (ValueError, RecursionError) as error:
        return english("it is no JSON ({error})", error=error)
    rules = json.loads(schema)
    kind = jsonschema.validators.validator_for(rules, default=jsonschema.Draft202012Validator)
    # A registry of its own, so that no address in the schema is asked.
    validator = kind(rules, registry=referencing.Registry())
    try:
        faults = list(validator.iter_errors(document))
    except (referencing.exceptions.Unresolvable, RecursionError) as error:
        return english("the schema cannot be applied ({error})", error=error)
    told = [f"{fault.json_path}: {fault.message[:300]}" for fault in faults[:_MOST_TOLD]]
    return "; ".join(told)
