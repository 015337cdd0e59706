"""How to start the daemon with short time-outs."""

import sys

from tests.support.servers import PROJECT

IMPATIENT = (sys.executable, str(PROJECT / "tests/support/short_timeouts_daemon.py"))
