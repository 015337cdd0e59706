"""LiteLLM, imported when it is needed and kept quiet.

Importing it takes seconds and changes the process: it reads a `.env` file into the environment,
fetches a price map, and sets up log handlers that write to standard output. All of that is off.
"""

import contextlib
import gc
import importlib
import importlib.util
import os
import sys
import threading
import warnings
from collections.abc import Callable, Coroutine, Generator
from typing import Any

from architect.adapters.install_command import install_command
from architect.adapters.models.httpx_import import import_httpx
from architect.adapters.models.litellm.repairs import repair_litellm
from architect.domain.errors import UserError, helped
from architect.l10n import english
from architect.lazy_pattern import lazy_pattern

_IMPORT_ENVIRONMENT = {
    "LITELLM_LOCAL_MODEL_COST_MAP": "True",  # no price map over the network
    "LITELLM_MODE": "PRODUCTION",  # no `.env` file: a workspace must not redirect our traffic
    "LITELLM_LOG": "ERROR",
    "JSON_LOGS": "false",  # true would replace the handlers of the root logger
}
_LOGGERS = ("LiteLLM", "LiteLLM Router", "LiteLLM Proxy")

_OF_THE_FIRST_CALL = (
    "anyio.streams.memory",
    "anyio._backends._asyncio",
)
"""What the first request imports on the event loop otherwise.

What its reply imports (`_OF_THE_FIRST_REPLY`) is not among it: that would come before the request.
"""

_OF_THE_FIRST_REPLY = ("litellm.litellm_core_utils.default_encoding", "tokenizers")
"""A tokenizer, 0.1 to 0.2 s: there is time for it while the provider works."""

_OPENAI_SDK = "openai.resources.chat"
_NAMES_FOR_OPENAI_SDK = lazy_pattern(r"(openai|azure)/|gpt-|chatgpt-|o[134]\b")

_importing = threading.Lock()


def check_litellm(model: str) -> None:
    """Make sure that LiteLLM is installed, without importing it.

    Raises:
        UserError: it is not, and `model` needs it.
    """
    if "litellm" not in sys.modules and importlib.util.find_spec("litellm") is None:
        said = english("the model {model!r} needs LiteLLM, which is not installed", model=model)
        error = UserError(f"{said}: run {install_command('litellm')}")
        raise helped(error, "installLitellm", brief=said)


def ready_litellm(model: str) -> Any:
    """The module litellm, and imported with it what the first call for `model` needs.

    Raises:
        UserError: it cannot be imported.
    """
    litellm = import_litellm()
    for_openai = (_OPENAI_SDK,) if _NAMES_FOR_OPENAI_SDK.match(model) else ()
    with _importing, _no_garbage_collection():
        for name in (*_OF_THE_FIRST_CALL, *for_openai):
            # Another version of LiteLLM may have no such module, and then does not need it.
            with contextlib.suppress(ImportError):
                importlib.import_module(name)
    return litellm


def ready_for_replies() -> None:
    """Import what the first reply needs; meant for a worker thread, after `ready_litellm`."""
    with _importing:
        for name in _OF_THE_FIRST_REPLY:
            # Another version of LiteLLM may have no such module, and then does not need it.
            with contextlib.suppress(ImportError):
                importlib.import_module(name)


def import_litellm() -> Any:
    """The module litellm; meant for a worker thread, since the first time takes seconds.

    Raises:
        UserError: it cannot be imported.
    """
    with _importing:
        if "litellm" in sys.modules:
            return sys.modules["litellm"]
        import_httpx()
        try:
            with _environment(_IMPORT_ENVIRONMENT), _no_garbage_collection():
                litellm = importlib.import_module("litellm")
        except ImportError as error:
            said = english("LiteLLM cannot be imported ({error})", error=error)
            fault = UserError(f"{said}: run {install_command('litellm')}")
            raise helped(fault, "installLitellm", brief=said) from error
        _keep_quiet(litellm)
        _follow_no_redirects()
        repair_litellm()
        return litellm


def _keep_quiet(litellm: Any) -> None:
    import logging

    worker = importlib.import_module("litellm.litellm_core_utils.logging_worker")
    # A task for callbacks that nobody registered; it would outlive the event loop it began in.
    worker.GLOBAL_LOGGING_WORKER.ensure_initialized_and_enqueue = _discard

    litellm.suppress_debug_info = True
    # A table of dashes, streamed token by token, is no model gone mad.
    litellm.REPEATED_STREAMING_CHUNK_LIMIT = sys.maxsize
    # Counting tokens for a provider that does not must not download a tokenizer.
    litellm.disable_hf_tokenizer_download = True
    # How it uses pydantic is nothing that a user could fix.
    warnings.filterwarnings("ignore", module=r"(litellm|openai|pydantic)(\.|$)")
    for name in _LOGGERS:
        logger = logging.getLogger(name)
        logger.handlers = [logging.NullHandler()]
        logger.propagate = False


def _follow_no_redirects() -> None:
    """Keep a conversation where it was sent to.

    LiteLLM's clients send it on to whatever host a redirect names, and with it the key, unless that
    stands in the header `Authorization` (Anthropic's does not).
    """
    handler = importlib.import_module("litellm.llms.custom_httpx.http_handler").AsyncHTTPHandler
    handler.create_client = _staying(handler.create_client)
    openai = importlib.import_module("litellm.llms.openai.common_utils").BaseOpenAILLM
    openai._get_async_http_client = staticmethod(_staying(openai._get_async_http_client))


def _staying(make_client: Callable[..., Any]) -> Callable[..., Any]:
    def make(*arguments: Any, **options: Any) -> Any:
        client = make_client(*arguments, **options)
        if client is not None:
            client.follow_redirects = False
        return client

    return make


def _discard(async_coroutine: Coroutine[Any, Any, Any]) -> None:
    async_coroutine.close()


@contextlib.contextmanager
def _environment(variables: dict[str, str]) -> Generator[None]:
    before = {name: os.environ.get(name) for name in variables}
    os.environ.update(variables)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


@contextlib.contextmanager
def _no_garbage_collection() -> Generator[None]:
    """Import many modules at once: nothing of them is garbage, neither now nor at exit."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
        gc.freeze()
    finally:
        if enabled:
            gc.enable()
