import pytest

from architect.lsp.documents.line_ends import line_ends_of


@pytest.mark.parametrize("editor", ["Neovim", "helix", "Eglot", "emacs"])
def test_these_editors_keep_a_lone_cr_in_the_line(editor: str) -> None:
    assert line_ends_of(editor) == "lf"


@pytest.mark.parametrize("editor", ["", "Visual Studio Code", "code-server", "something else"])
def test_any_other_is_taken_by_the_letter_of_the_protocol(editor: str) -> None:
    assert line_ends_of(editor) == "any"
