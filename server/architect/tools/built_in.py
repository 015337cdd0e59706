"""The tools of architect itself: the one list of what there is, and what each does."""

from architect.domain.effect import Effect
from architect.tools.apply_patch import ApplyPatch
from architect.tools.ask_user import AskUser
from architect.tools.code_map import CodeMap
from architect.tools.command_output import CommandOutput, StopCommand
from architect.tools.delete_file import DeleteFile
from architect.tools.dispatch_subagent import DispatchSubagent
from architect.tools.edit_file import EditFile
from architect.tools.fetch_url import FetchUrl
from architect.tools.find_files import FindFiles
from architect.tools.grep import Grep
from architect.tools.language import FindReferences, GoToDefinition, Hover
from architect.tools.language_edits import FormatDocument, RenameSymbol
from architect.tools.list_files import ListFiles
from architect.tools.problems import Problems
from architect.tools.read_file import ReadFile
from architect.tools.registry import AnyTool
from architect.tools.remember import Remember
from architect.tools.report_finding import ReportFinding
from architect.tools.run_command import RunCommand
from architect.tools.search_code import SearchCode
from architect.tools.update_plan import UpdatePlan
from architect.tools.use_skill import UseSkill
from architect.tools.write_file import WriteFile

STANDARD: tuple[type[AnyTool], ...] = (
    ReadFile,
    ListFiles,
    FindFiles,
    SearchCode,
    Grep,
    WriteFile,
    EditFile,
    ApplyPatch,
)
"""The tools of every run; a new tool is added here. They are made without arguments."""

OF_LANGUAGE_SERVERS: tuple[type[AnyTool], ...] = (
    FindReferences,
    FormatDocument,
    GoToDefinition,
    Hover,
    Problems,
    RenameSymbol,
)
"""Tools that are there only where language servers are, mostly those of an editor."""

BUILT_IN: tuple[type[AnyTool], ...] = (
    *STANDARD,
    AskUser,
    CodeMap,
    CommandOutput,
    DeleteFile,
    DispatchSubagent,
    *OF_LANGUAGE_SERVERS,
    FetchUrl,
    Remember,
    ReportFinding,
    RunCommand,
    StopCommand,
    UpdatePlan,
    UseSkill,
)
"""All tools; those that are not standard depend on settings or on the agent."""


def _names(tools: tuple[type[AnyTool], ...], effect: Effect) -> frozenset[str]:
    return frozenset(tool.name for tool in tools if tool.effect is effect)


ALL_TOOLS = frozenset(tool.name for tool in BUILT_IN)
READ_ONLY_TOOLS = _names(BUILT_IN, Effect.READ)

STANDARD_READ_TOOLS = _names((*STANDARD, CodeMap, *OF_LANGUAGE_SERVERS, UseSkill), Effect.READ)
"""What an agent that only reads is given."""
