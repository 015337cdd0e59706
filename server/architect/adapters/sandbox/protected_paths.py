"""What commands may not write in a workspace, because other programs execute it."""

from architect.policy.executable_config_files import EXECUTABLE_CONFIG_FILES

PROTECTED = {
    ".architect": "what architect keeps, and its configuration",
    ".architect.yaml": "the configuration of architect",
    ".git/hooks": "git runs what stands there",
    ".git/config": "names programs that git runs: hooks, filters, pagers, monitors",
    ".git/config.worktree": "the same, for one work tree",
    ".git/commondir": "makes git read its configuration elsewhere",
    **EXECUTABLE_CONFIG_FILES,
}
"""Paths below the workspace root, and what executes them.

The tools for editing may write those that are not git's or ours once a person said yes to each; a
command may change them among a thousand other things.
"""
