"""The packaged extension, clicked through in a browser."""

import pytest
from tests.e2e.vscode.code_server import ClickThrough
from tests.e2e.vscode.scenes import scene_names

pytestmark = pytest.mark.timeout(300)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.scene("ui", name), id=name)
        for name in scene_names("ui", "main")
    ],
)
def test_a_user_sees(click_through: ClickThrough, name: str) -> None:
    click_through.expect_passed(name)
