"""The configuration of a project that is trusted."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from architect.config.layers import LayerSources, load_layers
from architect.config.schema import Config


def load_config(
    *,
    explicit: Path | None = None,
    project: Path,
    user: Path | None = None,
    environ: Mapping[str, str] | None = None,
    flags: Mapping[str, Any] | None = None,
) -> Config:
    """As `load_layers`; what is not given is empty."""
    sources = LayerSources(
        explicit=explicit, project=project, user=user, environ=environ or {}, flags=flags or {}
    )
    return load_layers(sources, agents={}, is_trusted=lambda files: True).config
