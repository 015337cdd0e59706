"""`python -m architect` and the command `architect`."""

from architect.cli.main import main

if __name__ == "__main__":
    main()
