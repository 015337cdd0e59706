"""Images in messages of the user, as far as a request has their contents."""

from collections.abc import Mapping

from architect.adapters.models.sendable import sendable
from architect.domain.messages import UserMessage
from architect.frozen import frozen


@frozen
class ShownImage:
    """An image as providers take it; `base64` is its content."""

    media_type: str
    base64: str

    @property
    def data_url(self) -> str:
        """As in RFC 2397."""
        return f"data:{self.media_type};base64,{self.base64}"


def text_and_images(
    message: UserMessage, contents: Mapping[str, str]
) -> tuple[str, list[ShownImage]]:
    """The text of a message, which says of images without `contents` that they are not shown."""
    shown = [
        ShownImage(image.media_type, contents[image.sha256])
        for image in message.images
        if image.sha256 in contents
    ]
    missing = [f"[not shown: {one.name!r}]" for one in message.images if one.sha256 not in contents]
    return sendable("\n\n".join((message.text, *missing))), shown
