"""Frames of the AWS event stream.

https://docs.aws.amazon.com/transcribe/latest/dg/streaming-setting-up.html (November 2026): the
length of all and of the headers, a checksum of both, the headers, the payload, a checksum of all.
"""

import json
import struct
import zlib
from typing import Any

_TEXT = 7
"""The type of a header whose value is a text with its length before it."""


def event_frame(event_type: str, payload: dict[str, Any]) -> bytes:
    headers = {
        ":event-type": event_type,
        ":content-type": "application/json",
        ":message-type": "event",
    }
    packed = b"".join(_header(name, value) for name, value in headers.items())
    body = json.dumps(payload).encode()
    lengths = struct.pack(">II", 16 + len(packed) + len(body), len(packed))
    frame = lengths + struct.pack(">I", zlib.crc32(lengths)) + packed + body
    return frame + struct.pack(">I", zlib.crc32(frame))


def _header(name: str, value: str) -> bytes:
    return (
        struct.pack(">B", len(name))
        + name.encode()
        + struct.pack(">BH", _TEXT, len(value))
        + value.encode()
    )
