"""Replies of a scripted model."""

from architect.adapters.models.recorded.script import ScriptedCall, ScriptedReply


def text_reply(text: str) -> ScriptedReply:
    """A reply that ends the run."""
    return ScriptedReply(text=text)


def call_reply(*calls: ScriptedCall, text: str = "") -> ScriptedReply:
    """A reply that asks for `calls`."""
    return ScriptedReply(text=text, calls=calls)
