import { scene } from "../../run";

scene("the palette has the commands and the activity bar our views", async (window) => {
  for (const title of ["Run Task...", "Review Uncommitted Changes", "Select Model..."]) {
    await window.offered(`Architect: ${title}`);
    await window.page.keyboard.press("Escape");
  }
  await window.ourView.click();
  await window.page.locator('.pane-header[aria-label^="Runs Section"]').waitFor();
});
