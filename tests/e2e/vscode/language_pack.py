"""A language pack that makes a language one of VS Code's, without a word of VS Code's own in it.

The real ones come from a registry. What VS Code reads of those that are installed stands in
`languagepacks.json` in the folder of the user's data
(https://github.com/microsoft/vscode/blob/main/src/vs/base/node/nls.ts).
"""

import json
from pathlib import Path


def install_language_pack(data: Path, language: str) -> None:
    """As if it were installed where the user's data is in `data`."""
    translations = data / f"language-pack-{language}.json"
    translations.write_bytes(json.dumps({"version": "1", "contents": {}}).encode())
    extension = {"id": f"architect-tests.language-pack-{language}"}
    installed = {
        language: {
            "hash": "0",
            "label": language,
            "extensions": [{"extensionIdentifier": extension, "version": "0.0.1"}],
            "translations": {"vscode": str(translations)},
        }
    }
    (data / "languagepacks.json").write_bytes(json.dumps(installed).encode())
