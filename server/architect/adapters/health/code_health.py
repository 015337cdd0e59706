"""The health of code, measured by a program beside us."""

import importlib.util
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from architect.adapters.health.health_job import HealthJob, job_json, read_health
from architect.adapters.install_command import install_command
from architect.adapters.process.child_lines import ChildEnd, feed_lines
from architect.adapters.process.own_program import OUR_FOLDER, own_program
from architect.domain.errors import HealthFault
from architect.domain.health.measures import Health
from architect.domain.health.sources import Sources
from architect.l10n import english, joined

LONGEST_S = 600.0
"""Of all files together; 3,000 of them take about a minute."""

_MOST_CRASHES = 5
_TOOLS = ("radon", "lizard")


def require_tools() -> None:
    """Make sure that there is what measures.

    Raises:
        HealthFault: something is missing; the text says what to do.
    """
    if any(importlib.util.find_spec(tool) is None for tool in _TOOLS):
        install = install_command(*_TOOLS)
        raise HealthFault(
            english(
                "measuring the health of code needs radon and lizard: {install}", install=install
            )
        )


class MeasuredHealth:
    """Asks `measure_files`, and asks again without the file that ended it."""

    async def measure(self, states: Sequence[Sources]) -> Sequence[Health]:
        """The health of each of the `states`.

        Raises:
            HealthFault: the tools are missing, it takes too long, or too many files cannot be read.
        """
        require_tools()
        job = HealthJob(tuple(states))
        for _ in range(_MOST_CRASHES):
            answer = _Answer()
            try:
                end = await feed_lines(
                    (*own_program("architect.adapters.health.measure_files"), *_tool_folders()),
                    answer.take,
                    cwd=OUR_FOLDER,
                    stdin=job_json(job),
                    timeout_s=LONGEST_S,
                )
            except TimeoutError as error:
                raise HealthFault(
                    english("measuring takes longer than {longest_s:g} s", longest_s=LONGEST_S)
                ) from error
            except OSError as error:
                raise HealthFault(
                    english("nothing can be measured: {reason}", reason=error.strerror)
                ) from error
            if answer.found is not None:
                return tuple(map(read_health, answer.found))
            if not answer.looked_at:
                raise HealthFault(_why(end))
            job = replace(job, passed_over=(*job.passed_over, answer.looked_at))
        raise HealthFault(
            english(
                "too many files cannot be measured, such as {passed_over!r}",
                passed_over=job.passed_over[0],
            )
        )


class _Answer:
    """What the program has said so far."""

    def __init__(self) -> None:
        self.looked_at = ""
        self.found: list[dict[str, Any]] | None = None

    def take(self, line: bytes) -> bool:
        said = json.loads(line)
        if isinstance(said, str):
            self.looked_at = said
        else:
            self.found = said["found"]
        return True


def _why(end: ChildEnd) -> str:
    said = end.stderr.strip().rpartition("\n")[2]
    told = english("the program that measures ended with {exit_code}", exit_code=end.exit_code)
    return joined("", (told, f": {said}")) if said else told


def _tool_folders() -> Sequence[Path]:
    """Where the tools are installed, which a program of ours does not know."""
    folders: dict[Path, None] = {}
    for spec in filter(None, map(importlib.util.find_spec, _TOOLS)):
        place = Path(spec.origin or "").parent
        folders[place.parent if spec.submodule_search_locations else place] = None
    return tuple(folders)
