"""Names for the strings that identify things."""

from typing import NewType

SessionId = NewType("SessionId", str)
"""What persists across runs: `YYYYMMDD-HHMMSS-hex6`, also the stem of the journal file."""

RunId = NewType("RunId", str)
"""One request within a session: the session id, a dot and a number counted from 1.

A run that another one opened has the id of that one, a dot and a number counted from 1.
"""

CallId = NewType("CallId", str)
"""One tool call; unique within a session."""

FindingId = NewType("FindingId", str)
"""One finding of a review; made of what it says and where, so that it outlives its run."""

HunkId = NewType("HunkId", str)
"""One hunk of a run; made of the run, the file and what changed, so that it outlives typing."""
