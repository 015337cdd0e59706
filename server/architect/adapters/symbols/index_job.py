"""What the program that builds an index is told."""

import json
from collections.abc import Mapping, Sequence

from architect.frozen import frozen


@frozen
class IndexJob:
    """Which files below `root` to index, and in which file; see the section `indexer` of the
    configuration. `hidden` are patterns of files with secrets. `anew` forgets what is there.
    """

    root: str
    place: str
    max_file_size: int
    exclude_dirs: Sequence[str] = ()
    exclude_patterns: Sequence[str] = ()
    hidden: Sequence[str] = ()
    anew: bool = False


def job_json(job: IndexJob) -> bytes:
    """The JSON of `job`."""
    fields: Mapping[str, object] = {name: getattr(job, name) for name in job.__dataclass_fields__}
    return json.dumps(fields).encode()


def read_job(text: str) -> IndexJob:
    """What `job_json` wrote."""
    return IndexJob(**json.loads(text))
