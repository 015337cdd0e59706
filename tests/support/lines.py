"""A printer for tests."""

from architect.cli.printer import Style


class Lines:
    """A printer that keeps what it is given."""

    def __init__(self) -> None:
        self.text = ""

    def line(self, text: str, style: Style = "plain") -> None:
        self.text += f"{text}\n"

    prose = line

    def code(self, text: str, style: Style = "plain", *, column: int) -> None:
        self.line(text, style)

    def piece(self, text: str, style: Style = "plain") -> None:
        self.text += text

    def thinking(self, text: str) -> None:
        self.text += text

    def waiting(self, text: str, seconds: float) -> None:
        pass

    def close(self) -> None:
        pass
