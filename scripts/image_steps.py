"""Runs the steps of the Dockerfile in namespaces, where there is no container engine.

    sudo python3 -m scripts.image_steps ROOT [--ca FILE] [--then FILE]

ROOT is a folder with a Debian in it, in place of the image behind FROM:

    debootstrap --variant=minbase --include=python3,python3-venv,ca-certificates bookworm ROOT

It is changed, so take a copy. FROM is not pulled, layers, entry points and the limits of an engine
are not tried. The last step, and FILE as a script on standard input, run as the image's own user.
Certificates of a proxy are those in --ca; settings of pip and proxies are taken over.
"""

import argparse
import fnmatch
import json
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]
_TAKEN_OVER = ("PIP_", "HTTP_", "HTTPS_", "NO_PROXY", "http_", "https_", "no_proxy")
_ENTER = """
mount --bind --make-private "$1" "$1"
mount --rbind /proc "$1/proc"
mount --rbind /dev "$1/dev"
mount -t tmpfs -o mode=1777 tmp "$1/tmp"
cd "$1"
shift
pivot_root . .
umount -l .
exec "$@"
"""
"""Makes a folder the root as an engine does: in a chroot the kernel gives nobody namespaces."""

_CERTIFICATES = "/etc/ssl/certs/ca-certificates.crt"


@dataclass(frozen=True)
class Instruction:
    """A line of the Dockerfile, put together from those that go on."""

    name: str
    text: str


@dataclass
class Image:
    """What the instructions have made so far."""

    root: Path
    environment: dict[str, str] = field(default_factory=dict[str, str])
    folder: str = "/"
    user: str = "root"
    command: tuple[str, ...] = ()


def instructions(text: str) -> Iterator[Instruction]:
    """The instructions of a Dockerfile."""
    whole = ""
    for line in text.splitlines():
        if line.lstrip().startswith("#") or not (line.strip() or whole):
            continue
        whole += line.removesuffix("\\")
        if not line.endswith("\\"):
            name, _, rest = whole.strip().partition(" ")
            yield Instruction(name.upper(), rest.strip())
            whole = ""


def is_ignored(path: str, patterns: Sequence[str]) -> bool:
    """Whether `.dockerignore` leaves a file out; the last pattern that fits it counts.

    https://docs.docker.com/build/concepts/context/#dockerignore-files
    """
    ignored = False
    parts = path.split("/")
    prefixes = ["/".join(parts[:length]) for length in range(1, len(parts) + 1)]
    for line in patterns:
        pattern = line.strip()
        if not pattern or pattern.startswith("#"):
            continue
        keeps, pattern = pattern.startswith("!"), pattern.lstrip("!")
        names = [part for each in prefixes for part in (each, each.rpartition("/")[2])]
        fitting = names if pattern.startswith("**/") else prefixes
        if any(fnmatch.fnmatchcase(each, pattern.removeprefix("**/")) for each in fitting):
            ignored = not keeps
    return ignored


def carry_out(image: Image, step: Instruction, patterns: Sequence[str]) -> None:
    """Do what one instruction says.

    Raises:
        ValueError: it is none of those that the Dockerfile uses.
        subprocess.CalledProcessError: a command failed.
    """
    match step.name:
        case "FROM":
            _like_python_image(image.root)
        case "RUN":
            run(image, ["/bin/sh", "-c", step.text], as_user=image.user)
        case "COPY":
            *sources, target = shlex.split(step.text)
            for source in sources:
                _copy(image, source, target, patterns)
        case "ENV" | "ARG":
            name, _, value = step.text.partition("=")
            image.environment[name] = value
        case "WORKDIR":
            image.folder = step.text
            (image.root / step.text.lstrip("/")).mkdir(parents=True, exist_ok=True)
        case "USER":
            image.user = step.text
        case "CMD":
            image.command = tuple(json.loads(step.text))
        case _:
            raise ValueError(f"{step.name} is not known here")


def _like_python_image(root: Path) -> None:
    """Put Python where the image has it: `/usr/local/bin`."""
    for name in ("python3", "python"):
        link = root / "usr/local/bin" / name
        if not link.exists():
            link.symlink_to("/usr/bin/python3")


def _copy(image: Image, source: str, target: str, patterns: Sequence[str]) -> None:
    inside = Path(image.folder, target)
    place = image.root / str(inside).lstrip("/")
    origin = PROJECT / source
    if origin.is_file():
        assert not is_ignored(source, patterns), f"{source} is in .dockerignore"
        place = place / origin.name if target.endswith(("/", ".")) else place
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(origin, place)
        return
    for file in sorted(each for each in origin.rglob("*") if each.is_file()):
        relative = file.relative_to(PROJECT).as_posix()
        if not is_ignored(relative, patterns):
            to = place / file.relative_to(origin)
            to.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(file, to)


def run(image: Image, command: Sequence[str], *, as_user: str, stdin: bytes | None = None) -> None:
    """Run a command in the image.

    Raises:
        subprocess.CalledProcessError: it fails.
    """
    taken = {name: value for name, value in os.environ.items() if name.startswith(_TAKEN_OVER)}
    paths = ("PIP_CERT", "PIP_FIND_LINKS", "PIP_CONFIG_FILE")
    environment = {name: value for name, value in taken.items() if name not in paths}
    default = "/usr/local/bin:/usr/local/sbin:/usr/bin:/usr/sbin:/bin:/sbin"
    environment |= {"PATH": default, "HOME": "/root", "SSL_CERT_FILE": _CERTIFICATES}
    become = ["setpriv", f"--reuid={as_user}", f"--regid={as_user}", "--init-groups"]
    inside = ["unshare", "--mount", "/bin/sh", "-ceu", _ENTER, "sh", str(image.root)]
    subprocess.run(
        [*inside, "/usr/bin/env", "-C", image.folder, *become, *command],
        env=environment | image.environment,
        input=stdin,
        stdin=subprocess.DEVNULL if stdin is None else None,
        check=True,
    )


def prepared(root: Path, certificates: Path | None) -> None:
    """Let names be found, and the servers behind a proxy be trusted."""
    subprocess.run(["mount", "-t", "proc", "proc", "/proc"], check=True)
    shutil.copy2("/etc/resolv.conf", root / "etc/resolv.conf")
    if certificates is not None:
        with (root / _CERTIFICATES.lstrip("/")).open("ab") as file:
            file.write(certificates.read_bytes())


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("root", type=Path)
    parser.add_argument("--ca", type=Path)
    parser.add_argument("--then", type=Path)
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    told = parser.parse_args(arguments)
    if not told.inside:
        again = [sys.executable, "-m", "scripts.image_steps", *arguments, "--inside"]
        own = ["unshare", "--mount", "--pid", "--fork", "--kill-child"]
        return subprocess.run([*own, *again], cwd=PROJECT, check=False).returncode
    image = Image(told.root.resolve())
    prepared(image.root, told.ca)
    patterns = (PROJECT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    for step in instructions((PROJECT / "Dockerfile").read_text(encoding="utf-8")):
        print(f"==> {step.name} {' '.join(step.text.split())}", flush=True)
        carry_out(image, step, patterns)
    run(image, image.command, as_user=image.user)
    if told.then is not None:
        run(image, ["/bin/sh", "-eu"], as_user=image.user, stdin=told.then.read_bytes())
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
