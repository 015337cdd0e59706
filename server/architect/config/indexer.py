"""The index of the project, and the map that is made of it."""

from architect.checked.field import Field
from architect.checked.model import Model
from architect.config.expressions import NotBlank


class IndexerSettings(Model):
    """`max_file_size` is in bytes; `map_tokens` is for the map in the first message, 0 for none."""

    enabled: bool = True
    max_file_size: int = Field(default=1_000_000, ge=1_000, le=50_000_000)
    exclude_dirs: tuple[NotBlank, ...] = ()
    exclude_patterns: tuple[NotBlank, ...] = ()
    use_cache: bool = True
    map_tokens: int = Field(default=1_500, ge=0, le=50_000)
