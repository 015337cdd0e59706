"""A server of OpenAI's formats with its prompt cache; a judge for `ProviderServer`."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tests.support.prefix_cache import CacheUse, OpenAiCache, words_of
from tests.support.provider_server import Behaviour, Call, Judge, Received, Reply
from tests.support.reply_blocks import Blocks, calls_of, text_of, thoughts_of


class CachedOpenAi:
    """Gives `replies` in their order, and says with each what of its request was cached."""

    def __init__(self, replies: Sequence[Blocks]) -> None:
        self._replies = iter(replies)
        self._cache = OpenAiCache()
        self.uses: list[CacheUse] = []

    def judges(self) -> Iterator[Judge]:
        while True:
            yield self.answer

    def answer(self, received: Received) -> Behaviour:
        body = received.body
        use = self._cache.use(_prompt(body), body.get("prompt_cache_key", ""))
        self.uses.append(use)
        blocks = next(self._replies)
        calls = [Call(c.name, json.dumps(c.arguments), c.id) for c in calls_of(blocks)]
        usage = (use.total, 50, use.read)
        return Reply(text_of(blocks), calls, reasoning=thoughts_of(blocks), usage=usage)


def _prompt(body: Mapping[str, Any]) -> str:
    """The request in the order in which it is cached: tools, instructions, the conversation."""
    said = body.get("messages") or body["input"]
    tools = json.dumps(body.get("tools"))
    return words_of([tools, body.get("instructions"), said])
