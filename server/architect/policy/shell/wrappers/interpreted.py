"""Destruction in the code that an interpreter is given on the command line."""

import base64
import re
from collections.abc import Iterator
from contextlib import suppress

from architect.l10n import english
from architect.lazy_pattern import lazy_pattern
from architect.policy.shell.place import Place
from architect.policy.shell.programs.table import base_name, names
from architect.policy.shell.wrappers.runners import Run, base

_CODE_OPTION = lazy_pattern(r"-[A-Za-z]*[ceErpn]|--eval|--print|-Command|eval")
_STARTS_PROGRAMS = lazy_pattern(
    r"system|popen|Popen|subprocess|exec|spawn|shell|check_output|check_call|run\s*\(|`|%x|qx|getline"
    r"|\|\s*\""
)
_STRING = lazy_pattern(r"'((?:[^'\\]|\\.)*)'|\"((?:[^\"\\]|\\.)*)\"|`((?:[^`\\]|\\.)*)`", re.DOTALL)
_STRING_LIST = lazy_pattern(r"(?:'[^']*'|\"[^\"]*\")(?:\s*,\s*\[?\s*(?:'[^']*'|\"[^\"]*\"))+")
_DELETERS = (
    r"\b(?:rmtree|remove_tree|rm_rf?|rmSync|rm|rmdirSync|rmdir|removedirs|remove_dir|remove_dir_all"
    r"|remove_all|remove_entry_secure|removeSync|emptyDirSync|rimraf(?:\.sync)?|deltree"
    r"|delete-directory|Remove-Item)\b"
)
_DELETES = lazy_pattern(
    rf"{_DELETERS}[^'\"\n]{{0,40}}?"
    r"(?P<quote>['\"`])(?P<target>.*?)(?P=quote)",
    re.DOTALL | re.IGNORECASE,
)
_DELETES_HOME = lazy_pattern(
    rf"(?:{_DELETERS}(?:(?!join)[^;\n]){{0,60}}?"
    r"|\brm -\w+ ['\"]\s*[+.,]\s*(?:(?!join)[^;\n]){0,30}?)"
    r"(?:home\w*\(\)|\.HOME\b|(?:environ|getenv|ENV|env)\W{1,3}HOME\W{0,2}|Dir\.(?:home|pwd)|Path\.home\(\)"
    r"|expanduser\(['\"]~['\"]\)|getcwd\(\)|process\.cwd\(\)|Path\.cwd\(\))(?!\s*[+/,.]\s*['\"])"
)
_DELETES_BELOW = lazy_pattern(
    r"(?:walk|glob|iglob|Path|listdir|scandir|readdirSync|Dir\.\w+)\s*[(\[]\s*(['\"])(?P<target>.+?)\1"
)
_PATTERN_BELOW = lazy_pattern(r"\)\.r?glob\(\s*['\"]([^'\"]*)")
_REMOVES = lazy_pattern(
    r"\b(?:remove|unlink|unlinkSync|rmtree|rmSync|rm_rf?|remove_dir|rmdir|truncate)\b"
)
_WRITES_TO = lazy_pattern(
    r"\b(?:open\w*|fopen|File\.open)\s*\(\s*(['\"])(?P<opened>[^'\"]+)\1\s*,\s*['\"][rb]*[wax+]"
    r"|\b(?:write\w*|File\.write|appendFile\w*|file_put_contents)\s*\(\s*(['\"])(?P<written>[^'\"]+)\3"
)
_FOR_EVERYBODY = lazy_pattern(r"\bchmod\w*\b[^;\n]{0,40}\b0?o?777\b")
_KILLS_ALL = lazy_pattern(r"\bkill\s*\(?\s*(?:-1\s*,|['\":\w.]+\s*,\s*-1\b)")
_FORKS_FOREVER = lazy_pattern(
    r"fork\s*(?:\(\))?\s*while\b|while\s*\(?\s*(?:1|true)\b[^\n]{0,20}\W[^\n]{0,20}fork"
    r"|loop\s*\{\s*fork|while\s+(?:1|True)\s*:\s*\n?\s*os\.fork|while\s+fork|fork\s+for\s+1\.\.",
    re.IGNORECASE,
)
_WITHOUT_END = lazy_pattern(
    r"while\s*\(?\s*(?:1|True|true|not 0)\b|for\s*\(\s*;;\s*\)|loop\s*(?:\{|do\b)|until\s+false"
    r"|iter\(int|itertools\.(?:count|repeat|cycle)"
)
_STARTS = lazy_pattern(
    r"\b\w*fork\b|Popen|\bspawn\w*\(|\bProcess\(|(?:system|execute)\s*\(?\s*['\"][^'\"]*&\s*['\"]"
)
_WAITS = lazy_pattern(r"wait|join|communicate|exit|sleep|break|accept|return")
_CONNECTS = lazy_pattern(r"\bsocket|Socket|\bnet\.connect|/inet/")
_IS_SHELL = lazy_pattern(
    r"pty\.spawn|\b(?:ba|z|da|k)?sh -i|['\"](?:/bin/)?(?:ba|z|da|k)?sh['\"]|cmd\.exe"
)
_FETCHES = lazy_pattern(
    r"urlopen|urllib|requests\.get|httpx\.|http\.get|https\.get|fetch\(|LWP|open-uri|Net::HTTP"
    r"|file_get_contents\(\s*['\"]http|socket\.|URI\.open|\bget\s*\(?\s*['\"]http|\biwr\b"
    r"|Invoke-(?:WebRequest|RestMethod)|DownloadString"
)
_EVALUATES = lazy_pattern(
    r"\b(?:exec|eval|Function|system|instance_eval|runInThisContext|iex|Invoke-Expression)\b"
)
_READS = lazy_pattern(r"stdin|STDIN|\binput\(|<>|\$_\b|\bgets\b|ARGF|readFileSync\(0|php://input")
_BASE64 = lazy_pattern(r"['\"]([A-Za-z0-9+/]{8,}={0,2})['\"]")
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


