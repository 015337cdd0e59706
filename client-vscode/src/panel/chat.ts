/** A chat: one session after another in one webview, and an input that is always there. */

import type { Tone } from "../conversation/blocks";
import { sessionOf } from "../conversation/run";
import { ServerError } from "../daemon/serverError";
import { combinedDisposable, type Disposable } from "../disposable";
import type { Attachment } from "./attachment";
import { ChatInput } from "./chatInput";
import { emptyState } from "./chatState";
import { withImagesHeld } from "./heldImages";
import type { ChatRequest, FromWebview, Ready, Submission, ToWebview } from "./messages";
import { LastNotice, type NoticeButton } from "./notice";
import type { ChatHost, PanelWebview } from "./panelHost";
import { readFromWebview } from "./requests";
import { errorText } from "./sessionFeed";
import { SessionPanel } from "./sessionPanel";

/** Where messages go; they go there, too, when the user has opened another session meanwhile. */
interface Place { session: SessionPanel | undefined }

export class Chat implements Disposable {
  private place: Place = { session: undefined };
  /** Sessions that were shown before, with messages that wait, by their ids. */
  private readonly left = new Map<string, SessionPanel>();
  /** Whether the page has loaded, and so can be told. */
  isReady = false;
  /** What has to wait until the webview can be told. */
  private held: ToWebview[] = [];
  /** Messages go out one after the other: the first begins the session that the next continue. */
  private sending = Promise.resolve();
  private readonly parts: Disposable;
  private readonly notice = new LastNotice();
  private readonly webview: PanelWebview;
  private readonly input: ChatInput;

  /** `onShown` is told when another session is shown, and when the page has loaded. */
  constructor(
    webview: PanelWebview,
    private readonly host: ChatHost,
    private readonly onShown: () => void = () => undefined,
  ) {
    this.webview = withImagesHeld(webview, host.images);
    this.input = new ChatInput(host.drafts, host.images, (message) => {
      this.post(message);
    });
    this.parts = combinedDisposable(
      this.input,
      webview.onMessage((message) => {
        const request = readFromWebview(message);
        if (request !== undefined) {
          void this.handle(request);
        }
      }),
      webview.onHidden(() => {
        this.isReady = false;
        this.session?.hide();
      }),
      host.onChat(() => {
        this.tellChat();
      }),
      host.onStatus(() => {
        if (this.session === undefined) {
          this.post({ type: "state", state: emptyState(host.status()) });
        }
      }),
    );
  }

  dispose(): void {
    this.parts.dispose();
    this.session?.dispose();
    this.left.forEach((session) => {
      session.dispose();
    });
  }

  /** Empty if there is none. */
  get sessionId(): string {
    return this.session?.sessionId ?? "";
  }

  /** The run by which its session was opened; undefined if there is none. */
  get runId(): string | undefined {
    return this.session?.runId;
  }

  /** Shows the session of a run; undefined shows none. */
  open(runId: string | undefined): void {
    if (runId !== undefined && sessionOf(runId) === this.sessionId) {
      return;
    }
    this.show(runId, { session: undefined });
  }

  private get session(): SessionPanel | undefined {
    return this.place.session;
  }

  /** Messages to that place continue the session of a run; it is shown, if the place still is. */
  private goOn(place: Place, runId: string): void {
    if (place === this.place) {
      this.show(runId, place);
    }
  }

  private show(runId: string | undefined, place: Place): void {
    const before = this.session;
    if (before?.leave() === true) {
      this.left.set(before.sessionId, before);
    }
    place.session = runId === undefined ? undefined : this.panelOf(runId);
    if (place === this.place) {
      this.input.goOn(this.sessionId);
    }
    this.place = place;
    this.webview.setTitle("");
    if (this.isReady) {
      this.input.show(this.sessionId);
      this.begin();
    }
    this.onShown();
  }

  private panelOf(runId: string): SessionPanel {
    const left = this.left.get(sessionOf(runId));
    this.left.delete(sessionOf(runId));
    return left ?? new SessionPanel(runId, this.webview, this.host);
  }

  /** Read what was recorded since, of a run of this session. */
  readOn(runId: string): void {
    this.session?.readOn(runId);
  }

  attach(attachments: readonly Attachment[]): void {
    this.tell({ type: "attach", attachments });
  }

  /** Say above the input what a button of the user came to, or what happened. */
  notify(tone: Tone, text: string, buttons: readonly NoticeButton[], isQuestion = false): void {
    this.tell(this.notice.next(tone, text, buttons, isQuestion));
  }

  tell(message: ToWebview): void {
    if (this.isReady) {
      this.webview.post(message);
    } else {
      this.held.push(message);
    }
  }

