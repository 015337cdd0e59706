"""The JSON schema of the file of a pipeline, for editors: draft 7, which they know best."""

import json
from typing import Any

from scripts.derived.config_schema import without_titles

from architect.checked.json_schema import DEFINITIONS, json_schema
from architect.config.pipeline_file import PipelineFile


def pipeline_schema() -> str:
    """The file `docs/pipeline.schema.json`."""
    made = json_schema(PipelineFile)
    definitions = made.pop("$defs")
    made["properties"]["variables"]["additionalProperties"] = False
    schema: dict[str, Any] = {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "Pipeline of architect",
        "description": "docs/workflows.md says what a pipeline does.",
        **made,
        "definitions": definitions,
    }
    text = json.dumps(without_titles(schema) | {"title": schema["title"]}, indent=2)
    return text.replace(DEFINITIONS, "#/definitions/") + "\n"
