"""Figures of the page of VS Code's chat, in a real Chromium."""

import json
import os
import shutil
import subprocess

from figures import Figure
from measure import HERE

CLIENT = HERE.parent / "client-vscode"
_TIMEOUT_S = 900

_TASKS = {
    "load": "a session of 2,000 blocks is opened",
    "streaming": "typing while an answer streams in",
    "scrolling": "scrolling by the wheel to its beginning",
    "typingAtBeginning": "typing there, with all 2,000 blocks made",
    "outputLive": "a command prints 10,000 lines",
    "outputWhole": "all that is shown of them is asked for",
}
_KEYS = {
    "keys": "a key to what it changes, painted",
    "keysWhileStreaming": "the same while an answer streams in",
}


def bench_chat_page(rounds: int) -> list[Figure]:
    """Empty without Chromium or the extension's packages."""
    chromium = shutil.which("chromium")
    if chromium is None or not (CLIENT / "node_modules" / "playwright-core").exists():
        return []
    measured = [_measure(chromium) for _ in range(rounds)]
    tasks = [
        Figure(f"{words}: longest task", _least(measured, name, 1.0), "< 50 ms")
        for name, words in _TASKS.items()
    ]
    keys = [
        Figure(f"{words}: 95 of 100", _least(measured, name, 0.95), "< 50 ms")
        for name, words in _KEYS.items()
    ]
    return tasks + keys


def _measure(chromium: str) -> dict[str, list[float]]:
    done = subprocess.run(
        ["node", "test/webview/timing.mjs"],
        cwd=CLIENT,
        env=os.environ | {"ARCHITECT_CHROMIUM": chromium},
        stdout=subprocess.PIPE,
        timeout=_TIMEOUT_S,
        check=True,
    )
    return json.loads(done.stdout)


def _least(measured: list[dict[str, list[float]]], name: str, share: float) -> str:
    values = [_quantile(sorted(one[name]), share) for one in measured]
    return f"{min(values):.0f} ms (to {max(values):.0f})"


def _quantile(ordered: list[float], share: float) -> float:
    """In milliseconds; 0 if nothing was measured."""
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0
