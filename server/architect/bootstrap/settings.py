"""The configuration as the front ends see it."""

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from architect.bootstrap.trust import (
    TrustQuestion,
    agents_without_configuration,
    is_trusted,
    trust_question,
)
from architect.config.layers import LayerSources, ignored_line, load_layers
from architect.config.llm import AUTO
from architect.config.project_files import project_config_file
from architect.config.schema import Config
from architect.config.user_file import user_config_file
from architect.config.without_programs import without_programs
from architect.domain.run_request import RunOptions
from architect.domain.trust import BoundFiles
from architect.frozen import frozen
from architect.l10n import use_language


@frozen
class Settings:
    """A configuration; `question` is about what of the project's own does not count in it.

    `notes` are lines about keys that are set by an old name.
    """

    config: Config
    question: TrustQuestion | None = None
    notes: tuple[str, ...] = ()

    @property
    def ignored(self) -> tuple[str, ...]:
        """A line for each setting of the project that does not count, as the user is told."""
        return tuple(map(ignored_line, self.question.ignored)) if self.question else ()


def configured_project(workspace: Path | None) -> Path:
    """Where the project's configuration is looked for."""
    return workspace or Path(os.environ.get("ARCHITECT_WORKSPACE") or ".")


def load_settings(
    config: Path | None,
    workspace: Path | None,
    flags: Mapping[str, Any] | None = None,
    *,
    trust_project: bool = False,
) -> Settings:
    """All layers of the configuration; `trust_project` trusts the project for this once.

    Raises:
        ConfigError: something is wrong in one of them.
        UserError: what is kept about trust cannot be read.
    """
    project = configured_project(workspace)
    trusted = _trusts_all if trust_project else None
    return _loaded(project, explicit=config, flags=flags or {}, trusted=trusted)


def _trusts_all(_: BoundFiles) -> bool:
    return True


def option_flags(options: RunOptions) -> dict[str, Any]:
    """Those of the options of a run that are settings, as flags by dotted key."""
    return {
        "llm.model": options.model,
        "llm.reasoning_effort": options.reasoning,
        "costs.budget_usd": options.budget_usd,
        "auto_review.enabled": options.auto_review,
    }


def untrusted_settings(project: Path) -> Settings:
    """The configuration of `project` as if nobody had ever trusted it.

    Raises:
        ConfigError: something is wrong in one of its layers.
        UserError: what is kept about trust cannot be read.
    """
    return _loaded(project, trusted=lambda files: False)


def editor_settings(
    root: Path,
    editor: Mapping[str, Any],
    flags: Mapping[str, Any],
    *,
    explicit: Path | None = None,
) -> Settings:
    """All layers for the folder `root` of an editor, whose own settings have config.yaml's shape.

    `explicit` is a file of the user's that is read instead of the folder's own.

    Raises:
        ConfigError: something is wrong in one of them.
        UserError: what is kept about trust cannot be read.
    """
    return _loaded(root, explicit=explicit, editor=editor, flags=flags)


def restricted_settings(editor: Mapping[str, Any], flags: Mapping[str, Any]) -> Settings:
    """All layers for a workspace that the user of an editor does not trust.

    No file of the workspace is one of them, and nothing that is configured starts a program, since
    what it did there could be up to the workspace.

    Raises:
        ConfigError: something is wrong in one of them.
    """
    loaded = _loaded(None, editor=editor, flags=flags)
    return Settings(without_programs(loaded.config), notes=loaded.notes)


def _loaded(
    project: Path | None,
    *,
    explicit: Path | None = None,
    editor: Mapping[str, Any] | None = None,
    flags: Mapping[str, Any] | None = None,
    trusted: Callable[[BoundFiles], bool] | None = None,
) -> Settings:
    sources = LayerSources(
        explicit=explicit,
        project=project,
        user=user_config_file(os.environ),
        environ=os.environ,
        editor=editor or {},
        flags=flags or {},
    )
    loaded = load_layers(
        sources,
        agents=agents_without_configuration(),
        is_trusted=trusted or (lambda files: project is not None and is_trusted(project, files)),
    )
    use_language(loaded.config.language)
    config = _with_model(loaded.config)
    if project is None or not loaded.ignored:
        return Settings(config, notes=loaded.notes)
    question = trust_question(project, loaded.ignored, loaded.files)
    return Settings(config, question, loaded.notes)


def _with_model(config: Config) -> Config:
    """`config` with the model that follows from the keys, if it names none and there are some."""
    if config.llm.model != AUTO:
        return config
    from architect.bootstrap.models.chosen_model import by_key

    llm = by_key(config.llm, os.environ)
    if llm.model == AUTO:
        from architect.bootstrap.models.kept_keys import kept_providers

        llm = by_key(llm, os.environ, kept=kept_providers(os.environ))
    return config.model_copy(update={"llm": llm})


def workspace_root(settings: Config, workspace: Path | None) -> Path:
    """The folder to work in; a flag goes before the configuration."""
    return workspace or settings.workspace.root


def files_read(config: Path | None, workspace: Path | None) -> list[str]:
    """The configuration files that exist and were read."""
    user = user_config_file(os.environ)
    project = config or project_config_file(configured_project(workspace))
    return [str(path) for path in (user, project) if path is not None and path.exists()]
