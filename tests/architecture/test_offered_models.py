"""The models that VS Code begins with are those that runs take where only a key is there."""

import re
from pathlib import Path

from architect.bootstrap.models.known_providers import PROVIDERS

CHOICE = Path(__file__).parents[2] / "client-vscode" / "src" / "setup" / "modelChoice.ts"
_OFFERED = re.compile(r'provider\("[^"]+", "([A-Z_]+)", "([a-z]+/)", "([^"]+)"\)')


def test_each_provider_begins_with_the_model_that_its_key_alone_stands_for() -> None:
    offered = {
        prefix.rstrip("/"): (variable, prefix + example)
        for variable, prefix, example in _OFFERED.findall(CHOICE.read_bytes().decode())
    }
    assert len(offered) == 8
    known = {each.prefix: (each.variables[0], each.default_model) for each in PROVIDERS}
    assert offered == {prefix: known[prefix] for prefix in offered}
