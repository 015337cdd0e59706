"""JSON-RPC 2.0 over byte streams: framing, dispatching, serving, for any protocol on them."""
