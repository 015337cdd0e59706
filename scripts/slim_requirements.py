"""What `make lock` makes requirements/slim.txt of: what architect needs, but for LiteLLM."""

import tomllib
from pathlib import Path

PROJECT = Path(__file__).parents[1] / "pyproject.toml"


def slim_requirements() -> list[str]:
    """The dependencies of the project without the one that most of the others come with.

    The grammars of the extra `symbols` are light, and are among them.
    """
    project = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]
    needed: list[str] = project["dependencies"] + project["optional-dependencies"]["symbols"]
    return [one for one in needed if not one.startswith("litellm")]


if __name__ == "__main__":
    print("\n".join(slim_requirements()))
