"""Tasks at the same time, and the copies of the files on which agents work."""

from pathlib import PurePosixPath
from typing import Annotated, Literal

from architect.checked.errors import Refused
from architect.checked.field import AfterValidator, Field
from architect.checked.model import Model
from architect.config.expressions import NotBlank
from architect.config.file_path import FilePath
from architect.l10n import english


def _inside(name: str) -> str:
    path = PurePosixPath(name)
    if not name or path.is_absolute() or ".." in path.parts or ".git" in path.parts:
        raise Refused("not_inside", english("{name!r} is no path inside of the project", name=name))
    return path.as_posix()


Inside = Annotated[str, AfterValidator(_inside)]


class ParallelSettings(Model):
    """`workers` None is as cores and memory allow; times are in seconds, costs in US dollars.

    `prepare` is a command line that is run in each copy before its agent. `links` are what a copy
    has a link to, if it is there and git ignores it. `worktrees` is the folder for copies, None for
    the user's cache folder.
    A run whose worker was lost starts again `unit_retries` times.
    With the executor `dask` copies are worked on by the workers of the Dask scheduler at the
    address `scheduler`, None for workers on this machine. `send_keys`: the keys of models go there.
    """

    workers: int | None = Field(default=None, ge=1, le=64)
    agent: NotBlank = "build"
    max_steps: int = Field(default=50, ge=1, le=1000)
    budget_per_worker: float | None = Field(default=None, ge=0)
    timeout_per_worker: float = Field(default=600.0, ge=0.1)
    prepare: NotBlank | None = None
    links: tuple[Inside, ...] = (".venv", "venv", "node_modules")
    worktrees: FilePath | None = None
    unit_retries: int = Field(default=2, ge=0, le=20)
    executor: Literal["local", "dask"] = "local"
    scheduler: NotBlank | None = None
    send_keys: bool = False
