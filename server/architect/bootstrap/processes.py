"""The processes that tools started."""

from architect.adapters.commands.descendants import kill_descendants


def kill_what_was_started() -> None:
    """End every command of ours and its children now, without asking them first."""
    kill_descendants()
