"""Pages by HTTP, from hosts of the internet."""

import asyncio
import codecs
import re
from collections.abc import Mapping
from contextlib import AsyncExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from architect.adapters.models.http.certificates import usual_trust
from architect.adapters.models.httpx_import import import_httpx
from architect.adapters.models.proxies import proxy_for
from architect.adapters.process.child_lines import feed_lines
from architect.adapters.process.own_program import OUR_FOLDER, own_program
from architect.adapters.web.addresses import expect_no_private_literal, public_addresses
from architect.domain.errors import RequestRejectedError, WebFault
from architect.domain.web import WebPage

if TYPE_CHECKING:
    import httpx

MOST_BYTES = 2_000_000
"""Of a page that are read, when it is not compressed any more."""

_MOST_HOPS = 5
_CONVERSION_S = 20.0

_HTML = ("text/html", "application/xhtml+xml")
_TEXT = re.compile(
    r"text/.*|application/(.*\+)?(json|xml|yaml)|application/(x-)?(javascript|sh|toml|ndjson)",
    re.IGNORECASE,
)
_ACCEPTED = "text/markdown, text/html;q=0.9, text/plain;q=0.8, */*;q=0.5"


class HttpWeb:
    """Pages of hosts with a public address; `allow_private` takes those of others too.

    The address that was looked at is the one that is asked, so that no name service answers
    differently in between.
    """

    def __init__(self, *, timeout_s: float, allow_private: bool = False) -> None:
        self._timeout_s = timeout_s
        self._allow_private = allow_private

    async def fetch(self, url: str) -> WebPage:
        await asyncio.to_thread(import_httpx)
        import httpx

        try:
            async with asyncio.timeout(self._timeout_s):
                return await self._fetched(httpx.URL(url))
        except TimeoutError as error:
            raise WebFault(f"{url} did not answer within {self._timeout_s:g} s") from error
        except (httpx.HTTPError, httpx.InvalidURL, RequestRejectedError, ValueError) as error:
            reason = str(error) or type(error).__name__
            raise WebFault(f"{url} cannot be fetched: {reason}") from error

    async def _fetched(self, url: "httpx.URL") -> WebPage:
        asked = url
        _check(asked)
        for _ in range(_MOST_HOPS):
            page = await self._answer(url)
            if not page.moved_to:
                return page
            target = url.join(page.moved_to)
            _check(target)
            if not _is_same_site(asked, target):
                return WebPage(str(url), page.status, moved_to=str(target))
            url = target
        raise WebFault(f"{asked} redirects more than {_MOST_HOPS} times")

    async def _answer(self, url: "httpx.URL") -> WebPage:
        """What `url` answers; where that is a redirect, `moved_to` is as it stands there."""
        import httpx

        proxy = proxy_for(str(url))
        target, extensions = url, {}
        if proxy is not None and not self._allow_private:
            expect_no_private_literal(_host(url))
        if proxy is None and not self._allow_private:
            # The name stays in the header and in the certificate.
            [address, *_] = await public_addresses(_host(url), _port(url))
            target = url.copy_with(host=address)
            extensions = {"sni_hostname": _host(url)}
        trust = await asyncio.to_thread(usual_trust)
        headers = {"Host": _netloc(url), "User-Agent": "architect", "Accept": _ACCEPTED}
        async with AsyncExitStack() as opened:
            client = await opened.enter_async_context(
                httpx.AsyncClient(verify=trust, proxy=proxy, trust_env=False, timeout=None)
            )
            response = await opened.enter_async_context(
                client.stream("GET", target, headers=headers, extensions=extensions)
            )
            location = response.headers.get("location", "")
            if response.is_redirect and location:
                return WebPage(str(url), response.status_code, moved_to=location)
            body, left_out = await _beginning(response)
            text = await _text(url, response.headers, body)
        return WebPage(str(url), response.status_code, text, left_out=left_out)


def _check(url: "httpx.URL") -> None:
    if url.scheme not in ("http", "https") or not url.host:
        raise WebFault(f"{str(url)!r} is no address of the web, which begins with https://")
    if url.userinfo:
        raise WebFault("an address with a user name or a password in it is not fetched")


def _is_same_site(one: "httpx.URL", other: "httpx.URL") -> bool:
    """Whether who allowed one host means the other too."""
    first, second = ((url.host.removeprefix("www."), url.port) for url in (one, other))
    return first == second


def _host(url: "httpx.URL") -> str:
    return url.raw_host.decode("ascii").strip("[]")


def _port(url: "httpx.URL") -> int:
    return url.port or (443 if url.scheme == "https" else 80)


def _netloc(url: "httpx.URL") -> str:
    return url.netloc.decode("ascii")


async def _beginning(response: "httpx.Response") -> tuple[bytes, bool]:
    """The body as far as it is read, and whether there is more."""
    body = bytearray()
    async for piece in response.aiter_bytes():
        body += piece
        if len(body) > MOST_BYTES:
            return bytes(body[:MOST_BYTES]), True
    return bytes(body), False


async def _text(url: "httpx.URL", headers: Mapping[str, str], body: bytes) -> str:
    kind, _, parameters = headers.get("content-type", "").partition(";")
    kind = kind.strip().lower()
    told = _decoded(body, parameters)
    if kind in _HTML:
        # Behind the mark, what the page says of itself does not count (HTML, 13.2.3.2).
        return await _markdown(body if told is None else codecs.BOM_UTF8 + told.encode())
    if (kind and not _TEXT.fullmatch(kind)) or (not kind and b"\0" in body[:8_000]):
        raise WebFault(f"{url} is no text, but {kind or 'binary'}")
    return body.decode("utf-8", "replace") if told is None else told


def _decoded(body: bytes, parameters: str) -> str | None:
    """The text by the charset of its content type; None if that names none that is known.

    It does not count either where the body has a mark of its own.
    """
    charset = re.search(r"charset=\"?([\w.:-]+)", parameters, re.IGNORECASE)
    if charset is None or body.startswith(codecs.BOM_UTF8):
        return None
    try:
        # Some of Python's encodings, such as unicode_escape, give halves of characters.
        return body.decode(charset[1], "replace").encode("utf-8", "replace").decode()
    except (LookupError, UnicodeError):
        return None


async def _markdown(html: bytes) -> str:
    import bs4

    lines: list[bytes] = []

    def keep(line: bytes) -> bool:
        lines.append(line)
        return True

    command = (
        *own_program("architect.adapters.web.page_text"),
        Path(bs4.__file__).parent.parent,
    )
    try:
        end = await feed_lines(command, keep, cwd=OUR_FOLDER, stdin=html, timeout_s=_CONVERSION_S)
    except (OSError, TimeoutError) as error:
        raise WebFault(f"the page cannot be read: {error or 'its HTML takes too long'}") from error
    if end.exit_code != 0:
        raise WebFault("the page cannot be read: its HTML is beyond the parser")
    return b"\n".join(lines).decode("utf-8", "replace")
