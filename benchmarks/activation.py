"""Figures of the extension of VS Code when it is activated, under plain Node.js."""

import json
import subprocess
import tempfile
from pathlib import Path

from chat_page import CLIENT
from figures import Figure, milliseconds


def bench_activation(rounds: int) -> list[Figure]:
    """Empty without the extension's packages."""
    if not (CLIENT / "node_modules" / "esbuild").exists():
        return []
    with tempfile.TemporaryDirectory() as folder:
        build = ("node", "esbuild.mjs", "--production", "--out", folder)
        subprocess.run(build, cwd=CLIENT, check=True)
        measured = [_measure(Path(folder) / "extension.js") for _ in range(rounds)]
    return [
        Figure(words, milliseconds([one[name] / 1000 for one in measured]), aim)
        for name, words, aim in (
            ("load", "the extension is loaded", ""),
            ("activate", "and activated", "< 50 ms"),
        )
    ]


def _measure(bundle: Path) -> dict[str, float]:
    command = ("node", "test/activation.mjs", bundle, bundle.parent)
    done = subprocess.run(command, cwd=CLIENT, stdout=subprocess.PIPE, check=True)
    return json.loads(done.stdout)
