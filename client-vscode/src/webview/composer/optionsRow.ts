/** The row below the input: what the next run works with, how full its context is, send and stop. */

import { t } from "../../l10n";
import { modelName } from "../../modelName";
import { EFFORTS } from "../../reasoningEfforts";
import { MODES, NO_CHOICES, PLAN, type Choices } from "../../panel/choices";
import type { AgentChoice, ChatState } from "../../panel/messages";
import { NEARLY_FULL_PERCENT } from "../../protocol/generated";
import { button, element, fill, setText, setTitle } from "../dom";

export interface OptionsListener {
  readonly onChoices: (choices: Choices) => void;
  readonly ask: (type: "pickModel" | "pickAttachments") => void;
  readonly stop: () => void;
}

/** What of the session the row shows. */
export interface RowState {
  readonly isWorking: boolean;
  readonly isCancelling: boolean;
  /** The model of the last run; empty if there is none. */
  readonly model: string;
  /** 0 if nobody knows yet. */
  readonly contextPercent: number;
}

interface Option {
  readonly value: string;
  readonly label: string;
  readonly title?: string;
}

export class OptionsRow {
  readonly element = element("div", { class: "composer-options" });
  choices: Choices = NO_CHOICES;
  /** The mode that was chosen before the one that only plans. */
  modeBefore = "";
  private readonly model: HTMLButtonElement;
  private readonly mode = this.select(t("Mode"), "mode");
  private readonly agent = this.select(t("Agent"), "agent");
  private readonly effort = this.select(t("Reasoning effort"), "reasoning");
  private readonly stop: HTMLButtonElement;
  private readonly meter = element("meter", { attributes: { min: "0", max: "100", high: "80", optimum: "0" } });
  private readonly meterText = element("span");
  private readonly context = element("span", { class: "context-meter" }, this.meter, this.meterText);
  private shown = "";
  private usualMode = "";

  constructor(
    private readonly listener: OptionsListener,
    send: HTMLButtonElement,
  ) {
    const attach = button("+", () => {
      listener.ask("pickAttachments");
    }, {
      class: "quiet-button attach",
      attributes: { "aria-label": t("Attach files, images and more"), title: t("Attach files, images and more") },
    });
    this.model = button("", () => {
      listener.ask("pickModel");
    }, { class: "quiet-button model" });
    this.stop = button(t("Stop"), listener.stop, { class: "secondary stop", attributes: { "aria-label": t("Stop the run"), title: t("Stop the run; the conversation stays") } });
    const end = element("span", { class: "composer-end" }, this.context, this.stop, send);
    this.element.append(attach, this.model, this.mode, this.agent, this.effort, end);
  }

  update(chat: ChatState, state: RowState): void {
    const model = this.choices.model || chat.model || state.model;
    setText(this.model, model === "" ? t("Select Model") : shortModel(model));
    setTitle(this.model, model === "" ? "" : t("Model: {model}", { model: modelName(model) }));
    this.stop.hidden = !state.isWorking;
    this.stop.disabled = state.isCancelling;
    this.showContext(state.contextPercent);
    const shown = JSON.stringify([chat.mode, chat.reasoning, chat.agents, this.choices]);
    if (shown !== this.shown) {
      this.shown = shown;
      this.usualMode = chat.mode;
      options(this.mode, MODES.map(({ mode, label, description }) => ({ value: mode, label, title: description })), this.choices.mode || chat.mode);
      options(this.agent, agentOptions(chat.agents), this.choices.agent);
      options(this.effort, effortOptions(chat.reasoning), this.choices.reasoning);
      this.agent.hidden = chat.agents.length === 0;
      this.mode.title = MODES.find(({ mode }) => mode === this.mode.value)?.description ?? "";
    }
  }

  /** Back to the mode before the one that only plans. */
  leavePlan(): Choices {
    if (this.choices.mode === PLAN) {
      this.choices = { ...this.choices, mode: this.modeBefore };
      this.mode.value = this.modeBefore || this.usualMode;
      this.listener.onChoices(this.choices);
    }
    return this.choices;
  }

  private showContext(percent: number): void {
    this.context.hidden = percent <= 0;
    this.meter.value = percent;
    const isNearlyFull = percent >= NEARLY_FULL_PERCENT;
    const words = isNearlyFull
      ? t("Context {percent} % full; Compact Session (Command Palette) makes room, New Chat begins anew", { percent })
      : t("Context {percent} % full", { percent });
    this.meter.setAttribute("aria-label", words);
    this.context.title = words;
    setText(this.meterText, isNearlyFull ? t("{percent} % full", { percent }) : `${String(percent)} %`);
  }

  private select(label: string, name: keyof Choices): HTMLSelectElement {
    const made = element("select", { class: "quiet-button", attributes: { "aria-label": label, title: label } });
    made.addEventListener("change", () => {
      if (name === "mode" && this.choices.mode !== PLAN) {
        this.modeBefore = this.choices.mode;
      }
      this.choices = { ...this.choices, [name]: made.value };
      this.listener.onChoices(this.choices);
    });
    return made;
  }
}

function options(select: HTMLSelectElement, all: readonly Option[], value: string): void {
  fill(
    select,
    ...all.map(({ value: of, label, title }) => element("option", { attributes: { value: of, title } }, label)),
  );
  select.value = value;
}

function agentOptions(agents: readonly AgentChoice[]): readonly Option[] {
  const named = agents.map(({ name, description }) => ({ value: name, label: name, title: description }));
  return [{ value: "", label: t("Agent") }, ...named];
}

function effortOptions(ofSettings: string): readonly Option[] {
  const usual = ofSettings === "" ? t("Effort") : t("Effort: {effort}", { effort: ofSettings });
  return [{ value: "", label: usual }, ...EFFORTS.map((effort) => ({ value: effort, label: effort }))];
}

/** Without its provider. */
function shortModel(model: string): string {
  return model.replace(/^.*\//, "");
}
