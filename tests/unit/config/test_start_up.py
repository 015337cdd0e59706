import subprocess
import sys

SCRIPT = """
import sys
from pathlib import Path
from architect.config.layers import LayerSources, load_layers
from architect.config.user_file import user_config_file
user = user_config_file({"HOME": "/nowhere"})
environ = {"ARCHITECT_MODEL": "m", "ARCHITECT__LLM__TIMEOUT": "5"}
flags = {"llm.stream": False}
sources = LayerSources(project=Path("/nowhere"), user=user, environ=environ, flags=flags)
load_layers(sources, agents={}, is_trusted=lambda files: True)
print([name for name in ("yaml", "platformdirs", "difflib") if name in sys.modules])
"""


def test_without_files_neither_yaml_nor_platformdirs_is_imported() -> None:
    run = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, timeout=60)
    assert (run.stdout, run.stderr) == ("[]\n", "")
