"""What a sandbox is to allow, as the user configured it."""

from pathlib import Path
from typing import Literal

from architect.frozen import frozen

SandboxMode = Literal["auto", "require", "off"]


@frozen
class SandboxRules:
    """`auto` runs commands without a sandbox where none works, `require` refuses them there.

    `readable` and `writable` are folders and files outside the workspace that commands may use
    besides those of the known tool chains. With `read_only` they may not write the workspace;
    `protected` are files of it that they may never write.
    """

    mode: SandboxMode = "auto"
    network: bool = False
    readable: tuple[Path, ...] = ()
    writable: tuple[Path, ...] = ()
    read_only: bool = False
    protected: tuple[Path, ...] = ()
