"""Which changes of a repository are meant."""

from architect.domain.errors import UserError
from architect.frozen import frozen
from architect.l10n import english

STAGED = "staged"


@frozen
class Since:
    """From `ref` to the working tree; with `untracked`, new files too that git does not ignore."""

    ref: str = "HEAD"
    untracked: bool = False

    def __str__(self) -> str:
        return self.ref


@frozen
class Staged:
    """What is in the index and not in the last commit."""

    def __str__(self) -> str:
        return STAGED


@frozen
class Between:
    """From `old` to `new`; with `from_fork`, from where the two parted."""

    old: str
    new: str
    from_fork: bool = False

    def __str__(self) -> str:
        return f"{self.old}{'...' if self.from_fork else '..'}{self.new}"


GitRange = Since | Staged | Between


def git_range(words: str) -> GitRange:
    """`REF`, `staged`, `A..B` or `A...B`, as `git diff` understands them; a side may be empty.

    Raises:
        UserError: it is empty, or would be taken for an option.
    """
    if not words.strip() or words.startswith("-"):
        raise UserError(
            english(
                "{words!r} names no changes: write a revision such as HEAD or main, 'staged', "
                "'A..B' or 'A...B'",
                words=words,
            )
        )
    for dots, from_fork in (("...", True), ("..", False)):
        old, found, new = words.partition(dots)
        if found:
            return Between(old or "HEAD", new or "HEAD", from_fork)
    return Staged() if words == STAGED else Since(words)
