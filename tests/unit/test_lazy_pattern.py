import importlib
import pkgutil
import re
from typing import Any

import architect
from architect.lazy_pattern import LazyPattern, lazy_pattern


def test_it_does_what_a_compiled_pattern_does() -> None:
    pattern = lazy_pattern(r"(?P<word>[a-z]+)-(\d)", re.IGNORECASE)
    found = pattern.search("see Word-1")
    assert found is not None
    assert found["word"] == "Word"
    assert pattern.sub("x", "a-1 b-2") == "x x"
    assert pattern.groups == 2
    assert lazy_pattern(rb"\d").findall(b"1a2") == [b"1", b"2"]


def test_every_pattern_can_be_compiled() -> None:
    """Nobody would notice before its first use that one cannot."""
    names = [found.name for found in pkgutil.walk_packages(architect.__path__, "architect.")]
    modules = [importlib.import_module(name) for name in names if not name.endswith("__main__")]
    patterns: dict[str, LazyPattern[Any]] = {
        f"{module.__name__}.{name}": value
        for module in modules
        for name, value in vars(module).items()
        if isinstance(value, LazyPattern)
    }
    wrong: list[str] = []
    for name, pattern in patterns.items():
        try:
            assert pattern.fullmatch is not None
        except re.error as error:
            wrong.append(f"{name}: {error}")
    assert patterns
    assert not wrong
