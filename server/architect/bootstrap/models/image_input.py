"""Which models take images."""

from architect.bootstrap.models.model_table import model_info
from architect.config.llm import LlmSettings
from architect.domain.model_names import editor_model_id


def takes_images(llm: LlmSettings, model: str) -> bool:
    """Whether `model`, the name of what answers under these settings, may be shown images.

    What an address of the user's own, or a local server, means by a name is not known here, and
    nor is a model that no table has: those are shown them, and refuse what they cannot take. An
    editor model takes texts alone.
    """
    if editor_model_id(model) is not None:
        return False
    if llm.api_base or llm.mode == "proxy":
        return True
    info = model_info(model)
    return info is None or "vision" in info.capabilities
