/** Documents that no user has opened: language servers look at them, and our own server changes them on the disk. */

import { readFile } from "node:fs/promises";

import {
  TabInputText,
  window,
  workspace,
  type TextDocument,
  type TextDocumentChangeEvent,
  type Uri,
} from "vscode";

/** VS Code notices what is written to the disk, and after that nobody has to wait for it. */
const NOTICED_MS = 1_000;
const LOOK_MS = 25;

/** Tells our own server of a document that it has not been told of. */
type Tell = () => Promise<void>;

/** By the URI; VS Code closes such documents itself, some minutes later. */
const hidden = new Map<string, Tell | undefined>();

window.tabGroups.onDidChangeTabs(({ opened }) => {
  for (const { input } of opened) {
    if (input instanceof TabInputText) {
      void shown(input.uri.toString());
    }
  }
});

/** What language servers are asked about; undefined if there is no such file, or if it is no text. */
export async function opened(uri: Uri): Promise<TextDocument | undefined> {
  const name = uri.toString();
  const known = findOpen(name);
  if (known === undefined && !isInTab(name)) {
    hidden.set(name, undefined);
  }
  try {
    const document = known ?? (await workspace.openTextDocument(uri));
    if (hidden.has(name)) {
      await asOnDisk(document);
    }
    return document;
  } catch {
    hidden.delete(name);
    return undefined;
  }
}

export function isHidden(uri: string): boolean {
  return hidden.has(uri);
}

/** The middleware of the language client that keeps our server from being told of them. */
export const withoutHidden = {
  didOpen: async (document: TextDocument, next: (document: TextDocument) => Promise<void>): Promise<void> => {
    const name = document.uri.toString();
    if (!hidden.has(name)) {
      await next(document);
    } else {
      hidden.set(name, () => next(document));
    }
  },
  didChange: async (
    event: TextDocumentChangeEvent,
    next: (event: TextDocumentChangeEvent) => Promise<void>,
  ): Promise<void> => {
    if (!hidden.has(event.document.uri.toString())) {
      await next(event);
    }
  },
  didClose: async (document: TextDocument, next: (document: TextDocument) => Promise<void>): Promise<void> => {
    if (!hidden.delete(document.uri.toString())) {
      await next(document);
    }
  },
};

async function shown(uri: string): Promise<void> {
  const tell = hidden.get(uri);
  hidden.delete(uri);
  await tell?.();
}

async function asOnDisk(document: TextDocument): Promise<void> {
  const bytes = await readFile(document.uri.fsPath);
  const text = bytes.toString("utf8").replace(/^\uFEFF/, "");
  const endsAt = Date.now() + NOTICED_MS;
  const plain = (each: string) => each.replaceAll("\r\n", "\n");
  while (plain(document.getText()) !== plain(text) && Date.now() < endsAt) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

export function findOpen(uri: string): TextDocument | undefined {
  return workspace.textDocuments.find((document) => document.uri.toString() === uri);
}

function isInTab(uri: string): boolean {
  const tabs = window.tabGroups.all.flatMap((group) => group.tabs);
  return tabs.some(({ input }) => input instanceof TabInputText && input.uri.toString() === uri);
}
