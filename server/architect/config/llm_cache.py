"""Replies that are kept on this machine, so that the same request is not paid for again."""

from architect.checked.field import Field
from architect.checked.model import Model
from architect.config.file_path import FilePath


class LlmCacheSettings(Model):
    """`dir` None is a folder of the user's cache; replies older than `ttl_hours` do not count."""

    enabled: bool = False
    dir: FilePath | None = None
    ttl_hours: int = Field(default=24, ge=1, le=8760)
