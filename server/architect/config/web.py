"""Pages of the web that runs may read."""

from architect.checked.field import Field
from architect.checked.model import Model
from architect.config.expressions import NotBlank


class WebSettings(Model):
    """`enabled` gives runs the tool fetch_url; `timeout` is that of a page, in seconds.

    About the `domains` nobody is asked; `*.example.org` are all below that one. `allow_private`
    also lets it ask this machine and private networks.
    """

    enabled: bool = False
    domains: tuple[NotBlank, ...] = ()
    allow_private: bool = False
    timeout: int = Field(default=30, ge=1, le=300)
