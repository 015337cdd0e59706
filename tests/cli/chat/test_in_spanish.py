"""A whole conversation in Spanish: nothing that is said of ours is left in English."""

import re

from tests.cli.chat.talking import of_type, talking
from tests.cli.talk import command_call, write_call
from tests.support.chat_screen import CTRL_C
from tests.support.command import Project
from tests.support.provider_server import Reply

ENGLISH = re.compile(
    r"\b(?:the|this|that|these|what|which|is|are|was|has|have|and|or|of|with|not|you|your|yes|"
    r"for|from|to|into|there|it|its|by|an?|files|steps?|session|message)\b",
)
"""Words of which one stands in nearly every English sentence, and none in a Spanish one."""

NAMES = re.compile(r"\S*[/_]\S*|\[\S+( \S+)*\]|`[^`]*`|(?<= )a(?= )")
"""Paths, commands, tools and what they take; and a word that both languages have."""


def test_a_conversation_in_spanish_has_no_english_in_it(project: Project) -> None:
    replies = [
        Reply(calls=[command_call("touch hecho")]),
        Reply("Sin eso.", calls=[write_call()]),
        Reply("Escrito."),
    ]
    with talking(project, replies, ARCHITECT_LANGUAGE="es", columns=100) as (screen, server):
        screen.say("crea algo")
        screen.asks_about("touch hecho")
        screen.say("?")
        screen.shows("lo deniega y detiene la ejecución")
        screen.say("d")
        screen.shows("por qué, para el agente:")
        screen.say("mejor un archivo")
        screen.asks_about("new.txt")
        screen.say("sí")
        screen.shows("1 archivo modificado")
        screen.say("/diff")
        screen.shows("+++ b/new.txt")
        screen.say("/hunks")
        screen.shows("1 new.txt:1 +1 -0 + new /hunks N muestra uno")
        screen.say("/keep 1")
        screen.shows("ningún cambio de esta sesión espera una decisión")
        screen.say("/messages")
        screen.shows("1 crea algo · 1 archivo")
        screen.say("/restore 1")
        screen.shows("estos archivos vuelven atrás: new.txt")
        screen.shows("no [y/n]:")
        screen.say("n")
        screen.shows("no se restauró nada")
        screen.say("/help")
        screen.shows("terminar la sesión")
        screen.say("/nada")
        screen.shows("no hay ningún comando /nada;")
        screen.say("/undo")
        screen.shows("/undo 2")
        screen.type(CTRL_C)
        screen.type(CTRL_C)
        assert screen.end() == 0
        screen.shows("volver:")
        said = screen.text
        read = [m["content"] for m in server.requests[1].body["messages"] if m["role"] == "tool"]
    assert [line for line in said.split("\n") if ENGLISH.search(NAMES.sub("", line))] == []
    reason = "the user denied it and says: mejor un archivo"  # models and journals read English
    assert reason in read[0]
    assert reason in of_type(project, "tool.decided")[0]["reason"]