  private post(message: ToWebview): void {
    if (this.isReady) {
      this.webview.post(message);
    }
  }

  private tellChat(): void {
    this.post({ type: "chat", chat: this.host.chat(this.sessionId) });
  }

  private begin(): void {
    if (this.session === undefined) {
      this.post({ type: "conversation", state: emptyState(this.host.status()) });
    } else {
      this.session.begin();
    }
    this.tellChat();
    const held = this.held;
    this.held = [];
    held.forEach((message) => {
      this.webview.post(message);
    });
  }

  private async handle(request: FromWebview): Promise<void> {
    if (request.type === "ready") {
      this.isReady = true;
      this.input.load(request, this.sessionId);
      this.begin();
      this.onShown();
    } else if (request.type === "submit") {
      const { place } = this;
      this.sending = this.sending.then(() => this.submit(request, place));
      await this.sending;
    } else {
      await this.act(request).catch((error: unknown) => {
        this.tellError(error);
      });
    }
  }

  tellError(error: unknown): void {
    const remedy = error instanceof ServerError ? error.remedy : undefined;
    this.tell({ type: "notification", tone: "bad", text: errorText(error), ...(remedy === undefined ? {} : { remedy }) });
  }

  /** Whether a run is of the session that is shown, or none is meant. */
  private isOwn(runId: string): boolean {
    return runId === "" || sessionOf(runId) === this.sessionId;
  }

  private async submit(submission: Submission, place: Place): Promise<void> {
    try {
      await this.host.remember(submission.prompt);
      const isSent = await this.send(await this.completed(submission), place);
      if (isSent) {
        this.host.images.release(submission.attachments);
      } else {
        this.giveBack(submission, place);
      }
    } catch (error) {
      this.tellError(error);
      this.giveBack(submission, place);
    }
  }

  /** An edit of a message stays one, where that message is shown. */
  private giveBack({ prompt, attachments, replaces }: Submission, place: Place): void {
    this.tell({ type: "promptRejected", prompt, attachments, replaces: place === this.place ? replaces : "" });
  }

  /** Whether it was; not if the user would rather not replace a message after all. */
  private async send(submission: Submission, place: Place): Promise<boolean> {
    const { session } = place;
    const { prompt, attachments, choices, replaces } = submission;
    if (replaces !== "" && sessionOf(replaces) === session?.sessionId) {
      const forked = await this.host.forkBefore(replaces);
      if (forked !== undefined) {
        this.goOn(place, await this.host.begin({ prompt, attachments, choices, session: forked ?? undefined }));
      }
      return forked !== undefined;
    }
    if (session !== undefined) {
      await session.submit(submission);
      return true;
    }
    this.goOn(place, await this.host.begin({ prompt, attachments, choices, session: undefined }));
    return true;
  }

  /** With what only the editor knows: `@terminal`. */
  private async completed(submission: Submission): Promise<Submission> {
    const attachments = this.host.images.whole(submission.attachments);
    const isNamed = /(^|\s)@terminal\b/.test(submission.prompt);
    const terminal = isNamed ? await this.host.terminal() : undefined;
    return { ...submission, attachments: terminal === undefined ? attachments : [...attachments, terminal] };
  }

  private async act(request: Exclude<FromWebview, Ready | Submission>): Promise<void> {
    switch (request.type) {
      case "draft":
        return this.host.drafts.keep(request.sessionId, request.draft);
      case "mentions":
        return this.findMentions(request);
      case "pickModel":
        return this.pickModel();
      case "pickAttachments":
        this.attach(await this.host.pickAttachments());
        return;
      case "images":
        this.attach(request.images);
        return;
      case "drop":
        this.attach(await this.host.attachmentsOf(request.uris));
        return;
      case "leave":
        return this.host.leave();
      case "newChat":
        return this.host.newChat();
      case "openSession":
        return this.host.openSession();
      case "remedy":
        return this.isOwn(request.runId) ? this.host.remedy(request.runId, request.remedy) : undefined;
      case "press":
        return this.notice.press(request);
      case "show":
        return this.host.showRun(request.runId);
      case "link":
        return this.host.openLink(request.url);
      case "insert":
        return this.host.insert(request.text);
      default:
        return this.session?.receive(request);
    }
  }

  private async pickModel(): Promise<void> {
    const model = await this.host.pickModel();
    if (model !== undefined) {
      this.post({ type: "model", model });
    }
    this.tell({ type: "focus" });
  }

  private async findMentions({ number, text }: Extract<ChatRequest, { type: "mentions" }>): Promise<void> {
    const found = await this.host.mentions(text);
    this.post({ type: "mentions", number, found });
  }
}
