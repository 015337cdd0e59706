"""Regular expressions that are compiled at their first use.

Compiling all of a module's takes longer than everything else its import does, and hardly any start
uses more than a few.
"""

import re
from typing import Any, AnyStr, Generic, cast


class LazyPattern(Generic[AnyStr]):
    """Stands for a compiled pattern; see `lazy_pattern`."""

    def __init__(self, pattern: AnyStr, flags: int) -> None:
        self.pattern = pattern
        self._flags = flags

    def compile(self) -> None:
        """Compile it now."""
        self.__getattr__("_compiled")

    def __getattr__(self, name: str) -> Any:
        """A method or attribute of the compiled pattern, which is then found without this."""
        if name == "_compiled":
            self._compiled = re.compile(self.pattern, self._flags)
            return self._compiled
        value = getattr(self._compiled, name)
        setattr(self, name, value)
        return value


def lazy_pattern(pattern: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """What `re.compile(pattern, flags)` gives, for all that its methods and attributes do.

    The functions of `re` do not take it in the place of a pattern.

    Raises:
        re.error: `pattern` is none; only at the first use.
    """
    return cast(re.Pattern[AnyStr], LazyPattern(pattern, flags))
