/** The texts of edits that are asked about, as documents that can be changed before the answer. */

import {
  EventEmitter,
  FileSystemError,
  FileType,
  Uri,
  workspace,
  type FileChangeEvent,
  type FileStat,
  type FileSystemProvider,
} from "vscode";

import type { Disposable } from "../disposable";

export const ANSWER_SCHEME = "architect-answer";

interface Offered {
  /** As it was asked about. */
  readonly text: string;
  /** As it was saved last. */
  saved: Uint8Array;
}

/** Kept in memory as long as the question waits. */
export class AnswerFiles implements FileSystemProvider {
  private readonly changes = new EventEmitter<FileChangeEvent[]>();
  readonly onDidChangeFile = this.changes.event;
  private readonly files = new Map<string, Offered>();

  register(): Disposable {
    return workspace.registerFileSystemProvider(ANSWER_SCHEME, this, { isCaseSensitive: true });
  }

  /** A document of the question `key`; its path is that of the file. */
  offer(key: string, path: string, text: string): Uri {
    const uri = Uri.from({ scheme: ANSWER_SCHEME, authority: key, path: `/${path}` });
    this.files.set(uri.toString(), { text, saved: new TextEncoder().encode(text) });
    return uri;
  }

  /** What the user made of the text; undefined if it is as it was. */
  changedText(key: string): string | undefined {
    const [found] = this.ofQuestion(key);
    if (found === undefined) {
      return undefined;
    }
    const [uri, { text, saved }] = found;
    const open = workspace.textDocuments.find((document) => document.uri.toString() === uri);
    const now = (open?.getText() ?? new TextDecoder().decode(saved)).replaceAll("\r\n", "\n");
    return now === text ? undefined : now;
  }

  /** Save what is open of the question, so that its editor closes without asking. */
  async settle(key: string): Promise<void> {
    const uris = new Set(this.ofQuestion(key).map(([uri]) => uri));
    const dirty = workspace.textDocuments.filter(({ uri, isDirty }) => isDirty && uris.has(uri.toString()));
    await Promise.all(dirty.map((document) => document.save()));
  }

  forget(key: string): void {
    for (const [uri] of this.ofQuestion(key)) {
      this.files.delete(uri);
    }
  }

  stat(uri: Uri): FileStat {
    return { type: FileType.File, ctime: 0, mtime: 0, size: this.known(uri).saved.length };
  }

  readFile(uri: Uri): Uint8Array {
    return this.known(uri).saved;
  }

  writeFile(uri: Uri, content: Uint8Array): void {
    this.known(uri).saved = content;
  }

  watch(): Disposable {
    return { dispose: () => undefined };
  }

  readDirectory(): [string, FileType][] {
    return [];
  }

  createDirectory(uri: Uri): void {
    throw FileSystemError.NoPermissions(uri);
  }

  delete(uri: Uri): void {
    throw FileSystemError.NoPermissions(uri);
  }

  rename(uri: Uri): void {
    throw FileSystemError.NoPermissions(uri);
  }

  private known(uri: Uri): Offered {
    const found = this.files.get(uri.toString());
    if (found === undefined) {
      throw FileSystemError.FileNotFound(uri);
    }
    return found;
  }

  private ofQuestion(key: string): readonly (readonly [string, Offered])[] {
    return [...this.files].filter(([uri]) => Uri.parse(uri).authority === key);
  }
}
