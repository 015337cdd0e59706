"""The packaged extension, clicked through in a browser: conversations."""

import shutil

import pytest
from tests.cli.chat.test_one_conversation import in_editor
from tests.e2e.vscode.code_server import ClickThrough
from tests.e2e.vscode.scenes import scenes_of
from tests.support import one_conversation as script
from tests.support.daemon import played
from tests.support.lsp_client import VSCODE
from tests.support.provider_server import ProviderServer

GROUP = "main"
ONE_CONVERSATION = "the conversation of all front ends is held in the chat by its input and buttons"


@scenes_of("ui", GROUP, mark=f"ui/{GROUP}")
def test_a_user_sees(click_through: ClickThrough, name: str) -> None:
    click_through.expect_passed(name)


@pytest.mark.timeout(500)
@pytest.mark.scene(f"ui/{GROUP}", ONE_CONVERSATION)
def test_the_chat_leaves_the_journal_that_every_front_end_leaves(
    click_through: ClickThrough,
) -> None:
    click_through.expect_passed(ONE_CONVERSATION)
    played_in = click_through.project(ONE_CONVERSATION)
    # As long as the other path, so that it has as many tokens.
    root = played_in.parent.with_name("x" * len(played_in.parent.name)) / played_in.name
    shutil.copytree(click_through.folder / "source", root)
    script.prepare(root)
    with ProviderServer(script.REPLIES) as server:
        llm = {"model": "hosted_vllm/m", "api_base": f"{server.url}/v1", "retries": 0}
        played(in_editor(root, llm, VSCODE))
    assert script.normalized(played_in) == script.normalized(root)
