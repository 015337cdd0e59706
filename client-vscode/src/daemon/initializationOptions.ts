/** The initialization options that describe this editor to the server. */

import type { ClientFeatures, JsonObject } from "../protocol/generated";
import { PROTOCOL } from "./handshake";

export const FEATURES: ClientFeatures = {
  events: true,
  confirm: true,
  save: true,
  problems: true,
  language: true,
  llm: true,
  hunks: true,
  renamed: true,
  partial: true,
  workflows: true,
};

/** How this editor calls the settings that messages of the server name. */
const SETTING_NAMES: JsonObject = {
  "llm.model": "architect.model",
  "llm.api_base": "architect.apiBase",
  "llm.reasoning_effort": "architect.reasoningEffort",
  "costs.budget_usd": "architect.budgetUsd",
  "agents.build.max_steps": "architect.maxSteps",
};

/** `initializationOptions`; `config` are the user's settings in the shape of config.yaml. */
export function initializationOptions(config: JsonObject, isTrusted: boolean): JsonObject {
  return {
    architect: {
      protocol: PROTOCOL,
      features: FEATURES,
      config,
      workspaceTrusted: isTrusted,
      settingNames: SETTING_NAMES,
    },
  };
}
