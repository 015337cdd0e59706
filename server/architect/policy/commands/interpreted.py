"""Destruction in the code that an interpreter is given on the command line."""

import re
from collections.abc import Iterator

from architect.policy.commands.place import Place
from architect.policy.commands.runners import Run, base
from architect.policy.commands.table import base_name, names

_CODE_OPTION = re.compile(r"-[A-Za-z]*[ceErpn]|--eval|--print|-Command|eval")
_STARTS_PROGRAMS = re.compile(
    r"system|popen|Popen|subprocess|exec|spawn|shell|check_output|check_call|run\s*\(|`|%x|qx|getline"
)
_STRING = re.compile(r"'((?:[^'\\]|\\.)*)'|\"((?:[^\"\\]|\\.)*)\"|`((?:[^`\\]|\\.)*)`", re.DOTALL)
_STRING_LIST = re.compile(r"(?:'[^']*'|\"[^\"]*\")(?:\s*,\s*(?:'[^']*'|\"[^\"]*\"))+")
_DELETES = re.compile(
    r"\b(?:rmtree|remove_tree|rm_rf?|rmSync|rm|rmdirSync|rmdir|removedirs|remove_dir_all|remove_all"
    r"|remove_entry_secure|removeSync|emptyDirSync|rimraf(?:\.sync)?|deltree)\b[^'\"\n]{0,40}?"
    r"(?:(?P<quote>['\"`])(?P<target>.*?)(?P=quote)|(?P<name>home\w*\(\)|homedir|getcwd|process\.cwd"
    r"|\.HOME|\bHOME\b))",
    re.DOTALL | re.IGNORECASE,
)
_FORKS_FOREVER = re.compile(
    r"fork\s*(?:\(\))?\s*while\s+(?:fork|1|true)|while\s*\(?\s*(?:1|true)\b[^\n]{0,20}\W[^\n]{0,20}fork"
    r"|loop\s*\{\s*fork|while\s+(?:1|True)\s*:\s*\n?\s*os\.fork",
    re.IGNORECASE,
)
_FETCHES = re.compile(
    r"urlopen|urllib|requests\.get|httpx\.|http\.get|https\.get|fetch\(|LWP|open-uri|Net::HTTP"
    r"|file_get_contents\(\s*['\"]http|socket\."
)
_EVALUATES = re.compile(r"\b(?:exec|eval|Function|system|instance_eval|runInThisContext)\b")
_MAX_CHARACTERS = 5_000


def is_interpreter(program: str) -> bool:
    return base_name(base(program)) in names("interpreters")


def code_given(run: Run) -> Iterator[str]:
    """The code in the arguments of an interpreter."""
    if not is_interpreter(run.program):
        return
    if run.program.endswith("awk"):
        yield from run.arguments
        return
    for index, word in enumerate(run.arguments[:-1]):
        if _CODE_OPTION.fullmatch(word):
            yield run.arguments[index + 1]


def lines_in_code(code: str) -> Iterator[str]:
    """The texts in `code` that it may run as command lines."""
    code = code[:_MAX_CHARACTERS]
    if not _STARTS_PROGRAMS.search(code):
        return
    for found in _STRING.finditer(code):
        yield next((text for text in found.groups() if text), "")
    for found in _STRING_LIST.finditer(code):
        yield " ".join(
            next((text for text in one.groups() if text), "") for one in _STRING.finditer(found[0])
        )
    for found in re.finditer(r"(?:%x|qx)[({\[]([^)}\]]*)", code):
        yield found[1]


def destruction_in_code(code: str, place: Place) -> Iterator[str]:
    """What `code` deletes by itself."""
    code = code[:_MAX_CHARACTERS]
    if _FORKS_FOREVER.search(code):
        yield "starts processes without end"
    if _FETCHES.search(code) and _EVALUATES.search(code):
        yield "runs what it downloads, unseen"
    for found in _DELETES.finditer(code):
        target = found["target"]
        if target is None:
            yield "deletes the home or the current folder"
            continue
        text = re.sub(r"^~", place.home, target)
        if precious := place.precious(text):
            yield f"deletes {precious.name}"
