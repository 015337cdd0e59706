"""Keys in the keyring are those of the models that units name, too."""

import json

from tests.cli.talk import KEY, provider_environment
from tests.support.command import Project
from tests.support.file_keyring import keyring_environment
from tests.support.provider_server import ProviderServer, Reply


def test_a_model_that_units_name_has_its_kept_key(repository: Project) -> None:
    ring = repository.home / "ring.json"
    words = {"schema_version": 1, "replies": [{"text": "done"}]}
    repository.write("s.json", json.dumps(words))
    repository.write(".architect.yaml", "llm: {model: recorded/s.json}")
    steps = [{"name": "ask", "prompt": "x", "model": "openai/gpt-4.1"}]
    repository.write("p.yaml", json.dumps({"name": "P", "steps": steps}))
    with ProviderServer([Reply("done"), Reply("done")]) as server:
        environment = {
            **keyring_environment(ring),
            **provider_environment(),
            "LITELLM_API_KEY": "",
            "OPENAI_API_KEY": "",
            "OPENAI_BASE_URL": f"{server.url}/v1",
        }
        kept = repository.architect(
            "login", "openai", "--no-check", environment=environment, stdin=KEY.encode()
        )
        assert kept.code == 0, kept.stderr
        ways = (
            ("parallel", "--task", "x", "--models", "openai/gpt-4.1"),
            ("pipeline", "run", "p.yaml"),
        )
        for way in ways:
            done = repository.architect(*way, "--trust-project", environment=environment)
            assert done.code == 0, done.stderr
        keys = {each.headers["authorization"] for each in server.requests}
    assert keys == {f"Bearer {KEY}"}
