/** What is pasted or dropped: images, and files by their addresses. */

import { t } from "../../l10n";
import { MAX_IMAGE_BYTES, type Attachment } from "../../panel/attachment";

export interface DropListener {
  /** The images, whole: the extension is to keep them. */
  readonly images: (images: readonly Attachment[]) => void;
  /** Files of which the extension knows more. */
  readonly drop: (uris: readonly string[]) => void;
  readonly problem: (text: string) => void;
}

/** In which the editor and other programs name what is dragged. */
const LISTS = ["application/vnd.code.uri-list", "text/uri-list"];

/** Begins to take what is pasted into `field` or dropped on `area`. */
export function listenForFiles(area: HTMLElement, field: HTMLElement, listener: DropListener): void {
  field.addEventListener("paste", (event) => {
    const images = imagesIn(event.clipboardData);
    if (images.length > 0) {
      event.preventDefault();
      void take(images, listener);
    }
  });
  area.addEventListener("dragover", (event) => {
    event.preventDefault();
    area.classList.add("dropping");
  });
  area.addEventListener("dragleave", () => {
    area.classList.remove("dropping");
  });
  area.addEventListener("drop", (event) => {
    area.classList.remove("dropping");
    const uris = urisIn(event.dataTransfer);
    const images = imagesIn(event.dataTransfer);
    if (uris.length + images.length > 0) {
      event.preventDefault();
    }
    if (uris.length > 0) {
      listener.drop(uris);
    } else {
      void take(images, listener);
    }
  });
}

function imagesIn(data: DataTransfer | null): readonly File[] {
  return [...(data?.files ?? [])].filter(({ type }) => /^image\/(png|jpeg|gif|webp)$/.test(type));
}

/** One address a line; lines with `#` are comments (RFC 2483). */
function urisIn(data: DataTransfer | null): readonly string[] {
  const list = LISTS.map((type) => data?.getData(type) ?? "").find((each) => each !== "") ?? "";
  return list.split(/\r?\n/).filter((line) => line !== "" && !line.startsWith("#"));
}

async function take(images: readonly File[], listener: DropListener): Promise<void> {
  for (const image of images) {
    if (image.size > MAX_IMAGE_BYTES) {
      listener.problem(t("{name} is larger than 5 MB, which is the most an image may have.", { name: image.name }));
    } else {
      const data = await base64(image);
      listener.images([{ kind: "image", name: image.name || "image", mediaType: image.type, data }]);
    }
  }
}

async function base64(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = "";
  for (let at = 0; at < bytes.length; at += 0x8000) {
    binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  }
  return btoa(binary);
}
