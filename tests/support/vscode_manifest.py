"""What package.json of the VS Code extension contributes, with the texts of a language."""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

CLIENT = Path(__file__).parents[2] / "client-vscode"

_KEY = re.compile(r'"%([^%"]+)%"')


@cache
def manifest(language: str = "") -> dict[str, Any]:
    """English if no `language` is given, as VS Code fills in `%key%`."""
    name = f"package.nls.{language}.json" if language else "package.nls.json"
    texts: dict[str, str] = json.loads((CLIENT / name).read_text(encoding="utf-8"))
    template = (CLIENT / "package.json").read_text(encoding="utf-8")
    return json.loads(_KEY.sub(lambda key: json.dumps(texts[key[1]]), template))


def command_titles(language: str = "") -> dict[str, str]:
    """By the command's id."""
    commands = manifest(language)["contributes"]["commands"]
    return {command["command"]: command["title"] for command in commands}
