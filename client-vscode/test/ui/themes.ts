/** The themes in which things are looked at. */

export type Theme = "dark" | "light" | "highContrast" | "highContrastLight";
/** How VS Code calls each, and the classes by which its window and a webview show that they have it. */
export const THEMES: Readonly<Record<Theme, readonly [string, string, string]>> = {
  dark: ["Dark Modern", "vs-dark", "vscode-dark"],
  light: ["Light Modern", "vs", "vscode-light"],
  highContrast: ["Default High Contrast", "hc-black", "vscode-high-contrast"],
  highContrastLight: ["Default High Contrast Light", "hc-light", "vscode-high-contrast-light"],
};
