"""Whose certificates are trusted."""

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import ssl


def usual_trust() -> "ssl.SSLContext":
    """The certificates of the user's variables, or those that browsers trust.

    Loading them takes 30 to 60 ms.

    Raises:
        OSError: those of the variables cannot be loaded.
    """
    import ssl

    import certifi

    file = os.environ.get("SSL_CERT_FILE") or None
    folder = None if file else os.environ.get("SSL_CERT_DIR") or None
    if not file and not folder:
        file = certifi.where()
    trust = ssl.create_default_context(cafile=file, capath=folder)
    trust.set_alpn_protocols(["http/1.1"])
    return trust
