"""Reading a page of the web."""

from collections.abc import Sequence
from typing import Annotated
from urllib.parse import urlsplit

from architect.checked.errors import Refused
from architect.checked.field import AfterValidator
from architect.domain.effect import Effect
from architect.domain.tool_result import ToolResult, failed, succeeded
from architect.l10n import english
from architect.lazy_pattern import lazy_pattern
from architect.ports.web import Web
from architect.tools.base import BaseTool, ToolArgs
from architect.tools.context import ToolContext
from architect.tools.traits import CallTraits

_MOST_SUMMARY = 200
_MOST_OF_ERROR = 2_000


_HOST = lazy_pattern(r"([A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(:\d{1,5})?")
"""As every reader of addresses reads it: what one takes for a name and another for a host is how
somebody is asked about one host and another is meant."""


def _fetchable(url: str) -> str:
    try:
        parts = urlsplit(url)
    except ValueError as error:
        raise Refused("address", f"{url!r} is no address: {error}") from error
    if parts.scheme not in ("http", "https"):
        raise Refused("address", "an address of the web begins with https://")
    if not url.isascii() or not url.isprintable() or not _HOST.fullmatch(parts.netloc):
        raise Refused(
            "address", "the address has to be in ASCII, with a host and without a login or spaces"
        )
    return url


class FetchUrlArgs(ToolArgs):
    url: Annotated[str, AfterValidator(_fetchable)]


class FetchUrl(BaseTool[FetchUrlArgs]):
    """Fetches what is at an address.

    A request can carry out what the run knows, and its answer is a stranger's text: so it is judged
    as a command that uses the network, host by host. Nobody is asked about the `domains` that the
    user trusts; `*.example.org` are all below that one.
    """

    name = "fetch_url"
    description = "Read a web page as Markdown, or a text file of the web."
    args_model = FetchUrlArgs
    effect = Effect.COMMAND

    def __init__(self, web: Web, domains: Sequence[str] = ()) -> None:
        self._web = web
        self._domains = domains

    async def run(self, args: FetchUrlArgs, context: ToolContext) -> ToolResult:
        page = await self._web.fetch(args.url)
        if page.moved_to:
            return succeeded(
                f"{page.url} redirects to another host: {page.moved_to}\n"
                "[call fetch_url with that address if you want the page]"
            )
        if not 200 <= page.status < 300:
            return failed(f"HTTP {page.status} from {page.url}", page.text[:_MOST_OF_ERROR])
        cut = "\n[the page is longer than what is read of one]" if page.left_out else ""
        moved = "" if page.url == args.url else f"[{page.url}]\n"
        return succeeded(f"{moved}{page.text or '(an empty page)'}{cut}")

    def traits(self, args: FetchUrlArgs) -> CallTraits:
        host = _host(args.url)
        summary = args.url if len(args.url) <= _MOST_SUMMARY else f"{args.url[:_MOST_SUMMARY]}..."
        asks = english("it sends a request to {host}", host=host)
        is_known = any(_is_of(host, domain) for domain in self._domains)
        return CallTraits(
            summary=summary,
            grant=host,
            ask_reason=None if is_known else asks,
            egress=None if is_known else asks,
            uses_network=True,
            taint_source=f"{self.name} {host}",
        )


def _host(url: str) -> str:
    """The host of `url`, with the port if it names one."""
    return urlsplit(url).netloc.lower().removesuffix(".")


def _is_of(host: str, domain: str) -> bool:
    """Whether `host` is the `domain`, or below it if that begins with `*.`."""
    domain = domain.lower()
    return host.endswith(domain[1:]) if domain.startswith("*.") else host == domain
