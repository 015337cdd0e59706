"""Commands that choose: model, mode, agent; and the plan that is carried out."""

import os
from collections.abc import Sequence

from architect.agent.catalog import DEFAULT_AGENT, all_agents, find_agent
from architect.app.choices import MODES
from architect.app.next_run import task_to_carry_out
from architect.app.run_modes import MEANINGS, PLANNER
from architect.cli.chat.chat_parts import ChatParts, SlashCommand
from architect.cli.chat.sending import send, start
from architect.config.nearest import did_you_mean
from architect.domain.errors import UserError
from architect.domain.run_mode import RunMode
from architect.domain.run_request import RunRequest

PLAN_IS_READY = "`do it` carries the plan out; or say what to change"
DO_IT = ("do it", "do it.", "do it!")
_MOST_MODELS = 40


async def choose_model(chat: ChatParts, name: str) -> None:
    """Without a name it lists those that can be used."""
    if name:
        chat.choices.model = name
        chat.say(f"model: {name}, from the next message on")
        return
    from architect.bootstrap.models.usable_models import usable_models

    llm = chat.conversation.place.config(chat.choices.options).llm
    chat.say(f"model: {llm.model}")
    chat.terminal.activity("asking which models there are")
    found = await usable_models(llm, os.environ, only=None)
    chat.terminal.activity("")
    chat.models = tuple(model.name for one in found for model in one.models)
    for one in found:
        chat.say(f"{one.provider}{f': {one.problem}' if one.problem else ''}", "title")
        for model in one.models[:_MOST_MODELS]:
            chat.lines(f"  {model.name}")
        if (more := len(one.models) - _MOST_MODELS) > 0:
            chat.say(f"  and {more} more; `architect models` lists them", "dim")
    if any(one.problem for one in found):
        chat.say("one that is not listed: /model PROVIDER/NAME", "dim")
    if not found:
        chat.say("no model can be used yet; `architect login` keeps a key", "warning")


async def choose_mode(chat: ChatParts, name: str) -> None:
    known: dict[str, RunMode] = {mode: mode for mode in MEANINGS}
    if not name:
        chat.say(f"mode: {chat.choices.mode or 'ask'}")
        for mode, meaning in MODES.items():
            chat.say(f"  {mode}: {meaning}")
        return
    if name not in known:
        raise UserError(f"there is no mode {name!r}{did_you_mean(name, known)}")
    mode = chat.choices.mode = known[name]
    chat.say(f"mode: {name}, {MODES.get(mode, 'as `architect run` has it')}")


async def choose_agent(chat: ChatParts, name: str) -> None:
    agents = all_agents(chat.conversation.place.config(chat.choices.options).agents)
    if not name:
        chat.say(f"agent: {chat.choices.agent or DEFAULT_AGENT}")
        for each in agents.values():
            chat.say(f"  {each.name}: {each.description}")
        return
    find_agent(agents, name)
    chat.choices.agent = name
    chat.say(f"agent: {name}, from the next message on")


async def plan(chat: ChatParts, task: str) -> None:
    """Plan `task`, or from the next message on."""
    chat.choices.mode = PLANNER
    if task:
        await send(chat, task)
    else:
        chat.say("mode: plan. Say what is to be planned; `/do` carries a plan out.")


async def carry_out(chat: ChatParts, words: str) -> None:
    chat.conversation.require_idle()
    if chat.conversation.session_id is None:
        raise UserError("there is no plan in this session yet; `/plan TASK` makes one")
    if chat.choices.plans:
        chat.choices.mode = "edit"
    chosen = chat.choices.agent
    agent = chosen if chosen and chosen != PLANNER else DEFAULT_AGENT
    await start(chat, RunRequest(f"{task_to_carry_out()} {words}".strip(), agent))


def _modes(_: ChatParts) -> Sequence[str]:
    return [*MODES]


def _agents(chat: ChatParts) -> Sequence[str]:
    return [*all_agents(chat.conversation.place.config(chat.choices.options).agents)]


COMMANDS = (
    SlashCommand(
        name="model",
        argument="[NAME]",
        summary="choose the model; without a name, list those there are",
        run=choose_model,
        completions=lambda chat: chat.models,
    ),
    SlashCommand(
        name="mode",
        argument="[ask|edit|plan|yolo]",
        summary="how much is asked before something is done",
        run=choose_mode,
        completions=_modes,
    ),
    SlashCommand(
        name="agent",
        argument="[NAME]",
        summary="choose the agent",
        run=choose_agent,
        completions=_agents,
    ),
    SlashCommand(
        name="plan",
        argument="[TASK]",
        summary="plan without changing anything",
        run=plan,
        waits=True,
        starts_run=True,
    ),
    SlashCommand(
        name="do",
        argument="[WORDS]",
        summary="carry out the plan; so does `do it`",
        run=carry_out,
        waits=True,
        starts_run=True,
    ),
)
