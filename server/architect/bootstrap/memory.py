"""Where the memory of a project is."""

from pathlib import Path

from architect.adapters.records.memory_file import MemoryFile
from architect.ports.memory_store import MemoryStore


def project_memory(root: Path) -> MemoryStore:
    """The memory of the project at `root`."""
    return MemoryFile(root)
