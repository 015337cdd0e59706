"""What the engine works with in one run: the world outside, and rules for every call."""

from dataclasses import dataclass

from architect.ports.clock import Clock
from architect.ports.guardrails import Guardrails
from architect.ports.hooks import HookRunner
from architect.ports.originals import Originals
from architect.ports.search import Search
from architect.ports.shell import Shell
from architect.ports.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Outside:
    """What tools and stages reach the world through."""

    workspace: Workspace
    search: Search
    shell: Shell
    guardrails: Guardrails
    hooks: HookRunner
    clock: Clock
    originals: Originals


@dataclass(frozen=True, slots=True)
class EngineRules:
    """What holds for every call of a run; `allowed` None means every registered tool.

    `watches_tests` has commands that run tests put on record. `proposes` says that the workspace is
    an overlay, whose changes are proposals.
    """

    allowed: frozenset[str] | None
    dry_run: bool
    max_result_tokens: int
    watches_tests: bool = False
    proposes: bool = False
