import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import architect
from architect.adapters.models.litellm.model import knows_prompt_caching

IMPORT = """
import json, logging, os, sys
from architect.adapters.models.litellm.importing import import_litellm
handlers, environment = list(logging.getLogger().handlers), dict(os.environ)
def refuse(event, args):
    if event == "socket.connect":
        raise SystemExit(f"a connection to {args[1]}")
sys.addaudithook(refuse)
import_litellm()
logging.getLogger("LiteLLM").error("not to be seen")
changed = {k: v for k, v in os.environ.items() if environment.get(k) != v}
json.dump({
    "root_untouched": logging.getLogger().handlers == handlers,
    "changed": sorted(changed),
    "command_line": "httpx._main" in sys.modules,
}, sys.stderr)
"""


def run(code: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_importing_litellm_is_silent_and_leaves_the_process_as_it_was(tmp_path: Path) -> None:
    (tmp_path / ".env").write_bytes(b"OPENAI_API_BASE=http://evil.invalid\n")
    done = run(IMPORT, tmp_path, LITELLM_LOG="DEBUG", JSON_LOGS="true")
    assert done.returncode == 0, done.stderr
    assert done.stdout == ""
    seen: dict[str, Any] = json.loads(done.stderr)
    assert seen["root_untouched"]
    assert not seen["command_line"]
    # LiteLLM points tiktoken at the encodings it brings along.
    assert set(seen["changed"]) <= {"TIKTOKEN_CACHE_DIR", "CUSTOM_TIKTOKEN_CACHE_DIR"}


def test_a_missing_litellm_is_told_with_the_command_that_installs_it(tmp_path: Path) -> None:
    # Without site-packages there is no LiteLLM, and the check needs nothing else from there.
    package = Path(architect.__file__).parents[1]
    code = (
        f"import sys; sys.path.insert(0, {str(package)!r})\n"
        "from architect.adapters.models.litellm.importing import check_litellm\n"
        "from architect.domain.errors import UserError\n"
        "try:\n    check_litellm('anthropic/x')\n"
        "except UserError as error:\n    print(error)\n"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert "'anthropic/x'" in done.stdout, done.stderr
    assert re.search("pip install .*litellm", done.stdout)


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("anthropic/claude-x", True),
        ("claude-x", True),
        ("bedrock/eu.anthropic.claude-x", True),
        ("vertex_ai/claude-x", True),
        ("vertex_ai/gemini-x", False),
        ("openai/gpt-x", False),
        ("gpt-x", False),
        ("openrouter/anthropic/claude-x", True),
        ("openrouter/openai/gpt-x", False),
    ],
)
def test_prompt_caching_is_marked_where_litellm_passes_it_on(name: str, known: bool) -> None:
    assert knows_prompt_caching(name) is known
