"""The keyring, and the keys that it keeps."""

from collections.abc import Mapping, Sequence

from architect.adapters.install_command import install_command
from architect.adapters.keyring.key_store import KeyStore
from architect.adapters.keyring.user_keyring import UserKeyring, has_package
from architect.bootstrap.doctor.check import Check, State
from architect.domain.errors import KeyringFault
from architect.l10n import english, joined

_LIMIT_S = 5.0


def checks(environ: Mapping[str, str]) -> Sequence[Check]:
    """Whether a keyring is there; nobody is asked to unlock one. Blocks for its answer."""
    kept = KeyStore(environ).providers()
    keeps = [english("keeps keys of {kept}", kept=", ".join(kept))] if kept else []
    if not kept and not has_package():
        text = english("not used: the Python package keyring is not installed")
        return [
            Check(
                "keyring",
                State.OK,
                text,
                english("for `architect login`"),
                install_command("keyring"),
            )
        ]
    try:
        name = UserKeyring(environ, limit_s=_LIMIT_S).backend()
    except KeyringFault as fault:
        if not kept:
            return [
                Check("keyring", State.OK, english("no key is kept: {reason}", reason=str(fault)))
            ]
        command = "" if has_package() else install_command("keyring")
        text = joined("; ", (str(fault).removeprefix("the keyring "), *keeps))
        fix = english("set the variables of the providers instead, see docs/models.md")
        return [Check("keyring", State.WARNING, text, fix, command)]
    return [Check("keyring", State.OK, joined("; ", (name, *keeps)))]


def is_usable(environ: Mapping[str, str]) -> bool:
    """Whether `architect login` can keep a key. Blocks for the answer of the keyring."""
    try:
        UserKeyring(environ, limit_s=_LIMIT_S).backend()
    except KeyringFault:
        return False
    return True
