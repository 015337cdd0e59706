"""Whose work is part of the wheel, and under which licence: THIRD_PARTY_NOTICES.txt.

What the extension contains is told by `client-vscode/scripts/thirdParty.mjs`.
"""

from importlib.metadata import distribution
from pathlib import Path

FILE = Path(__file__).parents[1] / "THIRD_PARTY_NOTICES.txt"
_PARTS = {
    "litellm": "architect/bootstrap/models/model_table.json is made out of its map of models."
}
"""What is taken from which installed package."""


def third_party_notices() -> str:
    head = "architect contains parts of these packages, under these licences.\n"
    return f"\n{'-' * 80}\n\n".join([head, *(_notice(*part) for part in _PARTS.items())])


def _notice(name: str, taken: str) -> str:
    package = distribution(name)
    [licence] = [file for file in package.files or () if file.name.upper().startswith("LICENSE")]
    text = licence.read_text(encoding="utf-8").strip()
    return f"{name} ({package.metadata['License-Expression']}). {taken}\n\n{text}\n"


def main() -> None:
    FILE.write_text(third_party_notices(), encoding="utf-8")
    print(FILE.name)


if __name__ == "__main__":
    main()
