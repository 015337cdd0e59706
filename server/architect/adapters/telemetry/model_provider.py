"""The provider of a model in the words of the GenAI conventions, by the name of the model."""

from architect.domain.model_names import EDITOR

_PREFIXES = {
    "openai": "openai",
    "anthropic": "anthropic",
    "azure": "azure.ai.openai",
    "azure_ai": "azure.ai.inference",
    "bedrock": "aws.bedrock",
    "cohere": "cohere",
    "cohere_chat": "cohere",
    "deepseek": "deepseek",
    "gemini": "gcp.gemini",
    "vertex_ai": "gcp.vertex_ai",
    "groq": "groq",
    "watsonx": "ibm.watsonx.ai",
    "mistral": "mistral_ai",
    "codestral": "mistral_ai",
    "moonshot": "moonshot_ai",
    "perplexity": "perplexity",
    "xai": "x_ai",
    "ollama": "ollama",
    "ollama_chat": "ollama",
    "lm_studio": "lm_studio",
    "hosted_vllm": "vllm",
    "openrouter": "openrouter",
    EDITOR: EDITOR,
    "recorded": "recorded",
}
"""By what our names of models begin with; those with a dot or an underscore are the well-known
values of `gen_ai.provider.name`, the others are free (semantic-conventions v1.41.0)."""

_FAMILIES = {
    "gpt-": "openai",
    "chatgpt": "openai",
    "codex": "openai",
    "o1": "openai",
    "o3": "openai",
    "o4": "openai",
    "claude": "anthropic",
    "gemini": "gcp.gemini",
    "mistral": "mistral_ai",
    "codestral": "mistral_ai",
    "devstral": "mistral_ai",
    "magistral": "mistral_ai",
    "deepseek": "deepseek",
    "command": "cohere",
    "grok": "x_ai",
    "kimi": "moonshot_ai",
    "sonar": "perplexity",
}

UNKNOWN = "unknown"


def provider_and_model(name: str) -> tuple[str, str]:
    """The provider of the model `name`, and what that calls it.

    A name that is a file is told without its folder.
    """
    prefix, slash, rest = name.partition("/")
    provider = _PREFIXES.get(prefix) if slash or name == EDITOR else None
    if provider is not None:
        name = rest or name
    else:
        stem = name.rpartition("/")[2].lower()
        found = (each for family, each in _FAMILIES.items() if stem.startswith(family))
        provider = next(found, UNKNOWN)
    return provider, _without_folder(name) if _is_file(name, provider) else name


def _is_file(name: str, provider: str) -> bool:
    looks_so = name.startswith(("/", ".", "~")) or "\\" in name or name[1:2] == ":"
    return provider == "recorded" or looks_so


def _without_folder(name: str) -> str:
    return name.replace("\\", "/").rpartition("/")[2]
