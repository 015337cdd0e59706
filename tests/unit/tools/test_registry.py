import pytest

from architect.domain.effect import Effect
from architect.domain.errors import DuplicateToolError, ToolNotFoundError
from architect.domain.tool_result import ToolResult, succeeded
from architect.tools.base import BaseTool, ToolArgs
from architect.tools.context import ToolContext
from architect.tools.registry import AnyTool, ToolRegistry


class NoArgs(ToolArgs):
    pass


def tool(called: str) -> AnyTool:
    """A tool that does nothing, under the name `called`."""

    class Idle(BaseTool[NoArgs]):
        name = called
        description = f"The tool {called}."
        args_model = NoArgs
        sensitive = False
        effect = Effect.READ

        async def run(self, args: NoArgs, context: ToolContext) -> ToolResult:
            return succeeded("")

    return Idle()


def registry(*names: str) -> ToolRegistry:
    return ToolRegistry(tool(name) for name in names)


def names_of(tools: list[AnyTool]) -> list[str]:
    return [one.name for one in tools]


def schema_names(of: ToolRegistry, allowed: list[str] | None = None) -> list[str]:
    return [schema["function"]["name"] for schema in of.get_schemas(allowed)]


def test_a_tool_is_found_by_its_name() -> None:
    grep = tool("grep")
    tools = ToolRegistry([grep])
    assert tools.get("grep") is grep
    assert tools.has_tool("grep")
    assert not tools.has_tool("Grep")


def test_a_second_tool_of_the_same_name_is_refused_and_the_first_stays() -> None:
    first = tool("grep")
    tools = ToolRegistry([first])
    with pytest.raises(DuplicateToolError, match="two tools are named 'grep'"):
        tools.register(tool("grep"))
    assert tools.get("grep") is first


def test_a_second_tool_of_the_same_name_takes_its_place_where_that_is_wanted() -> None:
    second = tool("grep")
    tools = registry("grep")
    tools.register(second, allow_override=True)
    assert tools.get("grep") is second
    assert tools.count() == 1


def test_an_unknown_name_is_answered_with_the_nearest_and_all_there_are() -> None:
    with pytest.raises(ToolNotFoundError) as error:
        registry("read_file", "grep").get("raed_file")
    assert str(error.value) == (
        "there is no tool 'raed_file', did you mean 'read_file'? The tools are: grep, read_file."
    )


def test_a_name_like_no_other_is_answered_with_all_there_are() -> None:
    with pytest.raises(ToolNotFoundError) as error:
        registry("read_file", "grep").get("zzz")
    assert str(error.value) == "there is no tool 'zzz'. The tools are: grep, read_file."


def test_tools_and_schemas_are_listed_sorted_whatever_order_they_came_in() -> None:
    tools = registry("grep", "apply_patch", "edit_file")
    assert names_of(tools.list_all()) == ["apply_patch", "edit_file", "grep"]
    assert schema_names(tools) == ["apply_patch", "edit_file", "grep"]


def test_allowed_names_that_are_unknown_are_ignored() -> None:
    tools = registry("grep", "edit_file")
    assert schema_names(tools, ["nothing", "grep"]) == ["grep"]
    assert names_of(tools.filter_by_names(["nothing", "grep"])) == ["grep"]


def test_nothing_allowed_is_not_everything_allowed() -> None:
    assert registry("grep").get_schemas([]) == ()


def test_a_schema_is_in_the_function_calling_format() -> None:
    (schema,) = registry("grep").get_schemas()
    assert schema["type"] == "function"
    assert schema["function"]["description"] == "The tool grep."
    assert schema["function"]["parameters"]["type"] == "object"


def test_tools_are_counted_and_cleared() -> None:
    tools = registry("a", "b")
    assert tools.count() == 2
    tools.clear()
    assert (tools.count(), tools.list_all()) == (0, [])
