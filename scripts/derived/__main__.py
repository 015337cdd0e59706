"""`make protocol`: writes the files that are written out of the server."""

from scripts.derived.derived_files import DERIVED_FILES, ROOT


def main() -> None:
    for name, text in DERIVED_FILES.items():
        path = ROOT / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text().encode())
        print(name)


main()
