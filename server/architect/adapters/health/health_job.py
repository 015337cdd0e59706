"""What the program that measures is told, and what it answers, as JSON."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from architect.domain.health.measures import (
    Duplicate,
    FileMeasure,
    FunctionMeasure,
    Health,
    NotMeasured,
    Place,
)
from architect.domain.health.sources import DiskFiles, GitFiles, GivenFiles, Sources
from architect.frozen import frozen


@frozen
class HealthJob:
    """The states to measure, and files that are passed over since they ended a program before."""

    states: tuple[Sources, ...]
    passed_over: tuple[str, ...] = ()


def job_json(job: HealthJob) -> bytes:
    """The JSON of `job`; a name that is no text is escaped."""
    states = [{"kind": type(each).__name__, **_fields(each)} for each in job.states]
    return json.dumps({"states": states, "passed_over": job.passed_over}).encode()


def read_job(text: bytes) -> HealthJob:
    """What `job_json` wrote."""
    found = json.loads(text)
    return HealthJob(tuple(map(_state, found["states"])), tuple(found["passed_over"]))


def health_json(health: Health) -> dict[str, Any]:
    """What the program found, without the lines that only it needs."""
    return {
        "files": [
            [file.path, file.lines, [_values(each) for each in file.functions]]
            for file in health.files
        ],
        "duplicates": [
            [[_values(place) for place in block.places], block.shape] for block in health.duplicates
        ],
        "not_measured": [[each.path, each.reason] for each in health.not_measured],
    }


def read_health(found: Mapping[str, Any]) -> Health:
    """What `health_json` made."""
    return Health(
        tuple(
            FileMeasure(path, lines, tuple(_function(each) for each in functions))
            for path, lines, functions in found["files"]
        ),
        tuple(
            Duplicate(tuple(Place(*place) for place in places), tuple(shape))
            for places, shape in found["duplicates"]
        ),
        tuple(NotMeasured(path, reason) for path, reason in found["not_measured"]),
    )


def _state(found: Mapping[str, Any]) -> Sources:
    match found["kind"]:
        case "DiskFiles":
            return DiskFiles(found["root"], tuple(found["names"]))
        case "GitFiles":
            return GitFiles(found["folder"], found["blobs"])
        case _:
            return GivenFiles(found["texts"])


def _fields(value: Any) -> dict[str, Any]:
    return {name: getattr(value, name) for name in value.__dataclass_fields__}


def _values(value: Any) -> Sequence[Any]:
    return [getattr(value, name) for name in value.__dataclass_fields__]


def _function(values: Sequence[Any]) -> FunctionMeasure:
    path, name, line, lines, code_lines, complexity, shape = values
    return FunctionMeasure(path, name, line, lines, code_lines, complexity, tuple(shape))
