"""Where a model is reached, and by which name it is known there."""

from urllib.parse import SplitResult, urlsplit, urlunsplit

from architect.adapters.models.faults.shown_address import without_login
from architect.adapters.models.hosts import operator_of
from architect.domain.errors import UserError, helped
from architect.frozen import frozen
from architect.l10n import english

OPENAI_API_BASE = "https://api.openai.com/v1"
OLLAMA_API_BASE = "http://localhost:11434/v1"
LM_STUDIO_API_BASE = "http://localhost:1234/v1"

_DEFAULT_BASES = {
    "openai": OPENAI_API_BASE,
    "ollama": OLLAMA_API_BASE,
    "ollama_chat": OLLAMA_API_BASE,
    "lm_studio": LM_STUDIO_API_BASE,
    "hosted_vllm": None,
}
"""The prefixes that mean the OpenAI format; None where there is no usual address."""

_PROXY_PREFIX = "litellm_proxy/"
"""Says that the rest is a name the proxy at the address knows."""

_REQUEST_PATHS = ("/chat/completions", "/responses")

_AZURE_PREFIX = "azure/"
_AZURE_PATH = "/openai/v1"
"""What speaks the formats of OpenAI without a version of the API in every request:
https://learn.microsoft.com/azure/foundry/openai/api-version-lifecycle (November 2026)."""

_OLLAMA_PORT = 11434
_LOOPBACKS = {"": "127.0.0.1", "0.0.0.0": "127.0.0.1", "::": "::1"}
"""Where a server that listens everywhere is reached from the same machine."""


@frozen
class Endpoint:
    """`api_base` ends without a slash; the path of a format is appended to it."""

    api_base: str
    wire_name: str

    @property
    def root(self) -> str:
        """Where a server has what is no part of the OpenAI format."""
        return self.api_base.removesuffix("/v1")


def endpoint_for(
    model: str, *, api_base: str | None, proxy: bool, source: str = "llm.api_base"
) -> Endpoint:
    """The endpoint of `model`, a name with or without the prefix of a provider.

    `api_base` is an address from the configuration or the provider's own variable; `source` says
    which, for messages. With `proxy` it is that of a proxy for many providers, which needs the
    whole name.

    Raises:
        UserError: no address is known for the model, or `api_base` is not one.
    """
    prefix, slash, rest = model.partition("/")
    known = bool(slash and rest) and prefix in _DEFAULT_BASES
    usual = _DEFAULT_BASES[prefix] if known and not proxy else None
    address = api_base or usual
    if address is None:
        error = UserError(
            english(
                "no address is known for the model {model!r}: set llm.api_base to one that "
                "speaks the OpenAI format",
                model=model,
            )
        )
        raise helped(error, "openSettings", setting="llm.api_base")
    name = rest if known and not proxy else model.removeprefix(_PROXY_PREFIX)
    if operator_of(address) == "azure":
        name = name.removeprefix(_AZURE_PREFIX)
    return Endpoint(_normal_base(address, source), name)


def ollama_address(text: str) -> str:
    """The address that a variable of Ollama's stands for; `text` itself if it is none.

    The variable is also the server's, so it may name every interface; without a scheme it means
    Ollama's own port: https://github.com/ollama/ollama/blob/main/envconfig/config.go.
    """
    scheme, separator, rest = text.strip().rpartition("://")
    netloc, slash, path = rest.partition("/")
    login, at, _ = netloc.rpartition("@")
    try:
        parts = urlsplit(f"//{netloc}")
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return text
    host = _LOOPBACKS.get(host, host)
    host = f"[{host}]" if ":" in host else host
    port = port if separator or port is not None else _OLLAMA_PORT
    at_port = "" if port is None else f":{port}"
    return f"{scheme or 'http'}://{login}{at}{host}{at_port}{slash}{path}"


def _normal_base(address: str, source: str) -> str:
    text = address.strip()
    parts = _http_url(text)
    if parts is None:
        error = UserError(
            english(
                "the address {text!r} ({source}) is not an http or https URL such as "
                "'http://localhost:8000/v1'",
                text=without_login(text),
                source=source,
            )
        )
        raise helped(error, "openSettings", setting="llm.api_base")
    path = parts.path.rstrip("/")
    for request_path in _REQUEST_PATHS:
        path = path.removesuffix(request_path).rstrip("/")
    if operator_of(text) == "azure" and _is_older_azure(path):
        path = _AZURE_PATH
    return urlunsplit((parts.scheme, parts.netloc, path or "/v1", "", ""))


def _is_older_azure(path: str) -> bool:
    """Whether a path at Azure is none, or that of the API whose requests name its version."""
    return not path or path == "/openai" or path.startswith("/openai/deployments")


def _http_url(text: str) -> SplitResult | None:
    # The variable of Ollama holds an address without a scheme.
    url = text if "://" in text else f"http://{text}"
    try:
        parts = urlsplit(url)
        usable = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:
        return None
    return parts if usable and not any(char.isspace() for char in url) else None
