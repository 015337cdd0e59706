"""A program that an editor starts as its server: stdin and stdout, passed on to a Unix socket.

`python stdio_relay.py SOCKET` says its process id in the first line; the server itself lives in the
test. It ends as soon as either side does.
"""

import os
import socket
import sys
import threading


def _pump(connection: socket.socket) -> None:
    while chunk := os.read(0, 65536):
        connection.sendall(chunk)
    os._exit(0)


def main() -> None:
    connection = socket.socket(socket.AF_UNIX)
    connection.connect(sys.argv[1])
    connection.sendall(f"{os.getpid()}\n".encode())
    threading.Thread(target=_pump, args=(connection,), daemon=True).start()
    while chunk := connection.recv(65536):
        written = 0
        while written < len(chunk):
            written += os.write(1, chunk[written:])
    os._exit(0)


main()
