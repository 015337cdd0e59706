"""What a server over HTTP wants of who asks it, and why it refuses."""

import asyncio
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from architect.domain.mcp_server import McpServer
from architect.l10n import english, joined

if TYPE_CHECKING:
    from mcp.client.auth import OAuthClientProvider

_WANTS_A_KEY = (401, 403)


class HttpAccess:
    """`refused` says what the last answer refused, which the SDK does not; empty if nothing.

    `sign_in` signs in while it connects, which may take a person.
    """

    def __init__(self, environ: Mapping[str, str]) -> None:
        self._environ = environ
        self.refused = ""
        self.sign_in: OAuthClientProvider | None = None

    async def authentication(self, server: McpServer) -> "OAuthClientProvider | None":
        """What signs the requests: the tokens of a sign-in, unless the user has given others."""
        if self.sign_in is not None or "Authorization" in server.headers:
            return self.sign_in
        from architect.adapters.mcp.sign_in import stored_sign_in
        from architect.adapters.mcp.tokens import KeptTokens

        kept = KeptTokens(server.url, self._environ)
        return await asyncio.to_thread(stored_sign_in, server, kept)

    async def answered(self, server: McpServer, response: Any) -> None:
        """Remember what `response` refuses."""
        self.refused = ""
        if response.is_error:
            self.refused = f"HTTP {response.status_code} {response.reason_phrase}".strip()
            if response.status_code in _WANTS_A_KEY:
                advice = english(
                    "sign in: architect mcp login {name}; or give a key by its token_env or "
                    "headers",
                    name=server.name,
                )
                self.refused = joined("; ", (self.refused, advice))
