"""Notices the death of who started us even where that leaves the streams open."""

import asyncio
import os

CHECK_S = 2.5


async def death_of(process_id: int | None) -> None:
    """Wait until that process ends; for ever if it cannot be seen from here.

    It may be a process of another machine or container.
    """
    if process_id is None or not _lives(process_id):
        await asyncio.get_running_loop().create_future()
        return
    while _lives(process_id):  # noqa: ASYNC110 - nothing in here tells when it ends
        await asyncio.sleep(CHECK_S)


def _lives(process_id: int) -> bool:
    try:
        os.kill(process_id, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        pass
    return True
