"""A command that waits for a tool source as `architect run` does: `python -m ... FOLDER`.

It prints `connecting` when it waits, and `closed` when what was opened before is closed.
"""

import asyncio
import sys
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path

from architect.adapters.files.disk_workspace import DiskWorkspace
from architect.bootstrap.run.configured_parts import ConfiguredParts
from architect.bootstrap.run.credentials import Credentials
from architect.bootstrap.run.run_factory import RunFactory
from architect.cli.early_signals import restore_signals
from architect.cli.exit_codes import INTERRUPTED
from architect.cli.terminal_approver import NobodyToAsk
from architect.config.schema import Config
from architect.domain.run_request import RunRequest
from architect.ports.host import Host
from architect.ports.tool_source import Offers


class Hangs:
    async def open(self, resources: AsyncExitStack, later: Callable[[Offers], None]) -> Offers:
        resources.callback(print, "closed", flush=True)
        print("connecting", flush=True)
        await asyncio.Event().wait()
        return Offers()


async def opened(root: Path) -> None:
    script = root / "script.json"
    script.write_text('{"schema_version": 1, "replies": []}')
    config = Config.model_validate({"llm": {"model": f"recorded/{script}"}})
    host = Host(DiskWorkspace(root), NobodyToAsk(), tool_sources=(Hangs(),))
    await RunFactory(ConfiguredParts(config, host, Credentials({}))).open(
        RunRequest("wait", "build")
    )


if __name__ == "__main__":
    restore_signals()
    try:
        asyncio.run(opened(Path(sys.argv[1])))
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
