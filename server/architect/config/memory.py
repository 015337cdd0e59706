"""What is remembered from session to session."""

from architect.checked.model import Model


class MemorySettings(Model):
    """`auto_detect_corrections` keeps what users say of how it is to be done."""

    enabled: bool = False
    auto_detect_corrections: bool = True
