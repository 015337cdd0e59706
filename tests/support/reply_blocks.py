"""What a model replies, block by block, for servers that want the blocks back as they were."""

import base64
import hashlib
import hmac
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

_KEY = b"the provider's own"


@dataclass(frozen=True)
class Thought:
    """Reasoning that is signed; `hidden` if the words are left out (Anthropic's `omitted`)."""

    words: str
    hidden: bool = False

    @property
    def told(self) -> str:
        return "" if self.hidden else self.words

    @property
    def signature(self) -> str:
        return signature_of(self.words)


@dataclass(frozen=True)
class Redacted:
    """Reasoning that is told as a ciphertext only."""

    words: str

    @property
    def ciphertext(self) -> str:
        return signature_of(f"redacted {self.words}")


@dataclass(frozen=True)
class Said:
    """Text; `signed` where the provider signs it (Gemini)."""

    text: str
    signed: bool = False

    @property
    def signature(self) -> str:
        return signature_of(self.text)


@dataclass(frozen=True)
class Called:
    """A call; `id` is what the provider names it."""

    name: str
    arguments: dict[str, Any] = field(default_factory=dict[str, Any])
    id: str = "toolu_1"

    @property
    def signature(self) -> str:
        return signature_of(self.id)


Block = Thought | Redacted | Said | Called
Blocks = Sequence[Block]


def signature_of(words: str) -> str:
    """What only the provider can make of `words`: base64 of an HMAC."""
    digest = hmac.new(_KEY, words.encode(), hashlib.sha256).digest()
    return base64.b64encode(digest).decode()


def text_of(blocks: Blocks) -> str:
    return "".join(block.text for block in blocks if isinstance(block, Said))


def thoughts_of(blocks: Blocks) -> str:
    return "".join(block.told for block in blocks if isinstance(block, Thought))


def calls_of(blocks: Blocks) -> list[Called]:
    return [block for block in blocks if isinstance(block, Called)]
