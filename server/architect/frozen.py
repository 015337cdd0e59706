"""`@frozen`: an immutable dataclass that takes a tenth of the usual time to define.

`dataclasses` compiles five methods of each class when it is defined, which takes 0.4 ms; with 270
classes that would be half of the time from the start of a run to its first request. Here fields
are made, and `__init__` is compiled, when the first instance is, which most starts do of a fifth of
the classes, and the other methods are the same for all.
"""

import dataclasses
from collections.abc import Callable, Iterable
from functools import cache
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

    `kw_only` and `order` mean what they mean there; every annotation is a field.
    """

    def decorate(cls: type[Any]) -> type[Any]:
        return _frozen(cls, kw_only=kw_only, order=order)

    return decorate if cls is None else decorate(cls)


def _frozen(cls: type[Any], *, kw_only: bool, order: bool) -> type[Any]:
    """The class again, with slots, as `dataclasses` makes it; its fields are left for later."""
    names = list(cls.__annotations__)
    content = dict(cls.__dict__)
    methods = _METHODS | _ORDER if order else _METHODS
    content |= {name: method for name, method in methods.items() if name not in content}
    late = _LateFields({name: content.pop(name) for name in names if name in content}, kw_only)
    for name in ("__dict__", "__weakref__"):
        content.pop(name, None)
    inherited = {name for base in cls.__mro__[1:-1] for name in _slots(base)}
    content["__slots__"] = tuple(name for name in names if name not in inherited)
    content["__match_args__"] = _by_place(cls, late)
    content["__dataclass_fields__"] = late
    define = cast(Callable[..., type[Any]], type(cls))
    made = define(cls.__name__, cls.__bases__, content)
    made.__qualname__ = cls.__qualname__
    late.made = made
    if "__init__" not in cls.__dict__:
        made.__init__ = _compiled_at_first_call(made)
    return made


def compile_init(cls: type[Any]) -> bool:
    """Compile the `__init__` of a class now, if it is a frozen one and has no instance yet.

    False if there was nothing to do.
    """
    if getattr(cls.__init__, "__code__", None) is not _AT_FIRST_CALL:
        return False
    cls.__init__ = _compiled_init(cls)
    return True


class _LateFields:
    """`__dataclass_fields__` of the class `made` until somebody asks for it, which few are."""

    made: type[Any]

    def __init__(self, defaults: dict[str, Any], kw_only: bool) -> None:
        self.defaults = defaults
        self.kw_only = kw_only

    def __get__(self, _instance: object, _owner: type[Any]) -> dict[str, dataclasses.Field[Any]]:
        made = self.made
        bases = tuple(base for base in made.__bases__ if hasattr(base, _FIELDS))
        # For a class without a docstring `dataclasses` would write its signature down.
        content = {**self.defaults, "__annotations__": made.__annotations__, "__doc__": "Fields."}
        define = dataclasses.dataclass(init=False, repr=False, eq=False, kw_only=self.kw_only)
        defined = define(type(made.__name__, bases, content))
        for name in (_PARAMETERS, _FIELDS):
            setattr(made, name, getattr(defined, name))
        return getattr(made, _FIELDS)


_FIELDS = "__dataclass_fields__"
_PARAMETERS = "__dataclass_params__"


def _slots(cls: type[Any]) -> tuple[str, ...]:
    slots: str | Iterable[str] = cls.__dict__.get("__slots__", ())
    return (slots,) if isinstance(slots, str) else tuple(slots)


def _by_place(cls: type[Any], late: _LateFields) -> tuple[str, ...]:
    """The fields that can be given by their place, those of the bases first."""
    bases = (base.__dict__.get("__match_args__", ()) for base in reversed(cls.__mro__[1:]))
    own = [name for name in cls.__annotations__ if not _only_by_name(name, late)]
    return tuple(dict.fromkeys([name for names in bases for name in names] + own))


def _only_by_name(name: str, late: _LateFields) -> bool:
    default = late.defaults.get(name)
    if isinstance(default, dataclasses.Field) and isinstance(default.kw_only, bool):
        return default.kw_only
    return late.kw_only


def _fields(cls: type[Any]) -> list[dataclasses.Field[Any]]:
    return [*cast(dict[str, dataclasses.Field[Any]], cls.__dataclass_fields__).values()]


def _compiled_at_first_call(cls: type[Any]) -> Callable[..., None]:
    def __init__(self: Any, *args: Any, **named: Any) -> None:  # noqa: N807
        cls.__init__ = _compiled_init(cls)
        cls.__init__(self, *args, **named)

    return __init__


_AT_FIRST_CALL = _compiled_at_first_call(object).__code__


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


@cache
def _compared(cls: type[Any]) -> Callable[[Any], Any]:
    """What of a value is compared."""
    names = [field.name for field in _fields(cls) if field.compare]
    return attrgetter(*names) if names else lambda _: ()


def _equal(self: Any, other: object) -> Any:
    if other.__class__ is not self.__class__:
        return NotImplemented
    compared = _compared(self.__class__)
    return compared(self) == compared(other)


def _hashed(self: Any) -> int:
    return hash(_compared(self.__class__)(self))


def _ordered(name: str) -> Callable[[Any, object], Any]:
    def compare(self: Any, other: object) -> Any:
        if other.__class__ is not self.__class__:
            return NotImplemented
        compared = _compared(self.__class__)
        return getattr(compared(self), name)(compared(other))

    return compare


def _refuse_change(self: object, name: str, *_value: object) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot change field {name!r}")


def _state(self: Any) -> list[Any]:
    return [getattr(self, field.name) for field in _fields(cast(type[Any], type(self)))]


def _set_state(self: Any, state: list[Any]) -> None:
    for field, value in zip(_fields(cast(type[Any], type(self))), state, strict=True):
        object.__setattr__(self, field.name, value)


_METHODS: dict[str, Callable[..., Any]] = {
    "__repr__": _repr,
    "__eq__": _equal,
    "__hash__": _hashed,
    "__setattr__": _refuse_change,
    "__delattr__": _refuse_change,
    "__getstate__": _state,
    "__setstate__": _set_state,
}

_ORDER = {name: _ordered(name) for name in ("__lt__", "__le__", "__gt__", "__ge__")}
