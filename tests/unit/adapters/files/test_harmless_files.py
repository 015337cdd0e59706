"""Files that are named like such with secrets, told apart by what is in them."""

import os
from pathlib import Path

from tests.support.table import table

from architect.adapters.files.harmless_files import holds_no_secret

LINES = "MIIBszCCAVmgAwIBAgIUQ3x1m5yM9k0mQ3Z5c1JmZ0l3cVQwCgYIKoZIzj0EAwIw\n" * 3
CERTIFICATE = f"-----BEGIN CERTIFICATE-----\n{LINES}-----END CERTIFICATE-----\n"
KEY = f"-----BEGIN EC PRIVATE KEY-----\n{LINES}-----END EC PRIVATE KEY-----\n"
EXAMPLE = "API_KEY=\nPORT=3000\n"

HARMLESS = {
    "server.pem": CERTIFICATE,
    "ca-bundle.pem": f"# Issuer: CN=Some Root\n# Serial: 12\n{CERTIFICATE}\n# Next\n{CERTIFICATE}",
    "jwt.key": CERTIFICATE.replace("CERTIFICATE", "PUBLIC KEY"),
    ".npmrc": "registry=https://registry.example/\nsave-exact=true\n",
    ".env": EXAMPLE,
    "new/.env": None,
    "new.pem": None,
}
SECRET = {
    "server.pem": KEY,
    "both.pem": CERTIFICATE + KEY,
    "bare.pem": LINES,
    "behind.pem": CERTIFICATE + LINES,
    "pgp.key": KEY.replace("EC PRIVATE KEY", "PGP PRIVATE KEY BLOCK"),
    ".npmrc": "//registry.example/:_authToken=0b4a9d3e-1111-4c1e-9f3e-2f5d8a9b7c6d\n",
    ".env": f"{EXAMPLE}DEBUG=1\n",
    ".env.local": "PORT=3000\n",
    "credentials": "",
    "empty.pem": "",
}


def written(folder: Path, name: str, content: str | None) -> Path:
    path = folder / name
    (folder / ".env.example").write_bytes(EXAMPLE.encode())
    if content is not None:
        path.write_bytes(content.encode())
    return path


@table(("name", "content"), HARMLESS.items())
def test_what_has_no_secret_in_it_is_known(name: str, content: str | None, tmp_path: Path) -> None:
    assert holds_no_secret(written(tmp_path, name, content))


@table(("name", "content"), SECRET.items())
def test_whatever_else_may_have_one(name: str, content: str, tmp_path: Path) -> None:
    assert not holds_no_secret(written(tmp_path, name, content))


def test_what_cannot_be_read_may_have_one(tmp_path: Path) -> None:
    (tmp_path / "large.pem").write_bytes((CERTIFICATE * 6_000).encode())
    (tmp_path / "link.pem").symlink_to("nowhere")
    (tmp_path / "folder.pem").mkdir()
    os.mkfifo(tmp_path / "pipe.pem")
    for name in ("large.pem", "link.pem", "folder.pem", "pipe.pem"):
        assert not holds_no_secret(tmp_path / name)
