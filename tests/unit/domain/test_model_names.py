import pytest

from architect.domain.model_names import editor_model_id


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("vscode", ""),
        ("vscode/", ""),
        ("vscode/gpt-4o", "gpt-4o"),
        ("vscode/copilot/gpt-4o", "copilot/gpt-4o"),
        ("vscode-model", None),
        ("openai/vscode", None),
        ("gpt-4o", None),
    ],
)
def test_a_model_of_the_editor_is_known_by_its_first_part(name: str, wanted: str | None) -> None:
    assert editor_model_id(name) == wanted
