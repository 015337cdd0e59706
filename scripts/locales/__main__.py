"""`make locales`: brings the catalogues up to date with the sources, and compiles them.

Lists what is still to be translated; a text that nothing says any more is dropped.
"""

from scripts.locales.catalogues import LANGUAGES, compiled, file_of, updated
from scripts.locales.messages import messages


def main() -> None:
    said = messages()
    for language in LANGUAGES:
        text, missing = updated(language, said)
        po, mo = file_of(language, "po"), file_of(language, "mo")
        po.parent.mkdir(parents=True, exist_ok=True)
        po.write_bytes(text)
        mo.write_bytes(compiled(language))
        print(f"{po}: {len(missing)} of {len(said)} to translate")


main()
