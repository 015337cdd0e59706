/** The input: begins a session, continues it, or tells a run that works what else there is. */

import { t } from "../../l10n";
import type { Attachment } from "../../panel/attachment";
import type { Choices } from "../../panel/choices";
import type { Draft } from "../../panel/draft";
import type { Mentions } from "../../panel/mentions";
import type { ChatState, QueuedMessage } from "../../panel/messages";
import { button, element, freshId, setText } from "../dom";
import { Chips } from "./chips";
import { listenForFiles } from "./dropped";
import { hintOf, placeholderOf } from "./inputWords";
import { MentionList } from "./mentionList";
import { OptionsRow, type RowState } from "./optionsRow";
import { QueueView, type QueueActions } from "./queueView";
import { Recall } from "./recall";

/** What the input is told. */
export interface ComposerState extends RowState {
  /** Why nothing can be sent now; empty if it can. It can be written all the same. */
  readonly blockedReason: string;
  /** Whether there is a session to continue. */
  readonly isContinued: boolean;
  /** What the model of a run that works has not read yet. */
  readonly queued: readonly QueuedMessage[];
}

export interface SentMessage {
  readonly prompt: string;
  readonly interrupt: boolean;
  readonly attachments: readonly Attachment[];
  readonly choices: Choices;
  readonly replaces: string;
}

/** What the editor does for the input: lets the user pick something, or gets the focus back. */
export type Asked = "pickModel" | "pickAttachments" | "leave";

export interface ComposerActions extends QueueActions {
  readonly send: (message: SentMessage) => void;
  readonly draft: (draft: Draft) => void;
  readonly mentions: (number: number, text: string) => void;
  readonly drop: (uris: readonly string[]) => void;
  readonly images: (images: readonly Attachment[]) => void;
  readonly problem: (text: string) => void;
  readonly ask: (type: Asked) => void;
  readonly stop: () => void;
}

const EDITING = t("You edit an earlier message. What came after it leaves this conversation.");
const NO_EDIT = t("The earlier message was not replaced. Its new words are in the input, before what you wrote there.");

export class Composer {
  readonly element = element("form", { class: "composer" });
  private readonly queue: QueueView;
  private readonly editing = element("div", { class: "editing" });
  private readonly chips: Chips;
  private readonly field: HTMLTextAreaElement;
  private readonly mentions: MentionList;
  private readonly row: OptionsRow;
  private readonly hint = element("p", { class: "hint", attributes: { id: freshId("hint") } });
  private readonly recall = new Recall();
  private state: ComposerState | undefined;
  private history: readonly string[] = [];
  private replaces = "";
  private besideEdit = "";

  constructor(private readonly actions: ComposerActions) {
    const id = freshId("prompt");
    this.field = element("textarea", { attributes: { id, rows: "2", "aria-describedby": this.hint.id } });
    const send = button(t("Send"), () => {
      this.submit(false);
    }, { class: "primary", attributes: { "aria-describedby": this.hint.id } });
    const keep = () => {
      this.keepDraft();
    };
    this.chips = new Chips({ onChange: keep, onProblem: actions.problem });
    this.queue = new QueueView(actions);
    this.mentions = new MentionList(this.field, { ask: actions.mentions, take: this.takeMention });
    this.row = new OptionsRow({ ...actions, onChoices: keep }, send);
    const stopEditing = button(t("Cancel"), () => {
      this.stopEditing();
    }, { class: "link-button" });
    this.editing.append(element("span", {}, EDITING), stopEditing);
    this.editing.hidden = true;
    const label = element("label", { class: "visually-hidden", attributes: { for: id } }, t("Message to the agent"));
    const box = element("div", { class: "composer-box" }, this.chips.element, label, this.field, this.row.element);
    this.element.append(this.queue.element, this.editing, this.mentions.element, box, this.hint);
    this.listen(box);
  }

  update(chat: ChatState, state: ComposerState): void {
    this.state = state;
    this.history = chat.history;
    this.queue.update(state.queued);
    this.chips.offer(chat.selection);
    this.row.update(chat, state);
    const placeholder = placeholderOf(state);
    if (this.field.placeholder !== placeholder) {
      this.field.placeholder = placeholder;
    }
    setText(this.hint, state.blockedReason === "" ? hintOf(state) : state.blockedReason);
  }

  /** What was written before, with what was chosen below it. */
  begin(draft: Draft): void {
    this.row.choices = draft.choices;
    this.row.modeBefore = draft.modeBefore;
    this.write(draft);
  }

  /** What was written in another session; what is chosen below stays. */
  write({ draft, attachments, replaces, besideEdit }: Draft): void {
    this.field.value = draft;
    this.besideEdit = besideEdit;
    this.setReplaced(replaces);
    this.recall.reset();
    this.chips.begin(attachments);
  }

