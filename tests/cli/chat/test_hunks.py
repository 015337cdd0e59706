"""Single changes of a conversation: listed, looked at, kept and undone."""

import json

from tests.cli.chat.talking import talking
from tests.cli.talk import read_call
from tests.support.chat_screen import CTRL_D, ChatScreen
from tests.support.command import Project
from tests.support.provider_server import Call, Reply

CART, CHANGES = "src/shop/cart.py", 38


def cart(factor: int, *, end: int = CHANGES) -> str:
    return "".join(
        f"def price_{n}():\n    return {n * (factor if n <= end else 1)}\n\n\n"
        for n in range(1, CHANGES + 1)
    )


def replies() -> list[Reply]:
    files = {CART: cart(10), "a.py": "x = 2\n", "b.py": "hello\n"}
    calls = [
        Call("write_file", json.dumps({"path": path, "content": text, "mode": "overwrite"}), path)
        for path, text in files.items()
    ]
    reads = [read_call(CART, call_id="1"), read_call("a.py", call_id="2")]
    return [Reply(calls=reads), Reply(calls=calls), Reply("Changed.")]


def left(screen: ChatScreen, number: int) -> None:
    screen.shows(f" {number} changes left, next:")


def test_forty_changes_are_decided_one_after_the_other(project: Project) -> None:
    project.write(CART, cart(1))
    project.write("a.py", "x = 1\n")
    with talking(project, replies(), "--mode", "yolo", columns=60) as (screen, _):
        screen.say("go")
        screen.shows("Done")
        screen.say("/keep 1")
        screen.shows("there is no change 1; /hunks lists them")
        screen.say("/hunks")
        screen.shows(" 1 a.py:1 +1 -1 + x = 2")
        screen.shows("40 src/shop/cart.py:150 +1 -1 + return 380")
        assert max(map(len, screen.lines)) <= 60
        screen.say("/hunks 3")
        screen.shows("- return 1 + return 10")
        for number in range(1, 4):
            screen.say(f"/keep {number}")
            left(screen, 40 - number)
        screen.say("/keep 4-10")
        left(screen, 30)
        screen.say("/undo 11")
        left(screen, 29)
        screen.shows("12 src/shop/cart.py:38 +1 -1 + return 100 @@ -35,7 +35,7 @@")
        assert "return 90\n" not in project.read(CART)
        project.write(CART, project.read(CART).replace("return 100\n", "return 101\n"))
        screen.say("/undo 12-14 40")
        screen.shows("undone: 3 changes in src/shop/cart.py left alone")
        screen.shows("/undo N anyway undoes it with what was changed since")
        left(screen, 26)
        screen.say("/undo 12 anyway")
        left(screen, 25)
        screen.say("/keep 11 15-30 99")
        screen.shows("there is no change 99")
        screen.say("/keep 11 15-30")
        screen.shows("decided already, or not there any more: 11")
        left(screen, 9)
        screen.say("/undo src/shop")
        screen.shows("no change of this session waits for a decision")
        screen.say("/undo a.py")
        screen.shows("left alone 1 change that you have kept in a.py")
        screen.shows("to undo what you have kept as well: /undo a.py --kept-too")
        screen.say("/undo a.py --kept-too")
        screen.shows("restored a.py")
        screen.type(CTRL_D)
        assert screen.end() == 0
    kept = {*range(1, 9), *range(13, 29)}
    assert [f"return {n * 10}\n" in project.read(CART) for n in range(1, CHANGES + 1)] == [
        n in kept for n in range(1, CHANGES + 1)
    ]
    assert json.loads(project.architect("hunks", "--json").stdout) == []
