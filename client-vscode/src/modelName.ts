/** What a model is called where people read it. */

/** Stands before the name of a model at an address of the user's own, who chose it without. */
export const COMPATIBLE_PREFIX = "hosted_vllm/";

export function modelName(model: string): string {
  const name = model.startsWith(COMPATIBLE_PREFIX) ? model.slice(COMPATIBLE_PREFIX.length) : model;
  return name === "" ? model : name;
}
