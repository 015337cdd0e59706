"""One test over a table of cases: all of them run, and all that fail are named."""

import inspect
import traceback
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

import pytest

MOST_TOLD = 40
"""So many failures are told in full; of the others only the case is named."""

LONGEST_NAME = 300
MOST_CHARACTERS = 4000


def named(case: Any) -> str:
    """A case as Python would write it, without its middle if it is very long."""
    text = repr(case)
    half = LONGEST_NAME // 2
    return text if len(text) <= LONGEST_NAME else f"{text[:half]} ... {text[-half:]}"


def table(
    names: str | tuple[str, ...], cases: Iterable[Any], *, ids: Callable[[Any], str] = named
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Run a test for each of `cases`, as `pytest.mark.parametrize` does, but as one item.

    `names` are the parameters that a case fills: one name for the case itself, a tuple where a case
    is a tuple of values. `ids` says what a case is called when it fails. All cases share the
    fixtures, but for `tmp_path`, which is an empty folder for each.

    Fails if any case fails or is skipped, and if there are no cases.
    """
    rows = list(cases)
    parameters = (names,) if isinstance(names, str) else names

    def decorate(check: Callable[..., None]) -> Callable[..., None]:
        @wraps(check)
        def run(**fixtures: Any) -> None:
            assert rows, "the table is empty"
            failures: list[tuple[str, str]] = []
            for number, row in enumerate(rows):
                values = [row] if isinstance(names, str) else row
                try:
                    own = dict(zip(parameters, values, strict=True))
                    check(**own, **_with_own_folder(fixtures, number))
                except (Exception, pytest.fail.Exception, pytest.skip.Exception) as failure:
                    if _ends_the_test(failure):
                        raise
                    failures.append((ids(row), _told(failure)))
            if failures:
                pytest.fail(_report(failures, len(rows)), pytrace=False)

        signature = inspect.signature(check)
        left = [one for name, one in signature.parameters.items() if name not in parameters]
        run.__signature__ = signature.replace(parameters=left)  # type: ignore[attr-defined]
        return run

    return decorate


def _with_own_folder(fixtures: dict[str, Any], number: int) -> dict[str, Any]:
    if "tmp_path" not in fixtures:
        return fixtures
    folder = fixtures["tmp_path"] / str(number)
    folder.mkdir()
    return {**fixtures, "tmp_path": folder}


def _ends_the_test(failure: BaseException) -> bool:
    """Whether the time limit of the whole test is over; pytest-timeout says so by a failure."""
    return isinstance(failure, pytest.fail.Exception) and str(failure).startswith("Timeout")


def _told(failure: BaseException) -> str:
    """Where a case failed and why."""
    last = traceback.extract_tb(failure.__traceback__)[-1]
    what = str(failure) if isinstance(failure, AssertionError) else repr(failure)
    return f"{last.filename}:{last.lineno}: {(what or str(last.line))[:MOST_CHARACTERS]}"


def _report(failures: list[tuple[str, str]], count: int) -> str:
    lines = [f"{len(failures)} of {count} cases failed"]
    for case, why in failures[:MOST_TOLD]:
        lines += ["", case, *(f"    {line}" for line in why.splitlines())]
    rest = [case for case, _ in failures[MOST_TOLD:]]
    return "\n".join([*lines, *(["", "and these:", *rest] if rest else [])])
