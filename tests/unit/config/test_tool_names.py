from architect.config.schema import Config
from architect.config.tool_names import unknown_tools

KNOWN = ("read_file", "grep", "edit_file")


def config(*tools: str) -> Config:
    return Config.model_validate({"agents": {"plan": {"allowed_tools": list(tools)}}})


def test_an_unknown_tool_is_a_warning_with_the_nearest_name() -> None:
    assert unknown_tools(config("grep", "read_fil", "xyz"), KNOWN) == [
        "agents.plan.allowed_tools: there is no tool 'read_fil', did you mean 'read_file'?",
        "agents.plan.allowed_tools: there is no tool 'xyz'",
    ]


def test_known_tools_and_agents_without_a_list_give_no_warning() -> None:
    assert unknown_tools(config("grep", "edit_file"), KNOWN) == []
    assert unknown_tools(Config.model_validate({"agents": {"plan": {"max_steps": 3}}}), KNOWN) == []


def test_a_tool_that_may_appear_at_run_time_gives_no_warning() -> None:
    assert unknown_tools(config("docs__search", "my_docs__look_up-all"), KNOWN) == []
    for name in ("__search", "docs__", "docs_search", "_docs__search", "d" * 60 + "__search"):
        assert len(unknown_tools(config(name), KNOWN)) == 1, name
