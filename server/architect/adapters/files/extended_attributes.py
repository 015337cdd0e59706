"""What a file carries besides its content, owner and mode."""

import contextlib
import os
import sys

_ACCESS_LIST = "system.posix_acl_access"
_USERS_OWN = "user."


def copy_attributes(source: int, target: int) -> None:
    """Give one open file the access list and the user's own attributes of another.

    Not all file systems know them, and then there are none to lose. Capabilities are left behind,
    as the kernel takes them from a file that is written to. Linux only: elsewhere Python has no
    calls for it.
    """
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            for name in os.listxattr(source):
                if name == _ACCESS_LIST or name.startswith(_USERS_OWN):
                    os.setxattr(target, name, os.getxattr(source, name))
