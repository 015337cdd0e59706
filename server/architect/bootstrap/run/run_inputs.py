"""What is settled about a run before its calls get anything to work with."""

from architect.agent.agent import Agent
from architect.agent.limits import Limits
from architect.bootstrap.run.offered_tools import OfferedTools
from architect.bootstrap.run.open_session import OpenSession
from architect.domain.run_request import RunRequest
from architect.execution.run_context import CallRules
from architect.frozen import frozen
from architect.ports.code_index import CodeIndex
from architect.ports.guardrails import Guardrails
from architect.ports.host import Host
from architect.ports.model import Model
from architect.ports.skill_library import SkillLibrary
from architect.ports.telemetry import Telemetry
from architect.tools.registry import ToolRegistry


@frozen
class RunInputs:
    """Who works on what, where, and by which rules; see `RunParts` for each of them."""

    request: RunRequest
    session: OpenSession
    agent: Agent
    model: Model
    host: Host
    guardrails: Guardrails
    tools: ToolRegistry
    rules: CallRules
    limits: Limits
    offered: OfferedTools
    index: CodeIndex | None
    skills: SkillLibrary | None
    telemetry: Telemetry | None
