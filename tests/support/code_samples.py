"""Code with known measures."""


def branches(name: str, count: int) -> str:
    """A function of a complexity of `count` + 1 and twice as many lines and one."""
    cases = "".join(f"    if a == {n}:\n        return {name}_{n}\n" for n in range(count))
    return f"def {name}(a):\n{cases}"


def steps(name: str, count: int) -> str:
    """A function of a complexity of 1 with `count` lines behind its first one."""
    return f"def {name}(a):\n" + "".join(f"    a = {name}_{n}(a, {n})\n" for n in range(count))


def block(count: int = 8) -> str:
    """Lines that make a duplicate wherever they are twice."""
    return "".join(f"    total += rate[{n}] * weight[{n}] + offset({n})\n" for n in range(count))


def with_block(name: str) -> str:
    return f"def {name}(rate, weight, offset):\n    total = 0\n{block()}    return total\n"
