"""Scripts of sed and awk, looked into as far as they are simple."""

import re

_ADDRESS = r"(?:\d+(?:~\d+)?|\$|/(?:[^/\\\n]|\\[^\n])*/I?)"
_RANGE = rf"(?:{_ADDRESS}(?:,[+~]?{_ADDRESS})?\s*!?\s*)?"
_SUBSTITUTION = "|".join(
    # s/old/new/flags with the usual delimiters; the flags e and w run and write.
    rf"s{d}(?:[^{d}\\\n]|\\[^\n])*{d}(?:[^{d}\\\n]|\\[^\n])*{d}[gpiIM0-9]*"
    for d in ("/", r"\|", "#", ",", "@", ":", "!", "_", "%")
)
_COMMAND = rf"{_RANGE}(?:[pdqQ=DPnNgGhHxl](?:\s*\d+)?|{_SUBSTITUTION}|y/[^/\\\n]*/[^/\\\n]*/)?"
_PLAIN_SED = re.compile(rf"\s*{_COMMAND}\s*(?:[;\n]\s*{_COMMAND}\s*)*")
_GROUP = re.compile(rf"{_RANGE}\{{([^{{}}]*)\}}")

_MAX_CHARACTERS = 500
"""Of a script that is looked into; longer ones are programs."""

_AWK_RUNS = re.compile(r"system|getline|\||@|\bclose\b|\bfflush\b|\bprintf?\b[^;}\n]*>")
_AWK_COMPARES = re.compile(r'[^{}"/]*(?:\{[^{}>|]*\})?')
_AWK_CONDITION = re.compile(r'\b(?:if|while)\s*\([^(){}"/]*\)')


def sed_only_prints(script: str) -> bool:
    """Whether a sed script consists of commands that neither write nor run anything."""
    if len(script) > _MAX_CHARACTERS:
        return False
    if _PLAIN_SED.fullmatch(script):
        return True
    group = _GROUP.fullmatch(script.strip())
    return group is not None and _PLAIN_SED.fullmatch(group[1]) is not None


def awk_only_prints(script: str) -> bool:
    """Whether an awk program neither writes, nor runs, nor reads from a command.

    A `>` compares in a condition and in front of the only action; anywhere else it may redirect.
    """
    script = _AWK_CONDITION.sub("if", script)
    if len(script) > _MAX_CHARACTERS or _AWK_RUNS.search(script.replace("||", "")):
        return False
    return ">" not in script or _AWK_COMPARES.fullmatch(script) is not None
