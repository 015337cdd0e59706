"""Which line ends an editor counts."""

from architect.domain.text.positions import LineEnds

_LF_ONLY = ("neovim", "helix", "eglot", "emacs")
"""Seen in Neovim 0.11; Helix has ropey without `cr_lines`, and Emacs nothing but LF in a buffer."""


def line_ends_of(editor: str) -> LineEnds:
    """The line ends that the editor of that name counts.

    LSP lets a lone CR end a line. These editors keep it as a character of the line, so by the
    letter of LSP every later change would land on a wrong line.
    """
    return "lf" if editor.lower().startswith(_LF_ONLY) else "any"
