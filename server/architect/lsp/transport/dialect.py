"""How LSP sends messages."""

from architect.jsonrpc import json_rpc
from architect.jsonrpc.content_length import CONTENT_LENGTH
from architect.jsonrpc.dialect import Dialect
from architect.lsp.transport.shown_text import shown_params

LSP = Dialect(
    framing=CONTENT_LENGTH,
    other_end="the editor",
    withdrawal=lambda own_id: json_rpc.notification("$/cancelRequest", {"id": own_id}),
    outgoing=shown_params,
)
