"""A page of the web, as far as it was fetched."""

from architect.frozen import frozen


@frozen
class WebPage:
    """What a server answered: `text` is readable, Markdown if it was HTML.

    `url` is where it was in the end. `status` is that of HTTP. `moved_to` is the address on another
    host that the server sends to, which was not asked: whoever wants that page fetches it.
    `left_out` says that the page is longer than what was read of it.
    """

    url: str
    status: int
    text: str = ""
    moved_to: str = ""
    left_out: bool = False
