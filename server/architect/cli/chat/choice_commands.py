"""Commands that choose: model, mode, agent; and the plan that is carried out."""

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, get_args

from architect.agent.catalog import DEFAULT_AGENT, all_agents, find_agent
from architect.app.choices import MODES
from architect.app.front_end_words import FrontEndWords
from architect.app.next_run import task_to_carry_out
from architect.app.run_modes import MEANINGS, PLANNER
from architect.cli.chat.chat_parts import ChatParts, SlashCommand
from architect.cli.chat.sending import send, start
from architect.config.nearest import did_you_mean
from architect.domain.errors import UserError
from architect.domain.reasoning_effort import ReasoningEffort
from architect.domain.run_mode import RunMode
from architect.domain.run_request import RunRequest

if TYPE_CHECKING:
    from architect.bootstrap.models.usable_models import ProviderModels

PLAN_IS_READY = "`do it` carries the plan out; or say what to change"
DO_IT = ("do it", "do it.", "do it!")
_MOST_MODELS = 40


async def choose_model(chat: ChatParts, name: str) -> None:
    """Without a name it lists those that can be used, with an address those that are there."""
    if "://" in name:
        await _choose_address(chat, name)
        return
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
    _list(chat, found)
    if any(one.problem for one in found):
        chat.say("one that is not listed: /model PROVIDER/NAME", "dim")
    if not found:
        chat.say("no model can be used yet; `architect login` keeps a key", "warning")


async def _choose_address(chat: ChatParts, address: str) -> None:
    """Ask the models of an OpenAI-compatible address; if it has one, that is chosen."""
    from architect.bootstrap.models.usable_models import models_at

    place = chat.conversation.place
    place.use_address(address)
    llm = place.config(chat.choices.options).llm
    chat.terminal.activity("asking which models there are")
    found = await models_at(address, llm, os.environ)
    chat.terminal.activity("")
    _list(chat, [found])
    if len(found.models) == 1:
        await choose_model(chat, found.models[0].name)
    else:
        chat.say("/model NAME chooses one", "dim")


def _list(chat: ChatParts, found: "Sequence[ProviderModels]") -> None:
    chat.models = tuple(model.name for one in found for model in one.models)
    words = FrontEndWords(chat.conversation.place.words)
    for one in found:
        problem = f": {words.text(one.problem)}" if one.problem else ""
        chat.say(f"{one.provider}{problem}", "title")
        for model in one.models[:_MOST_MODELS]:
            chat.lines(f"  {model.name}")
        if (more := len(one.models) - _MOST_MODELS) > 0:
            chat.say(f"  and {more} more; `architect models` lists them", "dim")


async def choose_reasoning(chat: ChatParts, effort: str) -> None:
    known: dict[str, ReasoningEffort] = {each: each for each in get_args(ReasoningEffort)}
    if not effort:
        llm = chat.conversation.place.config(chat.choices.options).llm
        chat.say(f"reasoning: {llm.reasoning_effort or 'as the model has it'}")
        chat.say(f"  one of {', '.join(known)}", "dim")
        return
    if effort not in known:
        raise UserError(f"there is no effort {effort!r}; it is one of {', '.join(known)}")
    chat.choices.reasoning = known[effort]
    chat.say(f"reasoning: {effort}, from the next message on")


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
        argument="[NAME|URL]",
        summary="choose the model, also at an OpenAI-compatible URL; without one, list them",
        run=choose_model,
        completions=lambda chat: chat.models,
    ),
    SlashCommand(
        name="reasoning",
        argument="[EFFORT]",
        summary="how hard the model thinks before it replies",
        run=choose_reasoning,
        completions=lambda _: get_args(ReasoningEffort),
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
