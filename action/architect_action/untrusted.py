"""What anybody may have written about an issue or a pull request."""

from architect_action.event import Event
from architect_action.trigger import Wish

_MOST_CHARS = 60_000


def untrusted_text(event: Event, wish: Wish) -> str:
    """Title, description and what the comment quotes; empty if the event is about none."""
    if event.issue is None and event.pull is None:
        return ""
    parts = [f"# {event.title}", event.body]
    if wish.quoted:
        parts += ["Quoted:", wish.quoted]
    return "\n\n".join(filter(None, parts))[:_MOST_CHARS]
