"""Configuration in a workspace that other programs execute: editors, CI, agents, git hooks.

Who writes there decides what runs later, outside of every sandbox and without a question.
"""

EXECUTABLE_CONFIG_FILES = {
    ".husky": "git hooks by convention",
    ".githooks": "git hooks by convention",
    ".vscode": "tasks, launch configurations and settings that run programs",
    ".idea": "run configurations and file watchers",
    ".zed": "tasks and settings that run programs",
    ".fleet": "run configurations",
    ".devcontainer": "commands that run when the folder is opened in a container",
    ".devcontainer.json": "the same",
    ".claude": "hooks, permissions and tool servers of another agent",
    ".cursor": "the same",
    ".gemini": "the same",
    ".codex": "the same",
    ".mcp.json": "tool servers that other agents start",
    ".nvim.lua": "Neovim runs it with 'exrc'",
    ".nvimrc": "the same",
    ".exrc": "Vim runs it with 'exrc'",
    ".dir-locals.el": "Emacs evaluates it",
    ".github/workflows": "GitHub Actions run it with the secrets of the repository",
    ".github/actions": "the same",
    ".forgejo/workflows": "Forgejo Actions",
    ".gitea/workflows": "Gitea Actions",
    ".gitlab-ci.yml": "GitLab CI",
    ".gitlab/ci": "GitLab CI, by convention",
    ".circleci": "CircleCI",
    "Jenkinsfile": "Jenkins",
    ".travis.yml": "Travis CI",
    ".drone.yml": "Drone",
    ".woodpecker": "Woodpecker",
    ".woodpecker.yml": "Woodpecker",
    ".buildkite": "Buildkite",
    ".cirrus.yml": "Cirrus CI",
    ".semaphore": "Semaphore",
    ".teamcity": "TeamCity",
    "appveyor.yml": "AppVeyor",
    ".appveyor.yml": "AppVeyor",
    "azure-pipelines.yml": "Azure Pipelines",
    ".azure-pipelines": "Azure Pipelines, by convention",
    "bitbucket-pipelines.yml": "Bitbucket Pipelines",
    "cloudbuild.yaml": "Google Cloud Build",
    "buildspec.yml": "AWS CodeBuild",
}
"""Paths below the workspace root, and what executes them."""

OWN = (
    ".git",
    "**/.git/hooks",
    "**/.git/hooks/",
    "**/.git/config",
    "**/.git/config.worktree",
    "**/.git/info/attributes",
    "**/.git/modules/**/hooks/",
    "**/.git/modules/**/config",
    "**/.git/worktrees/**/config.worktree",
    ".architect",
    ".architect/",
    ".architect.yaml",
)
"""What configures git and architect themselves, as patterns; a slash at the end is a folder.

The path gate keeps tools away from there, and the sandbox keeps commands away. These are for
commands that name such a place where no sandbox is.
"""
