"""Token counts as providers write them."""

from architect.adapters.models.loose_json import dict_of
from architect.domain.usage import Usage

_MOST_TOKENS = 1_000_000_000
"""No context window comes near it: a higher count is none."""


def usage_of(usage: object) -> Usage | None:
    """The token counts of a `usage` object, in OpenAI's or Anthropic's words.

    None if there are none, or if one of them cannot be a count. Nothing but zeros is none, too:
    LiteLLM says so where the provider did not count, and no request is without a token.
    """
    counts = dict_of(usage)
    cached = _count(dict_of(counts.get("prompt_tokens_details")).get("cached_tokens"))
    cached = cached or _count(counts.get("cache_read_input_tokens")) or 0
    if "prompt_tokens" in counts or "completion_tokens" in counts:
        return _usage(counts.get("prompt_tokens"), counts.get("completion_tokens"), cached=cached)
    # Anthropic counts the tokens read from and written to its cache apart from the others.
    written = _count(counts.get("cache_creation_input_tokens")) or 0
    return _usage(
        counts.get("input_tokens"),
        counts.get("output_tokens"),
        cached=cached,
        apart=cached + written,
    )


def _usage(into: object, out: object, *, cached: int, apart: int = 0) -> Usage | None:
    """`apart` are the tokens of the input that `into` does not hold."""
    uncached, output_tokens = _count(into), _count(out)
    if uncached is None or output_tokens is None:
        return None
    input_tokens = uncached + apart
    if not input_tokens and not output_tokens:
        return None
    return Usage(input_tokens, output_tokens, min(cached, input_tokens))


def _count(value: object) -> int | None:
    """A count of tokens, 0 if it is left out; None if it cannot be one."""
    if value is None:
        return 0
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    # The comparison is false for NaN, too.
    return int(value) if 0 <= value <= _MOST_TOKENS else None
