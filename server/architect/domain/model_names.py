"""What the name of a model says."""

EDITOR = "vscode"
"""Stands alone, or before the id or family of one of the models that the editor lends us."""


def lent_model(name: str) -> str | None:
    """Which of the editor's models `name` means, empty for the one it likes best.

    None if it means a model of another kind.
    """
    prefix, _, wanted = name.partition("/")
    return wanted if prefix == EDITOR else None
