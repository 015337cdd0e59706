"""What conversations are called where their beginnings are cached."""

import hashlib

_LENGTH = 32


def cache_key(conversation: str) -> str:
    """The same for all requests of one conversation; tells nothing of it.

    Requests with one key reach the same machines, where their beginning is in the cache:
    https://platform.openai.com/docs/guides/prompt-caching (November 2026).
    """
    return hashlib.sha256(conversation.encode()).hexdigest()[:_LENGTH]
