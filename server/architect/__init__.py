"""A coding agent that lives in the editor and runs the same way in CI."""

try:
    from architect._version import __version__
except ModuleNotFoundError:
    # Neither built nor installed: a tree that is only on the path.
    __version__ = "0.0.0"

__all__ = ["__version__"]
