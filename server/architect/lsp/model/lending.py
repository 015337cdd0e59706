"""Whether the editor lends a run its model."""

from architect.config.llm import LlmSettings
from architect.domain.model_names import lent_model
from architect.lsp.daemon import Daemon
from architect.lsp.model.lent_model import LentModel


def lent_to(daemon: Daemon, llm: LlmSettings) -> LentModel | None:
    """The model that the settings mean, if it is one of the editor's and that lends any."""
    rich = daemon.features.rich
    if rich is None or not rich.llm or lent_model(llm.model) is None:
        return None
    return LentModel(
        llm.model, daemon.peer, daemon.deltas, timeout_s=llm.timeout, stream=llm.stream
    )
