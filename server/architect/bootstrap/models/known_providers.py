"""The providers that are looked at when nobody has named a model, in that order."""

from collections.abc import Mapping
from typing import Literal

from architect.adapters.models.hosts import authorization
from architect.bootstrap.models.keys import provider_variables
from architect.frozen import frozen


@frozen
class KnownProvider:
    """`api_base` is where its models are listed; `base_variables` may name another address.

    `key_path` is what answers only to a valid key, where the list of models is public.
    `default_model` is what is used where only its key is there.
    """

    prefix: str
    api_base: str
    default_model: str
    base_variables: tuple[str, ...] = ()
    style: Literal["openai", "anthropic", "gemini"] = "openai"
    key_path: str = ""

    @property
    def variables(self) -> tuple[str, ...]:
        """The variables that its key may stand in."""
        return provider_variables(self.prefix)

    def key(self, environ: Mapping[str, str]) -> tuple[str, str] | None:
        """The variable that holds a key, and the key."""
        return next(((name, environ[name]) for name in self.variables if environ.get(name)), None)

    def list_url(self, environ: Mapping[str, str]) -> str:
        named = (environ[name] for name in self.base_variables if environ.get(name))
        base = next(named, self.api_base).rstrip("/")
        if self.style == "anthropic":
            return f"{base.removesuffix('/v1')}/v1/models?limit=1000"
        return f"{base}/models" + ("?pageSize=1000" if self.style == "gemini" else "")

    def check_url(self, environ: Mapping[str, str]) -> str:
        """What is asked to see whether a key works."""
        return f"{self.api_base}{self.key_path}" if self.key_path else self.list_url(environ)

    def headers(self, key: str, url: str) -> dict[str, str]:
        """What goes along with a request to `url`, which may be one of somebody else."""
        match self.style:
            case "openai":
                return authorization(key, url)
            case "anthropic":
                return {"x-api-key": key.strip(), "anthropic-version": "2023-06-01"}
            case "gemini":
                return {"x-goog-api-key": key.strip()}


PROVIDERS = (
    KnownProvider(
        "openai",
        "https://api.openai.com/v1",
        "openai/gpt-5.6-terra",
        ("OPENAI_BASE_URL", "OPENAI_API_BASE"),
    ),
    KnownProvider(
        "anthropic",
        "https://api.anthropic.com",
        "anthropic/claude-sonnet-5-5",
        ("ANTHROPIC_API_BASE", "ANTHROPIC_BASE_URL"),
        "anthropic",
    ),
    KnownProvider(
        "gemini",
        "https://generativelanguage.googleapis.com/v1beta",
        "gemini/gemini-3.8-flash",
        style="gemini",
    ),
    KnownProvider(
        "openrouter",
        "https://openrouter.ai/api/v1",
        "openrouter/anthropic/claude-sonnet-4.5",
        key_path="/key",
    ),
    KnownProvider("deepseek", "https://api.deepseek.com/v1", "deepseek/deepseek-v4-pro"),
    KnownProvider("mistral", "https://api.mistral.ai/v1", "mistral/devstral-latest"),
    KnownProvider("xai", "https://api.x.ai/v1", "xai/grok-4.7"),
    KnownProvider("moonshot", "https://api.moonshot.ai/v1", "moonshot/kimi-k3"),
    KnownProvider("zai", "https://api.z.ai/api/paas/v4", "zai/glm-5.3"),
    KnownProvider(
        "dashscope",
        "https://dashscope-intl.aliyuncs.com/compatible-mode/v1",
        "dashscope/qwen3.8-max",
    ),
    KnownProvider("groq", "https://api.groq.com/openai/v1", "groq/openai/gpt-oss-120b"),
)
"""Makers first, in the order in which most people have their keys; the addresses are those of the
providers' pages in November 2026."""
