"""Whose servers an address leads to, and how they want to see a key."""

from typing import Literal
from urllib.parse import urlsplit

Operator = Literal["openai", "azure", "deepseek", "google", "openrouter"]
"""Whose servers want something otherwise than the format says."""

_DOMAINS: dict[str, Operator] = {
    "api.openai.com": "openai",
    "openai.azure.com": "azure",
    "services.ai.azure.com": "azure",
    "cognitiveservices.azure.com": "azure",
    "openai.azure.us": "azure",
    "deepseek.com": "deepseek",
    "googleapis.com": "google",
    "openrouter.ai": "openrouter",
}
"""Those of Azure are on https://learn.microsoft.com/azure/foundry/openai/api-version-lifecycle
(November 2026)."""

_TOKEN = "eyJ"
"""How a JSON web token begins."""


def operator_of(address: str) -> Operator | None:
    """Whose servers `address` leads to, in whatever region; None if that makes no difference."""
    labels = host_of(address).split(".")
    domains = (".".join(labels[at:]) for at in range(len(labels)))
    return next((_DOMAINS[domain] for domain in domains if domain in _DOMAINS), None)


def host_of(address: str) -> str:
    """The host that `address` names, without a port; empty if it names none."""
    try:
        return urlsplit(address if "://" in address else f"//{address}").hostname or ""
    except ValueError:
        return ""


def authorization(key: str | None, address: str) -> dict[str, str]:
    """The header with the key, none without one; `address` is where it goes.

    At Azure a key has a header of its own, a token of Entra ID has not.
    """
    bare = key.strip() if key else ""
    if not bare:
        return {}
    if operator_of(address) == "azure" and not bare.startswith(_TOKEN):
        return {"api-key": bare}
    return {"Authorization": f"Bearer {bare}"}
