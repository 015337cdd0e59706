"""What the health of code is measured with."""

from architect.adapters.health.code_health import MeasuredHealth, require_tools
from architect.adapters.health.git_tree import GitTree, tree_of
from architect.ports.code_health import CodeHealth

__all__ = ["GitTree", "code_health", "require_tools", "tree_of"]


def code_health() -> CodeHealth:
    return MeasuredHealth()