def runs_what_it_reads(code: str) -> bool:
    """Whether `code` runs what it reads as code."""
    return bool(_EVALUATES.search(code) and _READS.search(code))


def decoded_in_code(code: str) -> Iterator[str]:
    """The texts that are spelled in base64 in `code`."""
    code = code[:_MAX_CHARACTERS]
    if not re.search(r"base64|b64|atob", code):
        return
    for found in _BASE64.finditer(code):
        with suppress(ValueError):
            yield base64.b64decode(found[1]).decode()


def destruction_in_code(code: str, place: Place) -> Iterator[str]:
    """What `code` deletes by itself."""
    code = code[:_MAX_CHARACTERS]
    if _FORKS_FOREVER.search(code) or (
        _WITHOUT_END.search(code) and _STARTS.search(code) and not _WAITS.search(code)
    ):
        yield english("starts processes without end")
    if _KILLS_ALL.search(code) and not place.in_sandbox:
        yield english("kill -1 ends every process")
    if _FOR_EVERYBODY.search(code) and not place.in_sandbox:
        yield english("chmod 777 lets everybody write and run it")
    if _CONNECTS.search(code) and _IS_SHELL.search(code):
        yield english("gives a shell to whoever it connects to")
    if _DELETES_HOME.search(code):
        yield english("deletes the home or the current folder")
    yield from _written(code, place)
    if _FETCHES.search(code) and _EVALUATES.search(code):
        yield english("runs what it downloads, unseen")
    for found in _DELETES.finditer(code):
        text = re.sub(r"^~", place.home, found["target"])
        if precious := place.precious(text):
            yield english("deletes {precious}", precious=precious.name)


def _written(code: str, place: Place) -> Iterator[str]:
    """What `code` does to files it names: folders it goes through, devices it writes to."""
    if _REMOVES.search(code):
        for found in _DELETES_BELOW.finditer(code):
            some = _PATTERN_BELOW.match(code, found.end())
            if some and re.search(r"\w", some[1]):
                continue
            if precious := place.precious(re.sub(r"^~", place.home, found["target"])):
                yield english("deletes what is in {precious}", precious=precious.name)
    for found in _WRITES_TO.finditer(code):
        if name := place.device_or_system_file(found["opened"] or found["written"]):
            yield english("overwrites {precious}", precious=name)
