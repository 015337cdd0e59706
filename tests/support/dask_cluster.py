"""A Dask scheduler and its workers, as processes that know nothing of the user's."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from tests.support.forked import started
from tests.support.processes import descendants, is_alive, running_below
from tests.support.until import until


class DaskCluster:
    """One scheduler at `host`, from `with` on; `home` is that of the machine of the workers.

    The workers see no variable but `environment` and what every program needs. The scheduler speaks
    `protocol`, `tcp` or `tls`.
    """

    def __init__(
        self,
        home: Path,
        environment: Mapping[str, str],
        *,
        host: str = "127.0.0.1",
        protocol: str = "tcp",
    ) -> None:
        self.home = home
        self._host = host
        self._protocol = protocol
        self.logs: list[Path] = []
        self.environment = {
            "PATH": os.environ["PATH"],
            "LANG": "C.UTF-8",
            "HOME": str(home),
            "PYTHONDONTWRITEBYTECODE": os.environ.get("PYTHONDONTWRITEBYTECODE", ""),
            **environment,
        }
        self._started: list[subprocess.Popen[bytes]] = []
        self._file = home / "scheduler.json"

    @property
    def address(self) -> str:
        address: str = json.loads(self._file.read_text())["address"]
        return address

    def __enter__(self) -> Self:
        self.home.mkdir(exist_ok=True)
        self.start_scheduler()
        return self

    def start_scheduler(self) -> None:
        """Another one, at another address, once the one before is gone."""
        self._file.unlink(missing_ok=True)
        where = ("--host", self._host, "--port", "0", "--no-dashboard", "--no-jupyter")
        protocol = ("--protocol", f"{self._protocol}://")
        self.scheduler = self._start(
            "dask_scheduler", *where, *protocol, "--scheduler-file", str(self._file)
        )
        until(self._is_written, "the address of the scheduler")

    def kill_scheduler(self) -> None:
        _end(self.scheduler, signal.SIGKILL)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for process in reversed(self._started):
            below = descendants(process.pid)
            _end(process, signal.SIGTERM if process is self.scheduler else signal.SIGKILL)
            until(lambda below=below: not any(map(is_alive, below)), "the end of a worker")

    def worker(
        self,
        *,
        threads: int = 1,
        host: str = "127.0.0.1",
        home: Path | None = None,
        environment: Mapping[str, str] | None = None,
        within: Sequence[str] = (),
    ) -> "subprocess.Popen[bytes]":
        """A new worker, for one unit a thread; what it ran in starts again when it is killed.

        It is that of another machine with a `home` and `environment` of its own; the command line
        `within` starts it there.
        """
        home = home or self.home
        home.mkdir(exist_ok=True)
        return self._start(
            "dask_worker",
            *(self.address, "--nthreads", str(threads), "--no-dashboard", "--host", host),
            *("--protocol", f"{self._protocol}://", "--local-directory", str(home / "scratch")),
            home=home,
            environment=environment,
            within=within,
        )

    def kill(self, process: "subprocess.Popen[bytes]") -> None:
        """End a worker at once, with the process that would start it again."""
        os.kill(process.pid, signal.SIGSTOP)  # so that it does not notice
        self.kill_inner(process)
        _end(process, signal.SIGKILL)

    def kill_inner(self, process: "subprocess.Popen[bytes]") -> None:
        """End what a worker runs in; it is started again."""
        for pid in running_below(process.pid, "spawn_main"):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    def _is_written(self) -> bool:
        return self._file.exists() and self._file.read_text().rstrip().endswith("}")

    def _start(
        self,
        module: str,
        *arguments: str,
        home: Path | None = None,
        environment: Mapping[str, str] | None = None,
        within: Sequence[str] = (),
    ) -> "subprocess.Popen[bytes]":
        log = self.home / f"{module}-{len(self._started)}.log"
        self.logs.append(log)
        with log.open("wb") as file:
            process = started(
                [*within, sys.executable, "-m", f"distributed.cli.{module}", *arguments],
                cwd=home or self.home,
                environment={**self.environment, **(environment or {})},
                stdout=file.fileno(),
                stderr=file.fileno(),
                start_new_session=True,
            )
        self._started.append(process)
        return process


def _end(process: "subprocess.Popen[bytes]", number: int) -> None:
    if process.poll() is None:
        process.send_signal(number)
        process.wait(timeout=60)
