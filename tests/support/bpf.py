"""A small machine for the programs that seccomp(2) takes: classic BPF, as far as we use it."""

import struct

ALLOW, ERRNO, KILL = 0x7FFF0000, 0x00050000, 0x80000000
X86_64, I386, AARCH64, ARM = 0xC000003E, 0x40000003, 0xC00000B7, 0x40000028
"""AUDIT_ARCH of linux/audit.h."""

_LOAD, _IF_EQUAL, _IF_AT_LEAST, _RETURN = 0x20, 0x15, 0x35, 0x06


def verdict(program: bytes, number: int, *arguments: int, arch: int) -> int:
    """What `program` returns for one system call, in the words of linux/seccomp.h."""
    six = [argument & (2**64 - 1) for argument in (*arguments, *(0,) * (6 - len(arguments)))]
    seen = struct.pack("<IIQ6Q", number & (2**32 - 1), arch, 0, *six)
    steps = list(struct.iter_unpack("<HBBI", program))
    accumulator, at = 0, 0
    while True:
        code, then, otherwise, value = steps[at]
        at += 1
        if code == _LOAD:
            (accumulator,) = struct.unpack_from("<I", seen, value)
        elif code == _IF_EQUAL:
            at += then if accumulator == value else otherwise
        elif code == _IF_AT_LEAST:
            at += then if accumulator >= value else otherwise
        else:
            assert code == _RETURN, f"no instruction of ours: {code:#x}"
            return value
