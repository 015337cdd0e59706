"""A count of tokens that needs no tokenizer."""

from architect.domain.text.fitting import byte_size

BYTES_PER_TOKEN = 4
"""English and code average about four bytes a token in the tokenizers of OpenAI
(https://help.openai.com/en/articles/4936856); scripts with more bytes a letter have fewer letters
a token, so that bytes are the better measure than letters."""


def estimate_tokens(text: str) -> int:
    """About how many tokens `text` is, rounded up."""
    return -(-byte_size(text) // BYTES_PER_TOKEN)
