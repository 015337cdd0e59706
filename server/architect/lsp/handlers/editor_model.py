"""The model of the editor for a run."""

from architect.config.llm import LlmSettings
from architect.domain.model_names import editor_model_id
from architect.lsp.editor_model.model import EditorLanguageModel
from architect.lsp.editor_session import EditorSession


def editor_model_for(editor: EditorSession, llm: LlmSettings) -> EditorLanguageModel | None:
    """The model that the settings mean, if it is one of the editor's and it offers any."""
    rich = editor.features.rich
    if rich is None or not rich.llm or editor_model_id(llm.model) is None:
        return None
    return EditorLanguageModel(
        llm.model,
        editor.client,
        editor.deltas,
        timeout_s=llm.timeout,
        idle_s=llm.idle_timeout,
        stream=llm.stream,
    )
