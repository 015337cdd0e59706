import pytest

from architect.agent.agent import Agent
from architect.agent.catalog import (
    DEFAULT_AGENT,
    all_agents,
    default_agents,
    find_agent,
)
from architect.bootstrap.run.tools import ToolInputs, local_tools
from architect.config.agents import AgentSettings
from architect.config.commands import CommandSettings
from architect.config.workspace import WorkspaceSettings
from architect.domain.agent_names import DEFAULT_AGENTS
from architect.domain.errors import UnknownAgentError
from architect.domain.verdict import ConfirmMode
from architect.tools.built_in import ALL_TOOLS, STANDARD_READ_TOOLS


def test_there_are_six_agents_without_configuration() -> None:
    agents = default_agents()
    assert set(agents) == set(DEFAULT_AGENTS)
    assert DEFAULT_AGENT in agents
    assert {name: (agent.confirm_mode, agent.max_steps) for name, agent in agents.items()} == {
        "build": (ConfirmMode.CONFIRM_SENSITIVE, 50),
        "plan": (ConfirmMode.YOLO, 20),
        "explain": (ConfirmMode.YOLO, 15),
        "review": (ConfirmMode.YOLO, 20),
        "explore": (ConfirmMode.YOLO, 15),
        "test": (ConfirmMode.YOLO, 15),
    }


def test_only_build_may_change_anything() -> None:
    agents = default_agents()
    assert agents["build"].allowed_tools is None
    assert agents["plan"].allowed_tools == STANDARD_READ_TOOLS | {"ask_user", "update_plan"}
    assert agents["explain"].allowed_tools == STANDARD_READ_TOOLS
    assert agents["review"].allowed_tools == STANDARD_READ_TOOLS | {"report_finding"}
    assert agents["explore"].allowed_tools == STANDARD_READ_TOOLS
    assert agents["test"].allowed_tools == STANDARD_READ_TOOLS | {"run_command"}
    assert agents["test"].known_commands_only


def test_only_an_agent_that_names_it_is_given_the_tool_for_findings() -> None:
    custom = AgentSettings(system_prompt="You review.", allowed_tools=("report_finding",))
    agents = all_agents({"mine": custom})
    offered = {
        name: local_tools(
            ToolInputs(
                workspace=WorkspaceSettings(),
                commands=CommandSettings(),
                allowed=agent.allowed_tools,
            )
        ).has_tool("report_finding")
        for name, agent in agents.items()
    }
    assert offered == {
        "build": False, "plan": False, "explain": False, "review": True, "mine": True,
        "explore": False, "test": False,
    }  # fmt: skip


def test_the_reading_tools_are_tools_there_are() -> None:
    assert STANDARD_READ_TOOLS | {"report_finding"} <= ALL_TOOLS


def test_every_agent_has_a_prompt_that_says_who_it_is() -> None:
    prompts = [agent.system_prompt for agent in default_agents().values()]
    assert all(text.startswith("You are architect") for text in prompts)
    assert len(set(prompts)) == len(prompts)


def test_an_entry_named_like_a_default_agent_changes_only_what_it_sets() -> None:
    before = default_agents()["plan"]
    after = all_agents({"plan": AgentSettings(max_steps=3)})["plan"]
    assert after.max_steps == 3
    assert (after.system_prompt, after.allowed_tools, after.confirm_mode) == (
        before.system_prompt,
        before.allowed_tools,
        before.confirm_mode,
    )


def test_an_empty_list_of_tools_means_all_of_them() -> None:
    agents = all_agents({"plan": AgentSettings(allowed_tools=())})
    assert agents["plan"].allowed_tools is None


def test_a_reading_agent_that_is_given_more_tools_asks_unless_it_is_told_not_to() -> None:
    given: dict[str, AgentSettings] = {
        "plan": AgentSettings(allowed_tools=()),
        "explain": AgentSettings(allowed_tools=("read_file", "edit_file")),
        "review": AgentSettings(allowed_tools=("read_file",)),
    }
    modes = {name: agent.confirm_mode for name, agent in all_agents(given).items()}
    assert modes == {
        "build": ConfirmMode.CONFIRM_SENSITIVE,
        "plan": ConfirmMode.CONFIRM_SENSITIVE,
        "explain": ConfirmMode.CONFIRM_SENSITIVE,
        "review": ConfirmMode.YOLO,
        "explore": ConfirmMode.YOLO,
        "test": ConfirmMode.YOLO,
    }
    told = AgentSettings(allowed_tools=(), confirm_mode=ConfirmMode.YOLO)
    assert all_agents({"plan": told})["plan"].confirm_mode is ConfirmMode.YOLO


def test_a_new_agent_is_what_its_settings_say() -> None:
    settings = AgentSettings(
        system_prompt="You write docs.",
        allowed_tools=("read_file",),
        confirm_mode=ConfirmMode.CONFIRM_ALL,
        max_steps=7,
    )
    assert all_agents({"docs": settings})["docs"] == Agent(
        "docs",
        "You write docs.",
        frozenset({"read_file"}),
        ConfirmMode.CONFIRM_ALL,
        7,
        description="You write docs.",
    )


def test_an_agent_is_found_by_its_name() -> None:
    assert find_agent(default_agents(), "review").name == "review"


@pytest.mark.parametrize("name", ["", "biuld", "zzz"])
def test_an_unknown_agent_is_answered_with_those_there_are(name: str) -> None:
    with pytest.raises(
        UnknownAgentError, match="The agents are: build, explain, explore, plan, re"
    ):
        find_agent(default_agents(), name)


def test_a_misspelled_agent_is_answered_with_the_nearest() -> None:
    with pytest.raises(UnknownAgentError, match="did you mean 'build'"):
        find_agent(default_agents(), "biuld")
