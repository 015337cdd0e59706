"""Questions of the fake server to the person at the editor."""

from concurrent.futures import Future
from typing import Any

from tests.e2e.nvim.harness import Harness
from tests.support.until import until

PATCH = "--- a/one.py\n+++ b/one.py\n@@ -1,2 +1,2 @@\n-a = 1\n+a = 2\n b = 2\n"


def ask(harness: Harness, request_id: str = "q1", **fields: Any) -> "Future[Any]":
    params: dict[str, Any] = {
        "runId": "s1.1",
        "requestId": request_id,
        "kind": "edit",
        "title": "edit one.py",
        "detail": "edits are asked about",
        "grant": "all edits of files",
        "preview": {"patch": PATCH},
        "options": ["once", "run", "deny", "stop"],
        "default": "deny",
        "expiresAt": "2026-01-01T00:10:00+00:00",
    }
    return harness.server.request("architect/confirm", params | fields)


def shown(harness: Harness, part: str) -> str:
    until(lambda: part in harness.editor.float_text(), f"a window with {part!r}")
    return harness.editor.float_text()
