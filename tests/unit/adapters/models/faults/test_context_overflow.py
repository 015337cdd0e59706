"""What providers say of a request that is too long for their models, in their own words."""

from tests.support.table import table

from architect.adapters.models.faults.context_overflow import context_overflow, is_context_overflow

SAID = {
    "This model's maximum context length is 8192 tokens. However, you requested 9000": 8192,
    "This endpoint's maximum context length is 163,840 tokens. However, you requested": 163_840,
    "prompt is too long: 210000 tokens > 200000 maximum": 200_000,
    "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).": (
        1_048_576
    ),
    "the request (9000 tokens) exceeds the available context size (8192 tokens), try increasing": (
        8192
    ),
    "Trying to keep the first 5000 tokens when context the overflows. However, the model is loaded "
    "with context length of only 4096 tokens": 4096,
    "The prompt is longer than the maximum model length of 4096": 4096,
    "Prompt contains 40000 tokens, too large for model with 32768 maximum context length": 32768,
    "This model's maximum prompt length is 131072 but the request contains 150000 tokens.": 131072,
    "Invalid request: Your request exceeded model token limit: 131072": 131_072,
    "Range of input length should be [1, 129024]": 129_024,
    "`inputs` tokens + `max_new_tokens` must be <= 4097. Given: 5000": 4097,
    "prompt token count of 70000 exceeds the limit of 64000": 64_000,
    "Input is too long for requested model.": None,
    "Your input exceeds the context window of this model.": None,
}


@table(("text", "tokens"), SAID.items())
def test_a_request_that_is_too_long_teaches_the_window_where_the_provider_names_it(
    text: str, tokens: int | None
) -> None:
    assert is_context_overflow(text)
    assert context_overflow(text).window_tokens == tokens
