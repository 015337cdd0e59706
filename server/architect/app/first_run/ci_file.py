"""Files that have CI review changes."""

import json
from collections.abc import Callable
from contextlib import suppress
from importlib import metadata
from pathlib import Path
from typing import Any, Literal

from architect import __version__

CiSystem = Literal["github", "gitlab", "jenkins"]

_TEMPLATES = Path(__file__).with_name("templates")
_FILES: dict[CiSystem, tuple[str, str]] = {
    "github": ("github.yml", ".github/workflows/architect.yml"),
    "gitlab": ("gitlab.yml", ".gitlab-ci.yml"),
    "jenkins": ("jenkins.groovy", "Jenkinsfile"),
}


def ci_path(system: CiSystem, exists: Callable[[str], bool]) -> str:
    """Where the file goes; a Jenkinsfile that is there is another pipeline."""
    path = _FILES[system][1]
    return "Jenkinsfile.architect" if system == "jenkins" and exists(path) else path


def ci_text(system: CiSystem, variable: str) -> str:
    """The file; `variable` holds the key of the model."""
    text = (_TEMPLATES / _FILES[system][0]).read_bytes().decode()
    package = json.dumps(package_source())
    package = f"'{package[1:-1]}'" if system == "jenkins" else package
    return text.replace("{variable}", variable).replace("{package}", package)


def package_source() -> str:
    """What pip installs architect from on a runner: the repository that this one came from."""
    source: dict[str, Any] = {}
    with suppress(metadata.PackageNotFoundError, OSError, ValueError):
        ours = metadata.distribution("architect-lsp")
        # PEP 610
        place = ours.locate_file(f"architect_lsp-{ours.version}.dist-info/direct_url.json")
        source = json.loads(Path(str(place)).read_bytes())
    vcs: dict[str, str] = source.get("vcs_info") or {}
    url, commit = str(source.get("url", "")), vcs.get("commit_id", "")
    usual = f"architect-lsp=={__version__}"
    if vcs.get("vcs") != "git" or not url.startswith("https://") or "@" in url:
        return usual
    text = f"git+{url}@{commit}"
    return text if text.isprintable() and not set(text) & set("\"'\\ $`") else usual
