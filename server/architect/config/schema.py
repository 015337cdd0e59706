"""The whole configuration."""

from typing import Annotated

from architect.checked.errors import Refused
from architect.checked.field import AfterValidator, Field
from architect.checked.model import Model
from architect.config.agents import Agents
from architect.config.auto_review import AutoReviewSettings
from architect.config.checkpoints import CheckpointSettings
from architect.config.commands import CommandSettings
from architect.config.context import ContextSettings
from architect.config.costs import CostSettings
from architect.config.edits import EditSettings
from architect.config.evaluation import EvaluationSettings
from architect.config.guardrails import GuardrailSettings
from architect.config.health import HealthSettings
from architect.config.hooks import HooksSettings
from architect.config.indexer import IndexerSettings
from architect.config.llm import LlmSettings
from architect.config.llm_cache import LlmCacheSettings
from architect.config.log_settings import LoggingSettings
from architect.config.lsp import LspSettings
from architect.config.mcp import McpSettings
from architect.config.memory import MemorySettings
from architect.config.parallel import ParallelSettings
from architect.config.ralph import RalphSettings
from architect.config.secrets import SecretSettings
from architect.config.sessions import SessionSettings
from architect.config.skills import SkillSettings
from architect.config.telemetry import TelemetrySettings
from architect.config.web import WebSettings
from architect.config.workspace import WorkspaceSettings
from architect.l10n import AUTO, english, languages

SCHEMA_VERSION = 1
"""Of the configuration's format; older versions will always load."""


def _known(version: int) -> int:
    if version != SCHEMA_VERSION:
        raise Refused(
            "unknown_version",
            english(
                "version {version} is not supported, the newest is {newest}",
                version=version,
                newest=SCHEMA_VERSION,
            ),
        )
    return version


def _offered(language: str) -> str:
    known = (AUTO, *languages())
    if language not in known:
        raise Refused(
            "unknown_language",
            english("{language!r} is none of {known}", language=language, known=", ".join(known)),
        )
    return language


class Config(Model):
    """Every setting, from whichever layer it came; `load_layers` makes it."""

    schema_version: Annotated[int, AfterValidator(_known)] = SCHEMA_VERSION
    language: Annotated[str, AfterValidator(_offered)] = AUTO
    llm: LlmSettings = Field(default_factory=LlmSettings)
    agents: Agents = Field(default_factory=dict)
    logging: LoggingSettings = Field(default_factory=LoggingSettings)
    workspace: WorkspaceSettings = Field(default_factory=WorkspaceSettings)
    context: ContextSettings = Field(default_factory=ContextSettings)
    indexer: IndexerSettings = Field(default_factory=IndexerSettings)
    commands: CommandSettings = Field(default_factory=CommandSettings)
    costs: CostSettings = Field(default_factory=CostSettings)
    edits: EditSettings = Field(default_factory=EditSettings)
    hooks: HooksSettings = Field(default_factory=HooksSettings)
    guardrails: GuardrailSettings = Field(default_factory=GuardrailSettings)
    secrets: SecretSettings = Field(default_factory=SecretSettings)
    memory: MemorySettings = Field(default_factory=MemorySettings)
    evaluation: EvaluationSettings = Field(default_factory=EvaluationSettings)
    auto_review: AutoReviewSettings = Field(default_factory=AutoReviewSettings)
    health: HealthSettings = Field(default_factory=HealthSettings)
    llm_cache: LlmCacheSettings = Field(default_factory=LlmCacheSettings)
    lsp: LspSettings = Field(default_factory=LspSettings)
    mcp: McpSettings = Field(default_factory=McpSettings)
    sessions: SessionSettings = Field(default_factory=SessionSettings)
    checkpoints: CheckpointSettings = Field(default_factory=CheckpointSettings)
    ralph: RalphSettings = Field(default_factory=RalphSettings)
    parallel: ParallelSettings = Field(default_factory=ParallelSettings)
    skills: SkillSettings = Field(default_factory=SkillSettings)
    telemetry: TelemetrySettings = Field(default_factory=TelemetrySettings)
    web: WebSettings = Field(default_factory=WebSettings)
