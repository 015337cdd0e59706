"""Which sentences of a user correct how an agent works, in English and in Spanish.

What says what to do this time is a task; what says how it is to be done from now on, or that it
was done the wrong way, is a correction, which the next session should know.
"""

import re

from architect.lazy_pattern import lazy_pattern

_SENTENCE = lazy_pattern(r"(?<=[.!?])\s+|\n+")
_CODE = lazy_pattern(r"```.*?(?:```|\Z)", re.DOTALL)
_LASTING = lazy_pattern(
    r"""\b(?:
      (?:always|never|from\ now\ on|as\ a\ rule|in\ this\ (?:project|repo(?:sitory)?))\b.*\w
      | (?:do\ not|don['\u2019]?t|stop|quit)\ (?:ever\ )?(?:us|add|writ|creat|mak|put|touch|chang|
          edit|run|commit|import|call)\w*
      | (?:use|using|prefer|want|run|write|call\ it)\b.*\b(?:instead\ of|rather\ than|,?\s+not)\s+\S
      | instead\ of\b.*\b(?:use|prefer|run|write)\b
      | we\ (?:use|prefer|never|always|do\ not|don['\u2019]?t)\b
      | i\ (?:told|asked)\ you\b | i\ (?:prefer|meant|said)\b
      | siempre\b.*\w | nunca\b.*\w | jam[áa]s\b.*\w
      | (?:de\ ahora|de\ aqu[íi])\ en\ adelante\b | (?:a\ partir\ de|desde)\ ahora\b
      | en\ este\ proyecto\b
      | no\ (?:uses|utilices|a[ñn]adas|escribas|crees|hagas|toques|cambies|edites|ejecutes|pongas)\b
      | dej[ae]\ de\ \w+(?:ar|er|ir)\b
      | (?:usa|utiliza|prefiero|quiero|ejecuta|escribe)\b.*\b(?:en\ (?:vez|lugar)\ de|y\ no)\s+\S
      | (?:usamos|preferimos|prefiero)\b | te\ (?:dije|ped[íi])\b | quise\ decir\b
    )""",
    re.IGNORECASE | re.VERBOSE,
)
_WRONG = lazy_pattern(
    r"""(?:no[,.:;!]|nope\b|wrong\b|that['\u2019]?s\ (?:wrong|not)\b|that\ is\ (?:wrong|not)\b
      |not\ like\ that\b|actually,|(?:eso|as[íi])\ (?:no|est[áa]\ mal)\b|no\ es\ as[íi]\b
      |est[áa]\ mal\b|en\ realidad,)\s*(?P<rest>\S.{5,})""",
    re.IGNORECASE | re.VERBOSE,
)
_MAX_CHARS = 300
_MOST = 3
"""Of one message; who writes more of them writes rules, which belong into a file."""


def corrections_in(message: str) -> list[str]:
    """The sentences of a user's `message` that correct an agent, at most three."""
    sentences = (one.strip() for one in _SENTENCE.split(_CODE.sub("", message[:20_000])))
    return [one for one in sentences if _is_correction(one)][:_MOST]


def _is_correction(sentence: str) -> bool:
    if not sentence or len(sentence) > _MAX_CHARS or sentence.endswith("?"):
        return False
    return bool(_LASTING.search(sentence) or _WRONG.match(sentence))
