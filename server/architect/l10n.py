"""What people read, in their language, by the gettext catalogues in `locales/`.

- `t("no model is called {name!r}", name=name)` where a text is made that only people read, and
  `t(_NAME)` for a constant that was made by `english`
- `tn("{number} file", "{number} files", number)` where its words depend on a number
- `english("the file {path} is gone", path=path)` where a model, a journal or another program may
  read it too, or where a constant is made before the language is known; who shows it to people
  translates it by `shown`. `counted(2, "file")` of the domain is such a text as well.
- `joined("; ", reasons)` for several of these in a row, `at("a.yaml:3", problem)` for one of them

So the words stand in the source in English. `make locales` finds them all, and writes the
catalogues. `shown` translates what these functions made exactly; a text that has gone through a
journal or an f-string it finds by the words between its values. Values that `english` did not make
are translated only if they are members of an enumeration, or in fields that hold messages of ours:
`{reason}`, `{problem}`, `{hint}` and the like, all of them in `l10n_templates`.
"""

import os
from collections.abc import Iterable, Mapping
from enum import Enum
from typing import TYPE_CHECKING

from architect.l10n_made import Either, Filled, Joined, Made, Numbered, Translated

if TYPE_CHECKING:
    from architect.l10n_templates import Templates

SOURCE = "en"
AUTO = "auto"
_FOLDER = os.path.join(os.path.dirname(__file__), "locales")  # noqa: PTH118, PTH120 - pathlib: 4 ms

_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Which of the locale's variables decides, strongest first: POSIX.1-2017, 8.2."""


class _Translator:
    """The language that holds in this process, and the one to use where `auto` is wanted."""

    def __init__(self) -> None:
        self.language = SOURCE
        self.automatic = SOURCE
        self.catalogue: _Gettext | None = None


class _Gettext:
    """One catalogue; Python's gettext is imported only if there is one to read."""

    def __init__(self, language: str) -> None:
        import gettext

        file = os.path.join(_FOLDER, language, "LC_MESSAGES", "architect.mo")  # noqa: PTH118
        with open(file, "rb") as catalogue:  # noqa: PTH123
            read = gettext.GNUTranslations(catalogue)
        self.gettext, self.ngettext = read.gettext, read.ngettext
        self._file = file
        self._templates: Templates | None = None

    @property
    def templates(self) -> "Templates":
        if self._templates is None:
            from architect.l10n_templates import Templates

            with open(self._file, "rb") as catalogue:  # noqa: PTH123
                self._templates = Templates(catalogue.read())
        return self._templates


_translator = _Translator()


def t(message: str, /, **values: object) -> str:
    """`message` in the user's language, its `{fields}` filled with `values`, as `str.format` does.

    Without values nothing is filled: braces are braces.
    """
    catalogue = _translator.catalogue
    told = catalogue.gettext(message) if catalogue and message else message
    return told.format(**values) if values else told


def tn(one: str, many: str, number: int, /, **values: object) -> str:
    """`one` or `many`, whichever form the language has for `number`; that is a field of both."""
    return _plural(one, many, number).format(number=number, **values)


def english(message: str, /, **values: object) -> str:
    """`message` in English, filled as by `t`; `shown` translates it."""
    return Filled(message, values)


def numbered(one: str, many: str, number: int) -> str:
    """`one` or `many` in English, filled as by `tn`; `shown` translates it."""
    return Numbered(one, many, number)


def joined(separator: str, texts: Iterable[str]) -> str:
    """`texts` with `separator` between them; `shown` translates each."""
    return Joined(separator, texts)


def at(place: str, problem: str) -> str:
    """`place: problem`, of which `shown` translates the problem."""
    return Filled("{place}: {problem}", {"place": place, "problem": problem})


def either(names: Iterable[str]) -> str:
    """`a or b`, for the field `either` of a text, where `shown` translates the word between."""
    return Either(english(" or "), names)


def shown(text: str) -> str:
    """What `english` made, in the user's language; another text as it is.

    What does not know any more how it was made is found by the words between its values. Parts of
    it are translated if the whole is not: values of more than one word, lines, and what semicolons,
    commas or a colon separate.
    """
    catalogue = _translator.catalogue
    if not (catalogue and text):
        return text
    if isinstance(text, Made):
        return _exactly(text)
    told = catalogue.gettext(text)
    return told if told != text else catalogue.templates.translated(text)


def shown_exactly(text: str) -> str:
    """What `english` made in this process; what may be a model's or a user's stays as it is."""
    return shown(text) if isinstance(text, Made) else text


def _exactly(made: Made) -> str:
    if isinstance(made, Filled):
        return t(made.message, **{name: _value(name, made) for name in made.values})
    if isinstance(made, Numbered):
        return tn(made.one, made.many, made.number)
    if isinstance(made, Either):
        return t(made.separator).join(made.parts)
    if isinstance(made, Joined):
        return made.separator.join(map(shown, made.parts))
    return made


def _value(name: str, made: Filled) -> object:
    """What fills the field `name`; a message that was read from somewhere is a plain text."""
    value = made.values[name]
    if isinstance(value, int | float):
        return value
    text = str(value)
    if isinstance(text, Made):
        return _exactly(text)
    if not isinstance(value, str) or " " not in text:
        return value
    return t(text) if isinstance(value, Enum) else _message(name, text)


def _message(name: str, value: str) -> str:
    from architect.l10n_templates import MESSAGES

    return shown(value) if name in MESSAGES else value


def language() -> str:
    """The language that holds, such as `es`."""
    return _translator.language


def languages() -> tuple[str, ...]:
    """Those there are: English, and each that has a catalogue."""
    found = os.listdir(_FOLDER) if os.path.isdir(_FOLDER) else []  # noqa: PTH208, PTH112
    return (SOURCE, *sorted(name for name in found if "." not in name))


def use_language(wanted: str) -> None:
    """Have `t` speak `wanted`: one of `languages`, or `auto` for that of `use_automatically`."""
    chosen = _translator.automatic if wanted == AUTO else wanted
    if chosen == _translator.language:
        return
    _translator.catalogue = None if chosen == SOURCE else _Gettext(chosen)
    _translator.language = chosen
    _translate_libraries()


def use_automatically(tag: str) -> None:
    """What `auto` means from now on: what is nearest to `tag`, such as `es-MX` or `es_ES.UTF-8`."""
    _translator.automatic = nearest(tag)


def nearest(tag: str) -> str:
    """The one of `languages` that `tag` is about; English where there is none."""
    primary = tag.replace("_", "-").partition("-")[0].partition(".")[0].lower()
    return primary if primary in languages() else SOURCE


def of_locale(environ: Mapping[str, str]) -> str:
    """The tag of the locale's language, empty where `environ` sets none."""
    return next((environ[name] for name in _VARIABLES if environ.get(name)), "")


def _translate_libraries() -> None:
    """Libraries such as click ask the default domain of gettext for their own few texts."""
    import gettext

    def plural(domain: str, one: str, many: str, number: int) -> str:
        return Translated(_plural(one, many, number), one if number == 1 else many)

    gettext.dgettext = lambda domain, message: Translated(t(message), message)
    gettext.dngettext = plural


def _plural(one: str, many: str, number: int) -> str:
    catalogue = _translator.catalogue
    return catalogue.ngettext(one, many, number) if catalogue else one if number == 1 else many
