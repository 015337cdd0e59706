"""Changes with their exact patches, and the same patches damaged as models damage them.

Everything follows from a seed. The patches are written here line by line from the edits, not by the
code under test, so that neither can hide a mistake of the other.
"""

import re
import sysconfig
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from random import Random

_LF_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_HEADER = re.compile(r"@@ -(\d+)((?:,\d+)?) \+(\d+)((?:,\d+)?) @@")
_STDLIB = ("textwrap.py", "shlex.py", "json/decoder.py", "bisect.py", "configparser.py", "csv.py")
_NO_NEWLINE = "\\ No newline at end of file\n"


class Expect(StrEnum):
    """What may come of a patch; a text other than `after` is wrong in any case."""

    APPLIED = "applied"
    APPLIED_OR_REFUSED = "applied or refused"
    REFUSED = "refused"


@dataclass(frozen=True)
class Case:
    """A file before and after `patch`; `kind` groups cases in a table."""

    kind: str
    before: str
    after: str
    patch: str
    expect: Expect


@dataclass(frozen=True)
class Change:
    """Lines, each with its line end, and the stretches of them that become other lines."""

    lines: tuple[str, ...]
    edits: tuple[tuple[int, int, tuple[str, ...]], ...]

    @property
    def before(self) -> str:
        return "".join(self.lines)

    @property
    def after(self) -> str:
        result: list[str] = []
        at = 0
        for start, stop, new in self.edits:
            result += [*self.lines[at:start], *new]
            at = stop
        return "".join([*result, *self.lines[at:]])

    def patch(self, context: int = 3) -> str:
        """The unified diff, as diff writes it: only LF ends a line."""
        hunks = "".join(_hunks(self, context))
        return f"--- a/file.txt\n+++ b/file.txt\n{hunks}"


def lf_lines(text: str) -> tuple[str, ...]:
    """The lines as diff and git see them."""
    return tuple(_LF_LINE.findall(text))


def _hunks(change: Change, context: int) -> Iterator[str]:
    groups: list[list[tuple[int, int, tuple[str, ...]]]] = []
    for edit in change.edits:
        if groups and edit[0] - groups[-1][-1][1] <= 2 * context:
            groups[-1].append(edit)
        else:
            groups.append([edit])
    drift = 0
    for group in groups:
        first = max(group[0][0] - context, 0)
        last = min(group[-1][1] + context, len(change.lines))
        body: list[str] = []
        at, growth = first, 0
        for start, stop, new in group:
            body += [_marked(" ", line) for line in change.lines[at:start]]
            body += [_marked("-", line) for line in change.lines[start:stop]]
            body += [_marked("+", line) for line in new]
            at, growth = stop, growth + len(new) - (stop - start)
        body += [_marked(" ", line) for line in change.lines[at:last]]
        old, new_length = last - first, last - first + growth
        yield f"@@ -{_range(first, old)} +{_range(first + drift, new_length)} @@\n" + "".join(body)
        drift += growth


def _marked(mark: str, line: str) -> str:
    return f"{mark}{line}" if line.endswith("\n") else f"{mark}{line}\n{_NO_NEWLINE}"


def _range(first: int, length: int) -> str:
    return f"{first + 1 if length else first},{length}"


def stdlib_texts() -> list[str]:
    """Sources that every Python brings along."""
    folder = Path(sysconfig.get_paths()["stdlib"])
    return [(folder / name).read_bytes().decode() for name in _STDLIB]


def odd_text(random: Random, line_ends: Sequence[str]) -> str:
    """Made-up lines with what naive code takes for a line end, or for a part of a patch."""
    pieces = [
        "x = 1",
        "",
        "    return x",
        "\x0c",
        "a\u2028b",
        "\x85",
        "\x1c\x1d\x1e",
        "\x0bv",
        "-- ",
    ]
    pieces += [
        "++",
        "@@ -1 +1 @@",
        "\\ No newline",
        "\ttab",
        "trailing  ",
        "é",
        "```",
        "--- a",
        "+",
    ]
    count = random.randint(1, 60)
    lines = [
        f"{random.choice(pieces)}{random.choice(['', str(random.randint(0, 99))])}"
        f"{random.choice(line_ends)}"
        for _ in range(count)
    ]
    return "".join(lines)


