"""Whether there is a key, as clients of ACP ask before they let somebody type."""

import pytest
from tests.support.acp_wire import acp_wire
from tests.support.command import Project
from tests.support.file_keyring import keyring_environment
from tests.support.lsp_client import Refusal
from tests.support.provider_server import refused_url

pytestmark = pytest.mark.anyio

MODEL = "openai/gpt-4.1"
KEY = "sk-kept-for-a-client-0123456789"


async def test_a_key_in_the_environment_is_enough(project: Project) -> None:
    async with acp_wire(project, MODEL, environment={"OPENAI_API_KEY": KEY}) as client:
        assert await client.ask("authenticate", methodId="key") == {}
        with pytest.raises(Refusal, match="there is no method 'other'"):
            await client.request("authenticate", {"methodId": "other"})
    async with acp_wire(project, MODEL) as client:
        with pytest.raises(Refusal, match="-32000 no key for"):
            await client.request("authenticate", {"methodId": "key"})


async def test_a_key_that_is_kept_meanwhile_is_enough_before_a_session_is_open(
    project: Project,
) -> None:
    keyring = keyring_environment(project.home / "ring.json")
    local = {"OLLAMA_HOST": refused_url(), "LM_STUDIO_API_BASE": refused_url()}
    environment = keyring | local
    async with acp_wire(project, begins=False, environment=environment) as client:
        await client.ask("initialize", protocolVersion=1, clientCapabilities={})
        with pytest.raises(Refusal, match="-32000"):
            await client.request("authenticate", {"methodId": "key"})
        kept = project.architect(
            "login", "openai", "--no-check", environment=environment, stdin=KEY.encode()
        )
        assert kept.code == 0, kept.stderr
        assert await client.ask("authenticate", methodId="key") == {}
        assert KEY not in str(client.received)
