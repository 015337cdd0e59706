"""The files that are written out of the server, and what writes them."""

from collections.abc import Callable, Mapping
from pathlib import Path

from scripts.derived.config_schema import config_schema
from scripts.derived.pipeline_schema import pipeline_schema
from scripts.derived.protocol_numbers import numbers_in_lua
from scripts.derived.protocol_schema import protocol_schema
from scripts.derived.protocol_types import protocol_types

ROOT = Path(__file__).parents[2]

DERIVED_FILES: Mapping[str, Callable[[], str]] = {
    "client-nvim/lua/architect/protocol.lua": numbers_in_lua,
    "client-vscode/src/protocol/generated.ts": protocol_types,
    "client-vscode/schemas/config.schema.json": config_schema,
    "docs/config.schema.json": config_schema,
    "docs/pipeline.schema.json": pipeline_schema,
    "docs/protocol.schema.json": protocol_schema,
}
"""By their names below the root of the repository."""
