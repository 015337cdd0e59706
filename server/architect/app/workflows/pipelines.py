"""Pipelines as every front end needs them: found, read, and trusted."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from architect.agent.catalog import all_agents
from architect.bootstrap.trust import TrustQuestion, is_trusted, trust_question
from architect.config.pipeline_file import ReadPipeline, pipeline_of
from architect.config.project_files import bound_with_scripts
from architect.config.schema import Config
from architect.config.yaml_source import read_content
from architect.domain.errors import ConfigError
from architect.frozen import frozen
from architect.workflows.pipeline_reading import PipelineOptions, pipeline_settings
from architect.workflows.pipeline_steps import PipelineSettings

MOST_FOUND = 200

_STEPS = re.compile(rb"^steps:", re.MULTILINE)
_PROMPT = re.compile(rb"[\s{,\"']prompt[\"']?\s*:")


@frozen
class FoundPipeline:
    """A file that is meant as a pipeline; `read` is None if something is wrong in it."""

    path: Path
    read: ReadPipeline | None
    problem: str = ""


def found_pipelines(
    root: Path, names: Sequence[str], content_of: Callable[[Path], bytes]
) -> Iterator[FoundPipeline]:
    """Those among the files `names` of `root`: YAML with `steps` that have prompts."""
    for name in names:
        if not name.endswith((".yaml", ".yml")):
            continue
        path = root / name
        if path.is_symlink():
            continue
        try:
            content = content_of(path)
        except ConfigError:  # too large, or no file any more
            continue
        if not (_STEPS.search(content) and _PROMPT.search(content)):
            continue
        try:
            yield FoundPipeline(path, pipeline_of(content, name))
        except ConfigError as error:
            yield FoundPipeline(path, None, str(error))


def read_pipeline(path: Path) -> ReadPipeline:
    """The pipeline in a file.

    Raises:
        ConfigError: it cannot be read, or is none.
    """
    name = str(path)
    return pipeline_of(read_content(path, name), name)


def settings_from(read: ReadPipeline, options: PipelineOptions, config: Config) -> PipelineSettings:
    """What a pipeline asks for, with the agents of the configuration.

    Raises:
        ConfigError: names in the file lead nowhere.
        UserError: an option names what is not in the file, or a value is missing.
    """
    return pipeline_settings(read, options, all_agents(config.agents))


def question_about(path: Path, read: ReadPipeline, root: Path) -> TrustQuestion | None:
    """What to ask before a pipeline runs that the project at `root` brings along, if anything.

    Its checks are commands, and its prompts are taken for words of the user. A file from elsewhere
    is the user's own, as one that is given with `--config`.

    Raises:
        UserError: what is kept about earlier trust cannot be read.
        ConfigError: a script that a check names is too large.
    """
    real, project = path.resolve(), root.resolve()
    if not real.is_relative_to(project):
        return None
    layer = replace(read.layer, name=real.relative_to(project).as_posix())
    files = bound_with_scripts(project, layer, read.content)
    return None if is_trusted(real, files) else trust_question(real, (), files)
