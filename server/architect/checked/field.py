"""What is said of one field of a `Model`, beside its type."""

from collections.abc import Callable, Iterable, Sequence
from typing import Annotated, Any, get_args, get_origin

from architect.frozen import frozen

MISSING: Any = object()
"""Stands where there is no default."""


@frozen
class AfterValidator:
    """In `Annotated`: `check` takes a value of the type, and returns it or another one.

    It raises a `ValidationError` about what it does not take, such as `Refused`.
    """

    check: Callable[[Any], Any]


@frozen
class BeforeValidator:
    """In `Annotated`: `read` makes of what is given what has the type.

    `taken` is the type of what is given, for the JSON schema.
    """

    read: Callable[[Any], Any]
    taken: Any


@frozen
class Shown:
    """In `Annotated`: `write` makes of a value what `Model.model_dump` gives of it.

    With `only_as_json` it does so for JSON alone.
    """

    write: Callable[[Any], Any]
    only_as_json: bool = False


@frozen
class Limits:
    """What a number, or a length, has to keep to."""

    ge: float | None = None
    le: float | None = None
    min_length: int | None = None
    max_length: int | None = None
    pattern: str | None = None


NO_LIMITS = Limits()


@frozen
class FieldInfo:
    """A field as its class has it; `annotation` is its type without what `Annotated` adds."""

    annotation: Any = None
    default: Any = MISSING
    default_factory: Callable[[], Any] | None = None
    alias: str | None = None
    """Its name outside, if it is not that of the attribute."""
    also: str | None = None
    """Another name that is taken."""
    description: str | None = None
    limits: Limits = NO_LIMITS
    in_repr: bool = True
    before: tuple[BeforeValidator, ...] = ()
    after: tuple[AfterValidator, ...] = ()
    shown: Shown | None = None

    def is_required(self) -> bool:
        return self.default is MISSING and self.default_factory is None

    def get_default(self) -> Any:
        return self.default if self.default_factory is None else self.default_factory()


def Field(  # noqa: N802 - what everybody calls it
    *,
    default: Any = MISSING,
    default_factory: Callable[[], Any] | None = None,
    alias: str | None = None,
    also: str | None = None,
    description: str | None = None,
    ge: float | None = None,
    le: float | None = None,
    min_length: int | None = None,
    max_length: int | None = None,
    pattern: str | None = None,
    repr: bool = True,
) -> Any:
    """What a field has beside its type; limits hold for a value that is not None."""
    return FieldInfo(
        default=default,
        default_factory=default_factory,
        alias=alias,
        also=also,
        description=description,
        limits=Limits(ge, le, min_length, max_length, pattern),
        in_repr=repr,
    )


def _first(values: Iterable[Any]) -> Any:
    return next((value for value in values if value is not None), None)


def _joined(all_limits: Sequence[Limits]) -> Limits:
    """The limits of several places; the first that has one wins."""
    if len(all_limits) == 1:
        return all_limits[0]
    return Limits(
        ge=_first(limits.ge for limits in all_limits),
        le=_first(limits.le for limits in all_limits),
        min_length=_first(limits.min_length for limits in all_limits),
        max_length=_first(limits.max_length for limits in all_limits),
        pattern=_first(limits.pattern for limits in all_limits),
    )


def field_info(annotation: Any, assigned: Any = MISSING) -> FieldInfo:
    """The field of the type `annotation` to which `assigned` is its default or a `Field`."""
    kind, *extras = get_args(annotation) if get_origin(annotation) is Annotated else (annotation,)
    info = assigned if isinstance(assigned, FieldInfo) else FieldInfo(default=assigned)
    own = [info, *(extra for extra in extras if isinstance(extra, FieldInfo))]
    return FieldInfo(
        annotation=kind,
        default=info.default,
        default_factory=info.default_factory,
        alias=info.alias,
        also=info.also,
        description=_first(each.description for each in own),
        limits=_joined([each.limits for each in own]),
        in_repr=info.in_repr,
        before=tuple(extra for extra in extras if isinstance(extra, BeforeValidator)),
        after=tuple(extra for extra in extras if isinstance(extra, AfterValidator)),
        shown=_first(extra for extra in extras if isinstance(extra, Shown)),
    )
