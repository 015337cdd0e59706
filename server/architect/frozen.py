"""`@frozen`: an immutable dataclass that takes a tenth of the usual time to define.

`dataclasses` compiles five methods of each class when it is defined, which takes 0.4 ms; with 270
classes that would be a third of the time from the start of a run to its first request. Here
`__init__` is compiled when the first instance is made, which most starts do of a fifth of the
classes, and the other methods are the same for all.
"""

import dataclasses
from collections.abc import Callable
from operator import attrgetter
from typing import Any, TypeVar, cast, dataclass_transform, overload

T = TypeVar("T")


@overload
@dataclass_transform(frozen_default=True, field_specifiers=(dataclasses.field,))
def frozen(cls: type[T], /) -> type[T]: ...


@overload
@dataclass_transform(frozen_default=True, field_specifiers=(dataclasses.field,))
def frozen(*, kw_only: bool = False, order: bool = False) -> Callable[[type[T]], type[T]]: ...


def frozen(cls: type[Any] | None = None, /, *, kw_only: bool = False, order: bool = False) -> Any:
    """Make of a class what `dataclass(frozen=True, slots=True)` makes of it.

    `kw_only` and `order` mean what they mean there. Of `field`, `default`, `default_factory` and
    `kw_only` can be used.
    """

    def decorate(cls: type[Any]) -> type[Any]:
        return _frozen(cls, kw_only=kw_only, order=order)

    return decorate if cls is None else decorate(cls)


def _frozen(cls: type[Any], *, kw_only: bool, order: bool) -> type[Any]:
    # For a class without a docstring `dataclasses` would inspect the signature and write it down.
    cls.__doc__ = cls.__doc__ or f"{cls.__name__}(...)"
    own = set(cls.__dict__)
    made = dataclasses.dataclass(init=False, repr=False, eq=False, slots=True, kw_only=kw_only)(cls)
    methods = _METHODS | _comparisons(made, order=order)
    methods["__init__"] = _compiled_at_first_call(made)
    for name in methods.keys() - own:
        setattr(made, name, methods[name])
    return made


def _fields(cls: type[Any]) -> list[dataclasses.Field[Any]]:
    return [*cast(dict[str, dataclasses.Field[Any]], cls.__dataclass_fields__).values()]


def _compiled_at_first_call(cls: type[Any]) -> Callable[..., None]:
    def __init__(self: Any, *args: Any, **named: Any) -> None:  # noqa: N807
        cls.__init__ = _compiled_init(cls)
        cls.__init__(self, *args, **named)

    return __init__


def _compiled_init(cls: type[Any]) -> Callable[..., None]:
    names: dict[str, Any] = {"_MISSING": dataclasses.MISSING}
    positional, by_name, body = list[str](), list[str](), list[str]()
    for field in _fields(cls):
        name = field.name
        parameter, value = name, name
        names[f"_set_{name}"] = getattr(cls, name).__set__
        if field.default is not dataclasses.MISSING:
            names[f"_default_{name}"] = field.default
            parameter = f"{name}=_default_{name}"
        elif field.default_factory is not dataclasses.MISSING:
            names[f"_make_{name}"] = field.default_factory
            parameter = f"{name}=_MISSING"
            value = f"_make_{name}() if {name} is _MISSING else {name}"
        (by_name if field.kw_only else positional).append(parameter)
        body.append(f" _set_{name}(self, {value})\n")
    if hasattr(cls, "__post_init__"):
        body.append(" self.__post_init__()\n")
    parameters = ", ".join(["self", *positional, *(["*", *by_name] if by_name else [])])
    exec(f"def __init__({parameters}):\n{''.join(body) or ' pass'}", names)
    init = names["__init__"]
    init.__qualname__ = f"{cls.__qualname__}.__init__"
    return init


def _repr(self: Any) -> str:
    fields = (field for field in _fields(cast(type[Any], type(self))) if field.repr)
    shown = (f"{field.name}={getattr(self, field.name)!r}" for field in fields)
    return f"{type(self).__qualname__}({', '.join(shown)})"


def _comparisons(cls: type[Any], *, order: bool) -> dict[str, Callable[..., Any]]:
    names = [field.name for field in _fields(cls) if field.compare]
    compared: Callable[[Any], Any] = attrgetter(*names) if names else lambda _: ()

    def by(name: str) -> Callable[[Any, object], Any]:
        def compare(self: Any, other: object) -> Any:
            if other.__class__ is not self.__class__:
                return NotImplemented
            return getattr(compared(self), name)(compared(other))

        return compare

    def equal(self: Any, other: object) -> Any:
        if other.__class__ is not self.__class__:
            return NotImplemented
        return compared(self) == compared(other)

    def hashed(self: Any) -> int:
        return hash(compared(self))

    methods = {name: by(name) for name in ("__lt__", "__le__", "__gt__", "__ge__")} if order else {}
    return {"__eq__": equal, "__hash__": hashed, **methods}


def _refuse_change(self: object, name: str, *_value: object) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot change field {name!r}")


def _state(self: Any) -> list[Any]:
    return [getattr(self, field.name) for field in _fields(cast(type[Any], type(self)))]


def _set_state(self: Any, state: list[Any]) -> None:
    for field, value in zip(_fields(cast(type[Any], type(self))), state, strict=True):
        object.__setattr__(self, field.name, value)


_METHODS: dict[str, Callable[..., Any]] = {
    "__repr__": _repr,
    "__setattr__": _refuse_change,
    "__delattr__": _refuse_change,
    "__getstate__": _state,
    "__setstate__": _set_state,
}
