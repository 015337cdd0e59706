"""What became of the context, in words for people."""

from architect.domain.journal.model_events import ContextCompacted
from architect.domain.text.counted import counted
from architect.l10n import shown, t


def compaction_words(event: ContextCompacted) -> str:
    """How many tokens there were and are, and how many steps were summed up or dropped."""
    steps = shown(counted(event.dropped_steps, "step"))
    done = t("{steps} summed up", steps=steps)
    how = done if event.summary else t("{steps} dropped", steps=steps)
    return t(
        "context: {before} -> {after} tokens ({how})",
        before=f"{event.tokens_before:,}",
        after=f"{event.tokens_after:,}",
        how=how,
    )
