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
from architect.l10n import english, shown, t

if TYPE_CHECKING:
    from architect.bootstrap.models.usable_models import ProviderModels

PLAN_IS_READY = english("`do it` carries the plan out; or say what to change")
DO_IT = ("do it", "do it.", "do it!")
_MOST_MODELS = 40


async def choose_model(chat: ChatParts, name: str) -> None:
    """Without a name it lists those that can be used, with an address those that are there."""
    if "://" in name:
        await _choose_address(chat, name)
        return
    if name:
        chat.choices.model = name
        chat.conversation.place.lacks_model = False
        chat.say(t("model: {name}, from the next message on", name=name))
        return
    from architect.bootstrap.models.usable_models import usable_models

    llm = chat.conversation.place.config(chat.choices.options).llm
    chat.say(t("model: {model}", model=llm.model))
    chat.terminal.activity(t("asking which models there are"))
    found = await usable_models(llm, os.environ, only=None)
    chat.terminal.activity("")
    _list(chat, found)
    if any(one.problem for one in found):
        chat.say(t("one that is not listed: /model PROVIDER/NAME"), "dim")
    if not found:
        told = t(
            "no model can be used yet; `architect login` keeps a key, "
            "/model URL asks an OpenAI-compatible server for its models"
        )
        chat.say(told, "warning")


async def _choose_address(chat: ChatParts, address: str) -> None:
    """Ask the models of an OpenAI-compatible address; if it has one, that is chosen."""
    from architect.bootstrap.models.usable_models import models_at

    place = chat.conversation.place
    place.use_address(address)
    llm = place.config(chat.choices.options).llm
    chat.terminal.activity(t("asking which models there are"))
    found = await models_at(address, llm, os.environ)
    chat.terminal.activity("")
    _list(chat, [found])
    names = {model.name for model in found.models}
    place.lacks_model = bool(names) and chat.choices.model not in names
    if len(names) == 1:
        await choose_model(chat, names.pop())
    elif place.lacks_model:
        chat.choices.model = None
        chat.say(t("/model NAME chooses one"), "dim")


def _list(chat: ChatParts, found: "Sequence[ProviderModels]") -> None:
    chat.models = tuple(model.name for one in found for model in one.models)
    words = FrontEndWords(chat.conversation.place.words)
    for one in found:
        problem = f": {shown(words.text(one.problem))}" if one.problem else ""
        chat.say(f"{one.provider}{problem}", "title")
        for model in one.models[:_MOST_MODELS]:
            chat.lines(f"  {model.name}")
        if (more := len(one.models) - _MOST_MODELS) > 0:
            chat.say(t("  and {more} more; `architect models` lists them", more=more), "dim")


async def choose_reasoning(chat: ChatParts, effort: str) -> None:
    known: dict[str, ReasoningEffort] = {each: each for each in get_args(ReasoningEffort)}
    if not effort:
        llm = chat.conversation.place.config(chat.choices.options).llm
        effort = llm.reasoning_effort or t("as the model has it")
        chat.say(t("reasoning: {effort}", effort=effort))
        chat.say(t("  one of {known}", known=", ".join(known)), "dim")
        return
    if effort not in known:
        raise UserError(
            english(
                "there is no effort {effort!r}; it is one of {known}",
                effort=effort,
                known=", ".join(known),
            )
        )
    chat.choices.reasoning = known[effort]
    chat.say(t("reasoning: {effort}, from the next message on", effort=effort))


async def choose_mode(chat: ChatParts, name: str) -> None:
    known: dict[str, RunMode] = {mode: mode for mode in MEANINGS}
    if not name:
        chat.say(t("mode: {mode}", mode=chat.choices.mode or "ask"))
        for mode, meaning in MODES.items():
            chat.say(f"  {mode}: {shown(meaning)}")
        return
    if name not in known:
        raise UserError(
            english("there is no mode {name!r}{hint}", name=name, hint=did_you_mean(name, known))
        )
    mode = chat.choices.mode = known[name]
    meaning = MODES.get(mode, english("as `architect run` has it"))
    chat.say(t("mode: {name}, {meaning}", name=name, meaning=shown(meaning)))


async def choose_agent(chat: ChatParts, name: str) -> None:
    agents = all_agents(chat.conversation.place.config(chat.choices.options).agents)
    if not name:
        chat.say(t("agent: {agent}", agent=chat.choices.agent or DEFAULT_AGENT))
        for each in agents.values():
            chat.say(f"  {each.name}: {shown(each.description)}")
        return
    find_agent(agents, name)
    chat.choices.agent = name
    chat.say(t("agent: {name}, from the next message on", name=name))


async def plan(chat: ChatParts, task: str) -> None:
    """Plan `task`, or from the next message on."""
    chat.choices.mode = PLANNER
    if task:
        await send(chat, task)
    else:
        chat.say(t("mode: plan. Say what is to be planned; `/do` carries a plan out."))


async def carry_out(chat: ChatParts, words: str) -> None:
    chat.conversation.require_idle()
    if chat.conversation.session_id is None:
        raise UserError(english("there is no plan in this session yet; `/plan TASK` makes one"))
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
        summary=english(
            "choose the model, also at an OpenAI-compatible URL; without one, list them"
        ),
        run=choose_model,
        completions=lambda chat: chat.models,
    ),
    SlashCommand(
        name="reasoning",
        argument="[EFFORT]",
        summary=english("how hard the model thinks before it replies"),
        run=choose_reasoning,
        completions=lambda _: get_args(ReasoningEffort),
    ),
    SlashCommand(
        name="mode",
        argument="[ask|edit|plan|yolo]",
        summary=english("how much is asked before something is done"),
        run=choose_mode,
        completions=_modes,
    ),
    SlashCommand(
        name="agent",
        argument="[NAME]",
        summary=english("choose the agent"),
        run=choose_agent,
        completions=_agents,
    ),
    SlashCommand(
        name="plan",
        argument="[TASK]",
        summary=english("plan without changing anything"),
        run=plan,
        waits=True,
        starts_run=True,
    ),
    SlashCommand(
        name="do",
        argument="[WORDS]",
        summary=english("carry out the plan; so does `do it`"),
        run=carry_out,
        waits=True,
        starts_run=True,
    ),
)
