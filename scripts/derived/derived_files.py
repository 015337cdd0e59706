"""The files that are written out of the server, and what writes them."""

from collections.abc import Callable, Mapping
from pathlib import Path

from scripts.derived.config_schema import config_schema
from scripts.derived.pages.command_line import command_line_page
from scripts.derived.pages.configuration import configuration_page
from scripts.derived.pages.events import events_page
from scripts.derived.pages.protocol import protocol_page
from scripts.derived.pages.tools import tools_page
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
    "docs/reference/command-line.md": command_line_page,
    "docs/reference/configuration.md": configuration_page,
    "docs/reference/events.md": events_page,
    "docs/reference/protocol.md": protocol_page,
    "docs/reference/tools.md": tools_page,
}
"""By their names below the root of the repository."""
