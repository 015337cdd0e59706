"""Whether a workflow has a model to begin with."""

from architect.app.workflows.front import Front
from architect.app.workflows.kinds import Settings
from architect.app.workflows.named_models import named_models
from architect.bootstrap.models.kept_keys import kept_keys
from architect.bootstrap.models.model_problem import missing_key


def require_a_key(settings: Settings, front: Front) -> None:
    """See that there is a key for at least one of the models.

    Without one nothing could be done, and the workflow would be over when the key is there. Workers
    of Dask have keys of their own.

    Raises:
        AuthenticationFailedError: there is none; the text is about the first model.
        ConfigError: a configuration cannot be read.
    """
    if front.config.parallel.executor == "dask":
        return
    credentials, first = front.credentials, None
    models = {(each.name, each.config): each for each in named_models(settings)}
    for llm in (each.settings(front) for each in models.values()):
        kept = kept_keys(llm, credentials.environ, api_key=credentials.api_key)
        fault = missing_key(llm, credentials.environ, api_key=credentials.api_key, kept=kept)
        if fault is None:
            return
        first = first or fault
    if first is not None:
        raise first
