"""Token counts as providers write them."""

from architect.adapters.models.loose_json import dict_of
from architect.domain.usage import Usage
from architect.frozen import frozen

_MOST_TOKENS = 1_000_000_000
"""No context window comes near it: a higher count is none."""


def usage_of(usage: object) -> Usage | None:
    """The token counts of a `usage` object, in OpenAI's or Anthropic's words.

    None if there are none, or if one of them cannot be a count. Nothing but zeros is none, too:
    LiteLLM says so where the provider did not count, and no request is without a token.
    """
    counts = dict_of(usage)
    of_input = dict_of(counts.get("prompt_tokens_details") or counts.get("input_tokens_details"))
    cached = _count(of_input.get("cached_tokens"))
    cached = cached or _count(counts.get("cache_read_input_tokens")) or 0
    written = _count(of_input.get("cache_write_tokens"))  # OpenRouter
    written = written or _count(counts.get("cache_creation_input_tokens")) or 0
    details = dict_of(
        counts.get("completion_tokens_details") or counts.get("output_tokens_details")
    )
    parts = _Parts(cached, written, _count(details.get("reasoning_tokens")) or 0)
    if "prompt_tokens" in counts or "completion_tokens" in counts:
        return _usage(counts.get("prompt_tokens"), counts.get("completion_tokens"), parts)
    into, out = counts.get("input_tokens"), counts.get("output_tokens")
    if "input_tokens_details" in counts:  # OpenAI's responses, which count as its chat does
        return _usage(into, out, parts)
    # Anthropic counts the tokens read from and written to its cache apart from the others.
    return _usage(into, out, parts, apart=cached + written)


@frozen
class _Parts:
    """Tokens of the input that were cached and written to the cache, of the output in reasoning."""

    cached: int
    written: int
    reasoning: int


def _usage(into: object, out: object, parts: _Parts, *, apart: int = 0) -> Usage | None:
    """`apart` are the tokens of the input that `into` does not hold."""
    uncached, output_tokens = _count(into), _count(out)
    if uncached is None or output_tokens is None:
        return None
    input_tokens = uncached + apart
    if not input_tokens and not output_tokens:
        return None
    cached = min(parts.cached, input_tokens)
    return Usage(
        input_tokens,
        output_tokens,
        cached,
        written_tokens=min(parts.written, input_tokens - cached),
        reasoning_tokens=min(parts.reasoning, output_tokens),
    )


def _count(value: object) -> int | None:
    """A count of tokens, 0 if it is left out; None if it cannot be one."""
    if value is None:
        return 0
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    # The comparison is false for NaN, too.
    return int(value) if 0 <= value <= _MOST_TOKENS else None
