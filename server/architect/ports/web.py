"""Where pages of the web come from."""

from typing import Protocol

from architect.domain.web import WebPage


class Web(Protocol):
    """Fetches pages, in bounded time and size."""

    async def fetch(self, url: str) -> WebPage:
        """What is at `url`, an address with http or https.

        Redirects are followed on the host of the address only.

        Raises:
            WebFault: there is no such page, it is no text, or nobody may ask for it.
        """
        ...
