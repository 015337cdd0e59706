"""Why a model stopped, out of the words of many providers."""

from architect.domain.model_exchange import FinishReason

_WORDS = {
    FinishReason.STOP: (
        "stop",
        "stop_sequence",
        "end_turn",
        "end",
        "eos",
        "eos_token",
        "complete",
        "completed",
        "done",
        "finished",
    ),
    FinishReason.TOOL_CALLS: ("tool_calls", "tool_call", "function_call", "tool_use"),
    FinishReason.LENGTH: (
        "length",
        "max_length",
        "max_tokens",
        "max_output_tokens",
        "model_length",
        "model_context_window_exceeded",
    ),
    FinishReason.CONTENT_FILTER: (
        "content_filter",
        "content_filtered",
        "filtered",
        "guardrail_intervened",
        "refusal",
        "safety",
        "image_safety",
        "sensitive",
        "recitation",
        "prohibited_content",
        "blocklist",
        "spii",
        "language",
        "error_toxic",
    ),
}
_REASONS = {word: reason for reason, words in _WORDS.items() for word in words}


def finish_reason(word: str) -> FinishReason | None:
    """What `word` means, in whatever case; None if it is not known to end a reply in order.

    The list is closed on purpose: a provider has more words for a reply that broke off
    (`network_error`, `insufficient_system_resource`, `abort` ...) than anybody can know.
    """
    return _REASONS.get(word.strip().lower())
