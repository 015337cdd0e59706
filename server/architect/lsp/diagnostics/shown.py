"""What the editor shows of all workspace roots together."""

from pathlib import Path
from typing import Any

from architect.jsonrpc.client import Client


class ShownDiagnostics:
    """Publishes for each document what all roots have to say about it: folders may be nested."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._by_uri: dict[str, dict[Path, list[dict[str, Any]]]] = {}

    def show(self, uri: str, diagnostics: list[dict[str, Any]], *, of: Path) -> None:
        """Put these in the place of what the root `of` has said about the document so far."""
        by_root = self._by_uri.setdefault(uri, {})
        by_root[of] = diagnostics
        together = [diagnostic for each in by_root.values() for diagnostic in each]
        if not together:
            del self._by_uri[uri]
        params = {"uri": uri, "diagnostics": together}
        self._client.notify("textDocument/publishDiagnostics", params)