  /** A text that comes back; what is there stays behind it. An edit of a message is one again in an empty input. */
  restore(draft: string, attachments: readonly Attachment[], replaces = ""): void {
    const { value } = this.field;
    const isAlone = value === "" || value === draft;
    this.field.value = isAlone ? draft : `${draft}\n${value}`;
    if (replaces !== "" && isAlone) {
      this.setReplaced(replaces);
    } else if (replaces !== "") {
      this.actions.problem(NO_EDIT);
    }
    this.chips.add(attachments);
  }

  attach(attachments: readonly Attachment[]): void {
    this.chips.add(attachments);
  }

  /** What is gone; the user is told which. */
  detach(held: readonly string[]): void {
    const gone = this.chips.remove(held);
    if (gone.length > 0) {
      this.actions.problem(t("{names}: too large to outlast a reload of the window. Attach it again.", { names: gone.join(", ") }));
    }
  }

  setModel(model: string): void {
    this.row.choices = { ...this.row.choices, model };
    this.keepDraft();
  }

  showMentions(number: number, found: Mentions): void {
    this.mentions.show(number, found);
  }

  /** Takes an earlier message up again; it takes the place of the task of that run. What is written comes back after it. */
  edit(runId: string, text: string): void {
    if (this.replaces === "") {
      this.besideEdit = this.field.value;
    }
    this.field.value = text;
    this.setReplaced(runId);
    this.keepDraft();
    this.focus();
  }

  leavePlan(): Choices {
    return this.row.leavePlan();
  }

  focus(): void {
    this.field.focus();
    this.field.setSelectionRange(this.field.value.length, this.field.value.length);
  }

  private setReplaced(runId: string): void {
    this.replaces = runId;
    this.editing.hidden = runId === "";
  }

  private stopEditing(): void {
    this.leaveMessage();
    this.keepDraft();
    this.focus();
  }

  /** The input is empty again, or as it was before a message was edited. */
  private leaveMessage(): void {
    this.field.value = this.besideEdit;
    this.besideEdit = "";
    this.setReplaced("");
  }

  private keepDraft(): void {
    this.actions.draft({
      draft: this.field.value,
      attachments: this.chips.own(),
      choices: this.row.choices,
      modeBefore: this.row.modeBefore,
      replaces: this.replaces,
      besideEdit: this.besideEdit,
    });
  }

  private listen(box: HTMLElement): void {
    this.element.addEventListener("submit", (event) => {
      event.preventDefault();
      this.submit(false);
    });
    this.field.addEventListener("input", () => {
      this.recall.reset();
      this.keepDraft();
      this.mentions.follow(this.textToCursor());
    });
    this.field.addEventListener("blur", () => {
      this.mentions.close();
    });
    this.field.addEventListener("keydown", (event) => {
      if (this.takesKey(event)) {
        event.preventDefault();
        // The editor would hear it, too.
        event.stopPropagation();
      }
    });
    listenForFiles(box, this.field, {
      images: this.actions.images,
      drop: this.actions.drop,
      problem: this.actions.problem,
    });
  }

  private takesKey(event: KeyboardEvent): boolean {
    // While an input method composes, Enter takes its suggestion.
    if (event.isComposing) {
      return false;
    }
    if (this.mentions.takesKey(event)) {
      return true;
    }
    if (event.key === "Enter" && !event.shiftKey) {
      this.submit(event.ctrlKey || event.metaKey);
      return true;
    }
    if (event.key === "Escape") {
      if (this.replaces === "") {
        this.actions.ask("leave");
      } else {
        this.stopEditing();
      }
      return true;
    }
    const recalled = hasModifier(event) ? undefined : this.recall.recalled(event.key, this.field, this.history);
    if (recalled !== undefined) {
      this.field.value = recalled;
      const end = event.key === "ArrowUp" ? 0 : recalled.length;
      this.field.setSelectionRange(end, end);
      this.keepDraft();
    }
    return recalled !== undefined;
  }

  private textToCursor(): string {
    return this.field.value.slice(0, this.field.selectionStart);
  }

  private readonly takeMention = (from: number, insert: string): void => {
    this.field.setRangeText(insert, from, this.field.selectionStart, "end");
    this.keepDraft();
    // In a folder one goes on.
    this.mentions.follow(this.textToCursor());
  };

  private submit(interrupt: boolean): void {
    const prompt = this.field.value;
    if (this.state?.blockedReason !== "" || prompt.trim() === "") {
      return;
    }
    const message = {
      prompt,
      interrupt,
      attachments: this.chips.all(),
      choices: this.row.choices,
      replaces: this.replaces,
    };
    this.leaveMessage();
    this.recall.reset();
    this.mentions.close();
    this.chips.clear();
    this.actions.send(message);
  }
}

function hasModifier({ altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
  return altKey || ctrlKey || metaKey || shiftKey;
}
