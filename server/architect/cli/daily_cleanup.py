"""Old sessions go at the end of a command, once a day, if the settings want that."""

import time
from pathlib import Path

from architect.config.sessions import SessionSettings


async def clean_up_if_wanted(root: Path, settings: SessionSettings) -> None:
    """Of the workspace at `root`; what cannot be removed stays."""
    if settings.cleans_up:
        from architect.app.cleanup import clean_up_daily

        await clean_up_daily(root, settings, now=time.time())
