"""Wheels that pip finds without an index: the environment of the tests lends what they bring."""

import hashlib
import sysconfig
from pathlib import Path
from zipfile import ZipFile

from tests.e2e.vscode.places import ROOT

_OURS = ("architect", "_editable_impl", "__pycache__")
_OF_EVERY_ENVIRONMENT = ("pip", "setuptools", "_distutils_hack", "distutils-precedence")
_COMMANDS = "[console_scripts]\narchitect = architect.__main__:main\n"


def lend_wheels(folder: Path) -> Path:
    """`folder` with wheels of the server, of LiteLLM and of all else that the server needs.

    Its `requirements.txt` names the last two by their hashes, a line each.
    """
    installed = [*Path(sysconfig.get_path("purelib")).iterdir()]
    litellm = [each for each in installed if each.name.startswith("litellm")]
    left_out = {*litellm, *(each for each in installed if _is_left_out(each.name))}
    others = [each for each in installed if each not in left_out]
    folder.mkdir()
    _wheel(folder, "architect_lsp", ROOT / "server", commands=_COMMANDS)
    wheels = [
        _wheel(folder, "litellm", _linked(folder / "litellm", litellm)),
        _wheel(folder, "lent", _linked(folder / "others", others)),
    ]
    (folder / "requirements.txt").write_bytes("".join(map(_requirement, wheels)).encode())
    return folder


def _is_left_out(name: str) -> bool:
    return name.startswith((*_OURS, *_OF_EVERY_ENVIRONMENT)) or name.endswith(".pth")


def _linked(folder: Path, places: list[Path]) -> Path:
    folder.mkdir()
    for place in places:
        (folder / place.name).symlink_to(place)
    return folder


def _wheel(folder: Path, name: str, lent: Path, *, commands: str = "") -> Path:
    """A wheel that puts nothing into an environment but `commands`, and where its modules are."""
    about = f"{name}-1.dist-info"
    files = {
        f"{name}_lent.pth": f"{lent}\n",
        f"{about}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n",
        f"{about}/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{about}/entry_points.txt": commands,
    }
    record = "".join(f"{file},,\n" for file in (*files, f"{about}/RECORD"))
    wheel = folder / f"{name}-1-py3-none-any.whl"
    with ZipFile(wheel, "w") as archive:
        for file, text in {**files, f"{about}/RECORD": record}.items():
            archive.writestr(file, text)
    return wheel


def _requirement(wheel: Path) -> str:
    name, *_ = wheel.name.split("-")
    return f"{name}==1 --hash=sha256:{hashlib.sha256(wheel.read_bytes()).hexdigest()}\n"
