"""The documentation site is searched from the disk, in a real browser."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.e2e.vscode.places import CLIENT, ROOT

pytestmark = [pytest.mark.long, pytest.mark.timeout(300)]

PLAYWRIGHT = CLIENT / "node_modules" / "playwright-core"
WORD = "bubblewrap"


@pytest.fixture
def chromium() -> str:
    found = shutil.which("chromium")
    if found is None:
        pytest.skip("no VS Code: there is no chromium; run scripts/install-vscode")
    if not PLAYWRIGHT.exists():
        pytest.skip("client-vscode has no node_modules; run scripts/install-extension")
    return found


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """All pages, built as `make docs` builds them."""
    pytest.importorskip("mkdocs", reason="there is no mkdocs; run make docs")
    command = [sys.executable, "-B", "-m", "mkdocs", "build", "--quiet", "--site-dir", tmp_path]
    subprocess.run(command, cwd=ROOT, check=True)
    return tmp_path


def test_a_word_is_found_and_leads_to_its_page_without_another_host(
    chromium: str, site: Path
) -> None:
    command = ["node", Path(__file__).with_name("search.mjs"), PLAYWRIGHT, chromium, site, WORD]
    done = subprocess.run(command, capture_output=True, text=True, timeout=200)
    assert done.returncode == 0, done.stderr
    seen = json.loads(done.stdout)
    pages = {Path(path).relative_to(site).as_posix() for path in seen["found"]}
    assert "security.html" in pages
    assert seen["leads"]
    assert seen["elsewhere"] == []