def random_change(random: Random, text: str, *, most_edits: int = 6) -> Change:
    """A few stretches of `text` replaced, removed or added to; sometimes its final line end."""
    lines = lf_lines(text)
    newline = "\r\n" if lines and lines[0].endswith("\r\n") else "\n"
    if lines and random.random() < 0.25:
        lines = (*lines[:-1], lines[-1].rstrip("\r\n") or "last")
    wanted = random.randint(1, most_edits)
    starts = sorted(random.sample(range(len(lines) + 1), min(wanted, len(lines) + 1)))
    edits: list[tuple[int, int, tuple[str, ...]]] = []
    for index, start in enumerate(starts):
        limit = starts[index + 1] - 1 if index + 1 < len(starts) else len(lines)
        stop = min(start + random.choice([0, 1, 1, 2, 4]), max(limit, start), len(lines))
        indent = re.match(r"[ \t]*", lines[start] if start < len(lines) else "")
        assert indent is not None
        new = tuple(
            f"{indent.group()}new_{random.randint(0, 9999)}{newline}"
            for _ in range(random.choice([0, 1, 1, 2, 5]))
        )
        if new != lines[start:stop]:
            edits.append((start, stop, new))
    return _sound(lines, edits, newline, random)


def _sound(
    lines: tuple[str, ...],
    edits: list[tuple[int, int, tuple[str, ...]]],
    newline: str,
    random: Random,
) -> Change:
    """The change without edits that would let two lines melt into one, and with at least one."""
    open_end = bool(lines) and not lines[-1].endswith("\n")
    sound = [edit for edit in edits if not (open_end and edit[1] == len(lines))]
    if open_end and random.random() < 0.5:
        if sound and sound[-1][1] >= len(lines) - 1:
            sound.pop()
        end = "" if random.random() < 0.5 else newline
        sound.append((len(lines) - 1, len(lines), (f"new last{end}",)))
    if not sound:
        sound = [(0, 0, (f"new first{newline}",))]
    return Change(lines, tuple(sound))


def real_cases(seed: int, count: int) -> Iterator[Case]:
    """Undamaged patches of every kind of file; all have to give exactly `after`."""
    random = Random(seed)
    sources = stdlib_texts()
    endings = {"LF": ["\n"], "CRLF": ["\r\n"], "mixed": ["\n", "\r\n", "\r"], "CR": ["\r"]}
    for number in range(count):
        context = random.choice([0, 1, 3, 3, 3, 10])
        if number % 2:
            kind, text = "source", random.choice(sources)
        else:
            kind = random.choice(list(endings))
            text = odd_text(random, endings[kind])
        most_edits = 30 if number % 10 == 1 else 6
        change = _cr_change(random, text) if kind == "CR" else None
        change = change or random_change(random, text, most_edits=most_edits)
        if change.before != change.after:
            yield _exact(f"{kind} -U{context}", change, context)
    yield from _whole_files(random)
    yield from _large_files(random)


def _cr_change(random: Random, text: str) -> Change:
    """A line of old Macs changed; for diff the whole file is one line."""
    pieces = text.split("\r")
    pieces[random.randrange(len(pieces))] = "new"
    return Change((text,), ((0, 1, ("\r".join(pieces),)),))


def _exact(kind: str, change: Change, context: int) -> Case:
    return Case(kind, change.before, change.after, change.patch(context), Expect.APPLIED)


def _whole_files(random: Random) -> Iterator[Case]:
    for end in ("", "\n", "\r\n"):
        text = odd_text(random, ["\n"]) + f"end{end}"
        lines = lf_lines(text)
        created = Change((), ((0, 0, lines),)).patch().replace("--- a/file.txt", "--- /dev/null")
        deleted = Change(lines, ((0, len(lines), ()),)).patch()
        deleted = deleted.replace("+++ b/file.txt", "+++ /dev/null")
        yield Case("creation", "", text, created, Expect.APPLIED)
        yield Case("deletion", text, "", deleted, Expect.APPLIED)


def _large_files(random: Random) -> Iterator[Case]:
    numbered = "".join(f"line {n} {'x' * (n % 40)}\n" for n in range(25_000))
    repeated = "".join(f"{'abc'[n % 3]}\n" for n in range(25_000))
    wide = "".join(f"{n}{chr(97 + n % 26) * 100_000}\n" for n in range(40))
    for kind, text in (("25,000 lines", numbered), ("repeated lines", repeated), ("wide", wide)):
        for context in (0, 1, 3):
            change = random_change(random, text, most_edits=25)
            yield _exact(f"{kind} -U{context}", change, context)


Damage = Callable[[Random, str], str]


