"""The page of the run panel in a real Chromium: accessibility, its policy, and what it shows."""

import os
import shutil
import subprocess

import pytest
from tests.e2e.vscode.places import CLIENT
from tests.support.selection import LONG_TIER

OTHERS = "dark,highContrast,highContrastLight"


@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    ("scenes", "themes"),
    [
        ("panel", "light"),
        ("chat", "light"),
        ("markdown", "light"),
        ("language", "light"),
        pytest.param("panel", OTHERS, marks=LONG_TIER),
        pytest.param("chat", OTHERS, marks=LONG_TIER),
    ],
)
def test_the_page_of_the_run_panel_is_accessible_safe_and_quick(scenes: str, themes: str) -> None:
    chromium = shutil.which("chromium")
    if chromium is None:
        pytest.skip("no VS Code: there is no chromium; run scripts/install-vscode")
    if not (CLIENT / "node_modules" / "playwright-core").exists():
        pytest.skip("client-vscode has no node_modules; run scripts/install-extension")
    done = subprocess.run(
        ["node", "--test", f"test/webview/{scenes}.test.mjs"],
        cwd=CLIENT,
        env=os.environ | {"ARCHITECT_CHROMIUM": chromium, "ARCHITECT_TEST_THEMES": themes},
        capture_output=True,
        timeout=580,
    )
    output = (done.stdout + done.stderr).decode(errors="replace")
    assert done.returncode == 0, output
    assert "# pass 0" not in output and "# skipped 0" in output, output
