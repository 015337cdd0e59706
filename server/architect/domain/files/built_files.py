"""Files that builds and tests make, by their names: the next build makes them again."""

_NAMES = (
    "build dist target out coverage htmlcov node_modules bower_components __pycache__ .eggs .tox"
    " .nox .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage .nyc_output .next .nuxt"
    " .output .turbo .parcel-cache .svelte-kit .angular .gradle .cache .vite .tsbuildinfo"
    " cmake-build-debug cmake-build-release"
)
_FOLDERS = frozenset(_NAMES.split())
_ENDS = (".egg-info", ".pyc", ".pyo", ".o", ".obj", ".class", ".tsbuildinfo", ".gcda")


def is_built(name: str) -> bool:
    """Whether builds usually make what `name`, a path with slashes, is or lies in."""
    parts = name.split("/")
    return not _FOLDERS.isdisjoint(parts) or any(part.endswith(_ENDS) for part in parts)
