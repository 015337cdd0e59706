"""What commands take, as models: names of the protocol in camelCase, unknown names are errors."""

from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic.alias_generators import to_camel

from architect.config.nearest import did_you_mean
from architect.l10n import at, english
from architect.lsp.protocol.errors import invalid


class Message(BaseModel):
    """The base of all arguments."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, alias_generator=to_camel, defer_build=True
    )


WorkflowTask = Annotated[str, Field(min_length=1, max_length=1_000_000)]
WorkflowSeconds = Annotated[float, Field(gt=0, allow_inf_nan=False)]
Usd = Annotated[float, Field(ge=0, allow_inf_nan=False)]


class Place(Message):
    """An LSP position."""

    line: Annotated[int, Field(ge=0)]
    character: Annotated[int, Field(ge=0)]


class Span(Message):
    """An LSP range."""

    start: Place
    end: Place


class NoArgs(Message):
    """A command that takes nothing; an empty object, or none at all."""


ArgsT = TypeVar("ArgsT", bound=Message)


def parsed(model: type[ArgsT], argument: Any) -> ArgsT:
    """The argument of a command as a value.

    Raises:
        RequestFault: it does not fit; the text names the first thing that is wrong.
    """
    try:
        return model.model_validate(argument if argument is not None else {}, strict=None)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        path = ".".join(str(part) for part in first["loc"])
        if first["type"] == "extra_forbidden":
            known = [field.alias or name for name, field in model.model_fields.items()]
            hint = did_you_mean(path, known) or f"; known: {', '.join(known) or 'none'}"
            raise invalid(
                english("{path!r} is not known here{hint}", path=path, hint=hint)
            ) from error
        raise invalid(at(path or english("the argument"), first["msg"])) from error
