import eslint from "@eslint/js";
import tseslint from "typescript-eslint";

const noEditor = {
  name: "vscode",
  message: "Only *.editor.ts and extension.ts touch the editor; take an interface.",
};

export default tseslint.config(
  { ignores: ["dist/", "node_modules/", "server/", "src/protocol/generated.ts"] },
  eslint.configs.recommended,
  {
    files: ["**/*.ts"],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/explicit-module-boundary-types": "error",
      "@typescript-eslint/no-import-type-side-effects": "error",
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/switch-exhaustiveness-check": [
        "error",
        { considerDefaultExhaustiveForUnions: true },
      ],
      eqeqeq: "error",
      "max-lines": ["error", { max: 300, skipBlankLines: false, skipComments: false }],
      "max-lines-per-function": ["error", { max: 45, skipComments: true }],
      "no-console": "error",
    },
  },
  {
    files: ["src/**/*.ts"],
    ignores: ["src/**/*.editor.ts", "src/extension.ts"],
    rules: { "no-restricted-imports": ["error", { paths: [noEditor] }] },
  },
  {
    files: ["src/webview/**/*.ts"],
    rules: {
      "no-restricted-imports": ["error", { paths: [noEditor], patterns: ["node:*", "vscode-*"] }],
      "no-restricted-properties": [
        "error",
        ...["innerHTML", "outerHTML", "insertAdjacentHTML"].map((property) => ({
          property,
          message: "Text is text: use textContent.",
        })),
      ],
    },
  },
  {
    files: ["test/**/*.ts"],
    rules: {
      "max-lines-per-function": "off",
      // `test()` of node answers with a promise that nobody waits for.
      "@typescript-eslint/no-floating-promises": [
        "error",
        {
          allowForKnownSafeCalls: [
            { from: "package", package: "node:test", name: ["test", "it", "describe", "suite"] },
          ],
        },
      ],
    },
  },
  {
    files: ["test/host/fakeModel/*.js"],
    languageOptions: {
      sourceType: "commonjs",
      globals: { exports: "readonly", require: "readonly" },
    },
  },
  {
    files: ["**/*.mjs"],
    languageOptions: { globals: { console: "readonly", process: "readonly", URL: "readonly" } },
  },
);
