"""Whose servers an address leads to."""

from urllib.parse import urlsplit

_OPENAI = "api.openai.com"
_AZURE = (
    ".openai.azure.com",
    ".services.ai.azure.com",
    ".cognitiveservices.azure.com",
    ".openai.azure.us",
)
"""https://learn.microsoft.com/azure/foundry/openai/api-version-lifecycle (November 2026)."""

_TOKEN = "eyJ"
"""How a JSON web token begins."""


def is_openai(address: str) -> bool:
    """Whether it is OpenAI's own, in whatever region."""
    host = _host(address)
    return host == _OPENAI or host.endswith(f".{_OPENAI}")


def is_azure(address: str) -> bool:
    return _host(address).endswith(_AZURE)


def authorization(key: str, address: str) -> dict[str, str]:
    """The header with the key; at Azure a key has one of its own, a token of Entra ID has not."""
    if is_azure(address) and not key.startswith(_TOKEN):
        return {"api-key": key}
    return {"Authorization": f"Bearer {key}"}


def _host(address: str) -> str:
    try:
        return urlsplit(address if "://" in address else f"//{address}").hostname or ""
    except ValueError:
        return ""
