"""How a package is installed on this system."""

import shutil

_MANAGERS = {
    "apt-get": "sudo apt-get install {}",
    "dnf": "sudo dnf install {}",
    "pacman": "sudo pacman -S {}",
    "zypper": "sudo zypper install {}",
    "apk": "sudo apk add {}",
    "brew": "brew install {}",
}


def install_command(package: str) -> str:
    """A line to copy; empty if no package manager is known here."""
    found = (command for name, command in _MANAGERS.items() if shutil.which(name))
    return next(found, "").format(package)
