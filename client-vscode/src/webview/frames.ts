/** The frames of the page. */

/** When the next frame is laid out and painted: what runs then is a task of its own. */
export function frameShown(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => {
      setTimeout(resolve);
    });
  });
}
