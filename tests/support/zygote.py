"""Many short `architect` processes for the price of one start of the interpreter.

A helper process imports everything once and forks for each run, so that a hundred real processes
can be killed in a few seconds. Their standard output goes into a named pipe.
"""

import json
import os
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import IO


@dataclass(frozen=True, slots=True)
class Zygote:
    """Starts one process at a time: `start`, then `wait` for its end."""

    orders: IO[str]
    answers: IO[str]

    def start(self, arguments: list[str], *, folder: Path, output: Path) -> int:
        """Run `architect ARGUMENTS` in `folder` and give its process number.

        The process waits until somebody opens the named pipe `output` for reading.
        """
        self.orders.write(json.dumps([arguments, str(folder), str(output)]) + "\n")
        self.orders.flush()
        return int(self.answers.readline())

    def wait(self) -> int:
        """The exit code of the last process, negative if a signal ended it.

        Until then its number is not given to another process, so it can be signalled safely.
        """
        self.orders.write("\n")
        self.orders.flush()
        return int(self.answers.readline())


@contextmanager
def zygote() -> Generator[Zygote]:
    command = [sys.executable, "-c", f"from {__name__} import serve; serve()"]
    with subprocess.Popen(
        command,
        cwd=Path(__file__).parents[2],
        text=True,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        yield Zygote(process.stdin, process.stdout)


def serve() -> None:
    """Fork for each order on standard input until that ends."""
    for module in ("cli.commands.run", "cli.run_session", "adapters.models.recorded.model"):
        import_module(f"architect.{module}")
    for line in sys.stdin:
        arguments, folder, output = json.loads(line)
        pid = os.fork()
        if pid == 0:
            _become_architect(arguments, folder, output)
        print(pid, flush=True)
        sys.stdin.readline()
        _, status = os.waitpid(pid, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)


def _become_architect(arguments: list[str], folder: str, output: str) -> None:
    from architect.__main__ import main

    os.dup2(os.open(os.devnull, os.O_RDWR), 0)
    os.dup2(0, 2)
    os.dup2(os.open(output, os.O_WRONLY), 1)
    os.chdir(folder)
    sys.argv = ["architect", *arguments]
    main()
