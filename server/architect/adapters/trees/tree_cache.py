"""The repositories that a machine keeps of the projects for which units run there."""

import os
import shutil
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime, timedelta

from architect.adapters.files.user_folders import user_cache_folder
from architect.adapters.trees.packs import ReceivedTrees
from architect.domain.errors import VcsFault

KEPT = timedelta(days=30)
"""What nobody has used for so long is removed."""


class TreeCache:
    """One repository for each project, below the cache folder of the user."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        self.folder = user_cache_folder(environ) / "trees"

    def of(self, project: str) -> ReceivedTrees:
        """That of a project, which counts as used."""
        folder = self.folder / project
        with suppress(FileNotFoundError):
            os.utime(folder)
        return ReceivedTrees(folder)

    def tidy(self, now: datetime) -> None:
        """Remove what was not used for long, and what was kept for workflows of long ago."""
        then = now - KEPT
        try:
            folders = list(self.folder.iterdir())
        except OSError:
            return
        for folder in folders:
            with suppress(OSError, VcsFault):  # others tidy up, too
                if datetime.fromtimestamp(folder.stat().st_mtime, UTC) < then:
                    gone = folder.rename(folder.with_name(f".{folder.name}.{os.getpid()}"))
                    shutil.rmtree(gone)
                else:
                    ReceivedTrees(folder).forget_begun_before(then)