def damaged_cases(seed: int, count: int) -> Iterator[Case]:
    """Patches of sources, each damaged in one way, and changes where they cannot be meant."""
    random = Random(seed)
    sources = stdlib_texts()
    for _ in range(count):
        change = random_change(random, random.choice(sources))
        context = random.choice([1, 3, 3, 3])
        exact = _exact("", change, context)
        for damage in DAMAGES:
            patch = damage(random, exact.patch)
            if patch != exact.patch:
                expect = Expect.APPLIED_OR_REFUSED
                yield replace(exact, kind=damage.__name__, patch=patch, expect=expect)
        yield from _moved(random, exact)
        yield from _not_meant(random, exact)


def _moved(random: Random, exact: Case) -> Iterator[Case]:
    """The file is no longer, or written otherwise than, what the patch was made from."""
    expect = Expect.APPLIED_OR_REFUSED
    top = "".join(f"# top {n}\n" for n in range(random.randint(1, 90)))
    yield replace(
        exact, kind="drift", before=top + exact.before, after=top + exact.after, expect=expect
    )
    crlf = {"before": _crlf(exact.before), "after": _crlf(exact.after)}
    yield replace(exact, kind="LF patch, CRLF file", expect=expect, **crlf)
    cr = {name: text.replace("\r\n", "\r") for name, text in crlf.items()}
    yield replace(exact, kind="LF patch, CR file", expect=expect, **cr)
    deeper = {name: _indented(getattr(exact, name)) for name in ("before", "after")}
    yield replace(exact, kind="one level too little", expect=expect, **deeper)


def _not_meant(random: Random, exact: Case) -> Iterator[Case]:
    same = exact.before
    yield replace(exact, kind="applied already", before=exact.after, expect=Expect.REFUSED)
    twice = same if same.endswith("\n") else f"{same}\n"
    patch = re.sub(r"(?m)^@@ .*", "@@ ... @@", exact.patch)
    if "\n\\" not in patch:
        yield replace(exact, kind="ambiguous", before=twice * 2, patch=patch, expect=Expect.REFUSED)
    wrong = re.sub(r"(?m)^([ -])(?=\S|  )", r"\1~", exact.patch)
    if wrong.count("\n ~") + wrong.count("\n-~") > 1:
        yield replace(exact, kind="other context", patch=wrong, expect=Expect.REFUSED)
    tabs = re.sub(r"(?m)^([ -])    ", "\\1\t", exact.patch)
    if tabs != exact.patch:
        yield replace(exact, kind="tabs for spaces", patch=tabs, expect=Expect.REFUSED)
    body = lf_lines(exact.patch)
    for kind, kept in (("cut at a line", 0), ("cut in a line", 3)):
        last_hunk = max(i for i, line in enumerate(body) if line.startswith("@@"))
        # Behind half of the very last line, or its marker, nothing is missing that could tell.
        end = len(body) - body[-1].startswith("\\") - (kept > 0)
        if end - last_hunk > 3:
            at = random.randint(last_hunk + 2, end - 1)
            cut = "".join(body[:at]) + body[at][:kept]
            yield replace(exact, kind=kind, patch=cut, expect=Expect.APPLIED_OR_REFUSED)


def _crlf(text: str) -> str:
    return text.replace("\n", "\r\n")


def _indented(text: str) -> str:
    return re.sub(r"(?m)^(?=[^\n])", "    ", text)


def _headers(patch: str, change: Callable[[re.Match[str]], str]) -> str:
    return re.sub(rf"(?m)^{_HEADER.pattern}", change, patch)


def numbers_shifted(random: Random, patch: str) -> str:
    by = random.randint(1, 40)
    return _headers(patch, lambda m: f"@@ -{int(m[1]) + by}{m[2]} +{int(m[3]) + by}{m[4]} @@")


def numbers_at_random(random: Random, patch: str) -> str:
    def wrong(match: re.Match[str]) -> str:
        old, new = random.randint(1, 400), random.randint(1, 400)
        return f"@@ -{old}{match[2]} +{new}{match[4]} @@"

    return _headers(patch, wrong)


def counts_off(random: Random, patch: str) -> str:
    def wrong(match: re.Match[str]) -> str:
        old, new = (max(int(match[n][1:]) + random.randint(-2, 2), 1) for n in (2, 4))
        return f"@@ -{match[1]},{old} +{match[3]},{new} @@"

    return _headers(patch, wrong)


