"""The entry point: `python -I action/main.py`, which takes no module from the checked-out files."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))


def main() -> int:
    from architect_action.job import run_job

    return run_job()


if __name__ == "__main__":
    raise SystemExit(main())
