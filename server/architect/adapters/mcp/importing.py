"""The MCP SDK, imported when a server is configured and kept quiet."""

import logging
import sys
import threading
import warnings
from importlib import import_module

from architect.domain.errors import UserError
from architect.l10n import english

_MODULES = (
    "mcp.client.client",
    "mcp.client.streamable_http",
    "mcp.client.sse",
    "anyio._backends._asyncio",
)
_importing = threading.Lock()


def is_mcp_imported() -> bool:
    return all(name in sys.modules for name in _MODULES)


def import_mcp() -> None:
    """Import what a connection needs: 0.5 s and 30 MB, so meant for a thread.

    Raises:
        UserError: it is not installed.
    """
    with _importing:
        # What it logs about a server is told in words of our own; without a handler it would go to
        # standard error.
        logger = logging.getLogger("mcp")
        logger.propagate = False
        if not logger.handlers:
            logger.addHandler(logging.NullHandler())
        try:
            for name in _MODULES:
                import_module(name)
        except ImportError as error:
            raise UserError(
                english(
                    "MCP servers need the package mcp, which cannot be imported: {error}; install "
                    "architect again",
                    error=error,
                )
            ) from error
        from mcp.shared.exceptions import MCPDeprecationWarning

        warnings.filterwarnings("ignore", category=MCPDeprecationWarning)
