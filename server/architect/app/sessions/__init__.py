"""Sessions as people handle them: found, named, exported, forked, deleted."""
