"""What a command takes away from a workspace, if it takes away no more than it says."""

from architect.frozen import frozen


@frozen
class Found:
    """What `find` deletes below the folder `below`: all whose name fits the glob `name`.

    `split` says that a path with blanks or quotes in it would become several.
    """

    below: str
    name: str
    split: bool = False


@frozen
class Losses:
    """At most what a command deletes or overwrites; paths are absolute and may end elsewhere.

    at: paths, perhaps globs, each with all that is below it
    found: what is looked for before it is deleted, each with all that is below it
    replaced: files, none of them a pattern, of which nothing is left but the name
    changed: whether git may overwrite what was changed since the last commit
    untracked: whether git may overwrite or delete what it has never had and does not ignore
    within: where git does so, each with all that is below it; everywhere if there are none
    """

    at: tuple[str, ...] = ()
    found: tuple[Found, ...] = ()
    replaced: tuple[str, ...] = ()
    changed: bool = False
    untracked: bool = False
    within: tuple[str, ...] = ()

    def __or__(self, other: "Losses") -> "Losses":
        """What both take away."""
        by_git = [one for one in (self, other) if one.changed or one.untracked]
        within = tuple(path for one in by_git for path in one.within)
        return Losses(
            at=self.at + other.at,
            found=self.found + other.found,
            replaced=self.replaced + other.replaced,
            changed=self.changed or other.changed,
            untracked=self.untracked or other.untracked,
            within=within if all(one.within for one in by_git) else (),
        )


NO_LOSSES = Losses()
