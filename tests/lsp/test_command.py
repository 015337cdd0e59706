"""`architect lsp` however it is started."""

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest
from tests.support.lsp_client import ARCHITECT_LSP, NEOVIM, connection, editor, initialize_params

from architect.adapters.install_command import install_command

pytestmark = pytest.mark.fresh_processes

WATCHED = """
import sys
from architect.lsp import registration
from architect.lsp.transport import handshake
print(sorted({name.partition(".")[0] for name in sys.modules} & set(sys.argv[1:])))
"""


@pytest.mark.parametrize("flags", [(), ("--stdio",), ("--stdio", "--stdio")])
def test_it_serves_an_editor(tmp_path: Path, flags: tuple[str, ...]) -> None:
    async def run() -> tuple[bool, str, int]:
        async with editor(tmp_path, command=(*ARCHITECT_LSP, *flags)) as client:
            result = await client.command("architect.info", {})
            return "version" in result, result["installLitellm"], await client.shut_down()

    assert asyncio.run(run()) == (True, install_command("litellm"), 0)


@pytest.mark.parametrize("flags", [("--help",), ("--stdio", "-h")])
def test_it_explains_itself(flags: tuple[str, ...]) -> None:
    run = subprocess.run(
        [*ARCHITECT_LSP, *flags], capture_output=True, text=True, timeout=60, check=False
    )
    assert run.returncode == 0
    assert "language server" in run.stdout


def test_a_wrong_flag_is_named() -> None:
    run = subprocess.run(
        [*ARCHITECT_LSP, "--tcp"], capture_output=True, text=True, timeout=60, check=False
    )
    assert run.returncode == 3
    assert "--tcp" in run.stderr


def test_initialize_is_answered_before_anything_heavy_is_imported() -> None:
    heavy = ("asyncio", "lsprotocol", "pygls", "pydantic", "click", "yaml", "httpx", "litellm")
    run = subprocess.run(
        [sys.executable, "-c", WATCHED, *heavy],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert run.stdout == "[]\n"


def test_what_a_run_needs_is_imported_before_there_is_one(tmp_path: Path) -> None:
    async def run() -> bool:
        options = {"llm": {"model": "openai/m", "api_base": "http://127.0.0.1:9"}}
        async with editor(tmp_path, options=options) as client:
            maps = Path(f"/proc/{client.process.pid}/maps")
            async with asyncio.timeout(60):
                while "tree_sitter_bash" not in maps.read_text():
                    await asyncio.sleep(0.01)
            return "tiktoken" in maps.read_text()  # which LiteLLM imports

    assert not asyncio.run(run())


def test_it_serves_without_a_standard_error(tmp_path: Path) -> None:
    async def run() -> int:
        command = ("sh", "-c", 'exec "$0" "$@" 2>&-', *ARCHITECT_LSP)
        async with connection(tmp_path, command=command) as client:
            await client.request("initialize", initialize_params(NEOVIM, tmp_path))
            return await client.shut_down()

    assert asyncio.run(run()) == 0
