"""Skills: instructions for kinds of tasks that the model reads when they fit."""

from architect.checked.model import Model


class SkillSettings(Model):
    """`auto_discover` offers those that are found.

    `inject_by_glob` announces them once the run has come to a file that their globs match.
    """

    auto_discover: bool = True
    inject_by_glob: bool = True
