"""One VS Code for each group of scenes, which plays those that pytest has chosen."""

from collections.abc import Callable, Generator
from contextlib import ExitStack
from itertools import repeat
from pathlib import Path

import pytest
from tests.e2e.vscode.code_server import ClickThrough, clicking, packaged
from tests.e2e.vscode.extension_host import Play, playing
from tests.e2e.vscode.places import need_node_modules, places
from tests.e2e.vscode.scenes import second_attempts
from tests.support import one_conversation
from tests.support.provider_server import ProviderServer
from tests.support.second_attempts import SECOND_ATTEMPT

Plays = Callable[..., Play]


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "scene(group, name): played by a VS Code")
    config.addinivalue_line("markers", "language(code): what VS Code speaks in a file of tests")


@pytest.fixture(autouse=True)
def tell_of_second_attempts(request: pytest.FixtureRequest) -> Generator[None]:
    second_attempts.clear()
    yield
    test: pytest.Item = request.node
    test.user_properties += [(SECOND_ATTEMPT, said) for said in second_attempts]


@pytest.fixture(scope="module")
def play(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Generator[Plays]:
    """Starts VS Code at the first call for a group, and ends that of the group before."""
    with ExitStack() as stack:
        plays: dict[str, Play] = {}

        def start(group: str, lay_out: Callable[[Path], str], **options: bool) -> Play:
            if group not in plays:
                stack.close()
                folder = tmp_path_factory.mktemp(f"vscode-{group}")
                names = _chosen(request.session.items, group)
                opened = lay_out(folder)
                begun = playing(
                    places(), folder, group=group, names=names, opened=opened, **options
                )
                plays[group] = stack.enter_context(begun)
            return plays[group]

        yield start


@pytest.fixture(scope="session")
def vsix(tmp_path_factory: pytest.TempPathFactory, testrun_uid: str) -> Path:
    need_node_modules()
    own = tmp_path_factory.getbasetemp()
    is_one_of_many = own.name.startswith("popen-")
    return packaged((own.parent if is_one_of_many else own) / f"package-{testrun_uid}")


@pytest.fixture(scope="module")
def click_through(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, vsix: Path
) -> Generator[ClickThrough]:
    """Plays the scenes of the group that the file of the test is about, in its language."""
    items = request.session.items
    own = [
        mark for each in items if each.path == request.path for mark in each.iter_markers("scene")
    ]
    mark: str = own[0].args[0]
    group = mark.removeprefix("ui/")
    folder = tmp_path_factory.mktemp(f"code-server-{group}")
    names = _chosen(items, mark)
    with ProviderServer(repeat(one_conversation.reply_to)) as server:
        told = {"ARCHITECT_TEST_CONVERSATION": one_conversation.told_to_player(server)}
        module: pytest.Module = request.node
        spoken = module.get_closest_marker("language")
        language: str = spoken.args[0] if spoken else "en"
        with clicking(
            places(), folder, vsix, group=group, names=names, told=told, language=language
        ) as found:
            yield found


def _chosen(items: list[pytest.Item], group: str) -> list[str]:
    """The names of the scenes that are to be played in this process."""
    marks = [mark for item in items for mark in item.iter_markers("scene")]
    return [mark.args[1] for mark in marks if mark.args[0] == group]
