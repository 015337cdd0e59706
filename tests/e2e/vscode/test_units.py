"""The unit tests of the extension, which need no VS Code, and who plays its scenes."""

import re
import subprocess
from pathlib import Path

import pytest
from tests.e2e.vscode.places import CLIENT, need_node_modules


@pytest.mark.timeout(300)
def test_the_unit_tests_of_the_extension_pass() -> None:
    need_node_modules()
    command = ["npm", "run", "--silent", "test:unit"]
    done = subprocess.run(command, cwd=CLIENT, capture_output=True, timeout=200)
    output = (done.stdout + done.stderr).decode(errors="replace")
    assert done.returncode == 0, output
    # Without a test file the runner is content, too.
    assert "# pass 0" not in output and "pass" in output, output


def test_every_scene_in_a_browser_belongs_to_a_file_of_tests() -> None:
    groups = {folder.name for folder in (CLIENT / "test" / "ui" / "scenes").iterdir()}
    files = Path(__file__).parent.glob("test_ui*.py")
    assert groups == {
        name for file in files for name in re.findall(r'^GROUP = "(.*)"', file.read_text(), re.M)
    }