def counts_at_random(random: Random, patch: str) -> str:
    def wrong(match: re.Match[str]) -> str:
        old, new = random.randint(1, 12), random.randint(1, 12)
        return f"@@ -{match[1]},{old} +{match[3]},{new} @@"

    return _headers(patch, wrong)


def numbers_and_counts_wrong(random: Random, patch: str) -> str:
    return numbers_shifted(random, counts_off(random, patch))


def no_counts(random: Random, patch: str) -> str:
    return _headers(patch, lambda m: f"@@ -{m[1]} +{m[3]} @@")


def dots_for_numbers(random: Random, patch: str) -> str:
    return _headers(patch, lambda m: "@@ ... @@")


def bare_headers(random: Random, patch: str) -> str:
    return _headers(patch, lambda m: "@@")


def no_file_headers(random: Random, patch: str) -> str:
    return "".join(lf_lines(patch)[2:])


def odd_file_headers(random: Random, patch: str) -> str:
    return "--- file.txt (old)\n" + "".join(lf_lines(patch)[2:])


def git_headers(random: Random, patch: str) -> str:
    return f"diff --git a/file.txt b/file.txt\nindex 1234567..89abcde 100644\n{patch}"


def fenced(random: Random, patch: str) -> str:
    return f"```diff\n{patch}```\n"


def with_prose(random: Random, patch: str) -> str:
    return f"Here is the patch:\n\n{patch}\nIt changes:\n- the first thing\n- the second\n"


def fenced_with_prose(random: Random, patch: str) -> str:
    return f"Sure!\n\n```\n{patch}```\n\n- It works now.\n+ And is faster.\n"


def begin_patch(random: Random, patch: str) -> str:
    body = re.sub(r"(?m)^@@ .*", "@@", "".join(lf_lines(patch)[2:]))
    return f"*** Begin Patch\n*** Update File: file.txt\n{body}*** End Patch\n"


def signed(random: Random, patch: str) -> str:
    return f"{patch}-- \n2.43.0\n\n"


def final_newline_lost(random: Random, patch: str) -> str:
    return patch.removesuffix("\n")


def blanks_stripped(random: Random, patch: str) -> str:
    return re.sub(r"(?m)^ $", "", patch)


def line_ends_stripped(random: Random, patch: str) -> str:
    return re.sub(r"(?m)[ \t]+$", "", patch)


def outer_blanks_lost(random: Random, patch: str) -> str:
    return re.sub(r"(?m)(\n ?)+(?=\Z|@@)", "\n", patch)


def crlf_patch(random: Random, patch: str) -> str:
    return _crlf(patch)


def crlf_body(random: Random, patch: str) -> str:
    return re.sub(r"(?m)^([ +-].*)$", "\\1\r", patch)


def indented(random: Random, patch: str) -> str:
    return re.sub(r"(?m)^(?=[^\n])", " " * random.choice([2, 4, 8]), patch)


def one_level_too_much(random: Random, patch: str) -> str:
    return re.sub(r"(?m)^([ +-])(?!-- |\+\+ )(?=[^\n])", "\\1    ", patch)


def marks_lost(random: Random, patch: str) -> str:
    """Context lines without their space."""
    return re.sub(r"(?m)^ ", "", patch)


def tabbed_marks_lost(random: Random, patch: str) -> str:
    return re.sub(r"(?m)^ (?=\S)", "", patch)


def no_newline_doubled(random: Random, patch: str) -> str:
    return patch.replace(_NO_NEWLINE, _NO_NEWLINE * 2)


def no_newline_lost(random: Random, patch: str) -> str:
    return patch.replace(_NO_NEWLINE, "") if patch.count(_NO_NEWLINE) != 1 else patch


def out_of_order(random: Random, patch: str) -> str:
    parts = re.split(r"(?m)^(?=@@ )", patch)
    return parts[0] + "".join(reversed(parts[1:]))


DAMAGES: tuple[Damage, ...] = (
    numbers_shifted,
    numbers_at_random,
    counts_off,
    counts_at_random,
    numbers_and_counts_wrong,
    no_counts,
    dots_for_numbers,
    bare_headers,
    no_file_headers,
    odd_file_headers,
    git_headers,
    fenced,
    with_prose,
    fenced_with_prose,
    begin_patch,
    signed,
    final_newline_lost,
    blanks_stripped,
    line_ends_stripped,
    outer_blanks_lost,
    crlf_patch,
    crlf_body,
    indented,
    one_level_too_much,
    marks_lost,
    tabbed_marks_lost,
    no_newline_doubled,
    no_newline_lost,
    out_of_order,
)
