"""How long a reply may keep one waiting."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from architect.domain.errors import ModelTimeoutError
from architect.l10n import english


class ReplyDeadline:
    """Ends a request that takes too long, or whose stream has gone silent.

    A reply that comes in one piece has `timeout_s`. One that is streamed may take as long as it
    goes on: it has `idle_s` from one piece to the next, and the shorter of the two for the first.
    While the model thinks out of sight, the longer of the two has to pass.
    `place` names who is asked. All times are in seconds.
    """

    def __init__(self, place: str, *, timeout_s: float, idle_s: float | None) -> None:
        self._place = place
        self._timeout_s = timeout_s
        self._idle_s = idle_s
        self._limit: asyncio.Timeout | None = None
        self._heard = self._paused = self._thinks = False

    @asynccontextmanager
    async def enforced(self) -> AsyncGenerator[None]:
        """Give up on what runs inside when it is too late.

        Raises:
            ModelTimeoutError: it was; the message names the setting.
        """
        try:
            async with asyncio.timeout(self._longest_silence_s) as self._limit:
                yield
        except TimeoutError as error:
            raise ModelTimeoutError(self._why()) from error
        finally:
            self._limit = None

    def heard(self) -> None:
        """Something has come: a piece of the reply, or the answer that was waited for."""
        self._thinks = False
        if self._paused:
            self._paused = False
        else:
            self._heard = True
            if self._idle_s is None:
                return
        self._reschedule(self._longest_silence_s)

    def think(self) -> None:
        """The last piece said that the model thinks, of which nothing may be seen until it is done.

        Bytes that keep the connection alive are something that is heard, as all others.
        """
        if self._idle_s is not None:
            self._thinks = True
            self._reschedule(self._longest_silence_s)

    def pause(self, longest_s: float) -> None:
        """Nothing is expected before something is heard: somebody is asked, for `longest_s`."""
        self._paused = True
        self._reschedule(longest_s)

    @property
    def _longest_silence_s(self) -> float:
        if self._idle_s is None:
            return self._timeout_s
        if self._thinks:
            return max(self._timeout_s, self._idle_s)
        return self._idle_s if self._heard else min(self._timeout_s, self._idle_s)

    def _why(self) -> str:
        seconds = f"{self._longest_silence_s:g} s"
        if self._idle_s is None:
            return english(
                "no complete reply from {place} within {seconds} (llm.timeout)",
                place=self._place,
                seconds=seconds,
            )
        if self._thinks:
            setting = "llm.timeout" if self._timeout_s > self._idle_s else "llm.idle_timeout"
            return english(
                "{place} has been thinking without a sign of life for {seconds} ({setting})",
                place=self._place,
                seconds=seconds,
                setting=setting,
            )
        if self._heard:
            return english(
                "the reply of {place} stopped: nothing has come for {seconds} (llm.idle_timeout)",
                place=self._place,
                seconds=seconds,
            )
        setting = "llm.timeout" if self._timeout_s < self._idle_s else "llm.idle_timeout"
        return english(
            "{place} has not begun to reply within {seconds} ({setting})",
            place=self._place,
            seconds=seconds,
            setting=setting,
        )

    def _reschedule(self, from_now_s: float) -> None:
        if self._limit is not None and not self._limit.expired():
            self._limit.reschedule(asyncio.get_running_loop().time() + from_now_s)
