"""The reasoning efforts of a model, out of what LiteLLM's map and the providers' pages say."""

from collections.abc import Mapping, Sequence
from typing import Any

from architect.lazy_pattern import lazy_pattern

_USUAL = ("low", "medium", "high")
_OTHERS = ("none", "minimal", "xhigh", "max")

_STATED = {
    # https://developers.openai.com/api/docs/models (November 2026); the map is silent on them.
    "gpt-5-codex": _USUAL,
    "gpt-5.1-codex": _USUAL,
    "gpt-5.1-codex-mini": _USUAL,
    "gpt-5.1-codex-max": (*_USUAL, "xhigh"),
    "gpt-5.2-codex": (*_USUAL, "xhigh"),
    "gpt-5.3-codex": (*_USUAL, "xhigh"),
}
_OF_OPENAI = lazy_pattern(r"gpt-[5-9]|o[134](-|$)")
_GEMINI = lazy_pattern(r"gemini-(\d+)")


def known_efforts(name: str, entry: Mapping[str, Any]) -> Sequence[str]:
    """The efforts of the model `name`, of which the map has `entry`, in its provider's words.

    Empty if it does not reason, or if nobody says.
    """
    bare = name.rpartition("/")[2]
    if not entry.get("supports_reasoning"):
        return ()
    if levels := entry.get("reasoning_effort_levels"):
        return tuple(levels)
    if bare in _STATED:
        return _STATED[bare]
    if "claude" in bare:
        return _of_claude(entry)
    if gemini := _GEMINI.search(bare):
        return _of_gemini(int(gemini[1]), bare, entry)
    stated = [effort for effort in _OTHERS if _says(entry, effort) is not None]
    if stated or _OF_OPENAI.match(bare):
        usual = [effort for effort in _USUAL if _says(entry, effort) is not False]
        return (*usual, *(effort for effort in stated if _says(entry, effort)))
    return ()


def _of_claude(entry: Mapping[str, Any]) -> Sequence[str]:
    """Of adaptive thinking; the models before it have budgets, which LiteLLM makes of any effort.

    https://platform.claude.com/docs/en/build-with-claude/effort (November 2026)
    """
    if not entry.get("supports_adaptive_thinking"):
        return ("none", "minimal", *_USUAL, "xhigh", "max")
    least = () if entry.get("thinking_always_on") else ("none",)
    return (*least, *_USUAL, *(effort for effort in ("xhigh", "max") if _says(entry, effort)))


def _of_gemini(generation: int, name: str, entry: Mapping[str, Any]) -> Sequence[str]:
    """Levels since Gemini 3, of which none is off; budgets before, which only Flash may set to 0.

    https://ai.google.dev/gemini-api/docs/thinking (November 2026)
    """
    is_flash = "flash" in name
    if generation < 3:
        return (*(("none",) if is_flash else ()), "minimal", *_USUAL)
    has_minimal = is_flash and _says(entry, "minimal") is not False
    return (*(("minimal",) if has_minimal else ()), *_USUAL)


def _says(entry: Mapping[str, Any], effort: str) -> bool | None:
    return entry.get(f"supports_{effort}_reasoning_effort")
