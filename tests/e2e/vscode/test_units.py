"""The unit tests of the extension, which need no VS Code."""

import subprocess

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
