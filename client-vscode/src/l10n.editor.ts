/** Has everything speak the display language: imported before the modules whose constants are texts. */

import { l10n } from "vscode";

import { useTexts } from "./l10n";

useTexts(l10n.bundle ?? {});
