"""The packaged extension, clicked through in a browser whose VS Code speaks Spanish."""

import pytest
from tests.e2e.vscode.code_server import ClickThrough
from tests.e2e.vscode.scenes import scenes_of

GROUP = "spanish"
pytestmark = pytest.mark.language("es")


@scenes_of("ui", GROUP, mark=f"ui/{GROUP}")
def test_a_user_sees(click_through: ClickThrough, name: str) -> None:
    click_through.expect_passed(name)
