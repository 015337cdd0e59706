"""A developer's home with one project of each kind, as it is after a while of work."""

import os
import shutil
import subprocess
import sysconfig
import venv
from collections.abc import Mapping
from pathlib import Path

NAMES = ("python", "node", "c", "rust", "git")

_PYTHON = {
    "pyproject.toml": """[project]
name = "shop"
version = "1.0.0"

[tool.pytest.ini_options]
pythonpath = ["src"]
""",
    "src/shop/__init__.py": "",
    "src/shop/__main__.py": "from shop.cart import total\n\nprint(total([1, 2]))\n",
    "src/shop/cart.py": """import math


def total(prices):
    \"\"\"The sum.

    >>> total([1, 2])
    3
    \"\"\"
    return sum(prices)
""",
    "tests/test_cart.py": """from shop.cart import total


def test_total():
    assert total([1, 2]) == 3
""",
    "scripts/report.py": "#!/usr/bin/env python\nprint('report')\n",
    "data.json": '{"a": 1}\n',
    "data.csv": "apple,1\npear,2\napple,3\n",
    "Makefile": "test:\n\tpytest -q\n",
    ".gitignore": "__pycache__/\n.venv*/\n*.db\n",
}
_NODE = {
    "package.json": """{
  "name": "shop",
  "version": "1.0.0",
  "scripts": {
    "test": "node --test",
    "build": "node scripts/build.js",
    "lint": "node --check src/cart.js"
  },
  "dependencies": { "greet": "1.0.0" }
}
""",
    "src/cart.js": "exports.total = (prices) => prices.reduce((a, b) => a + b, 0);\n",
    "test/cart.test.js": """const assert = require("node:assert");
const test = require("node:test");
const { total } = require("../src/cart");

test("total", () => assert.equal(total([1, 2]), 3));
""",
    "scripts/build.js": """const fs = require("fs");
fs.mkdirSync("dist", { recursive: true });
fs.copyFileSync("src/cart.js", "dist/cart.js");
""",
    "node_modules/greet/package.json": """{
  "name": "greet", "version": "1.0.0", "bin": { "greet": "greet.js" }
}
""",
    "node_modules/greet/greet.js": "#!/usr/bin/env node\nconsole.log('hello');\n",
    ".gitignore": "node_modules/\ndist/\n",
}
_C = {
    "Makefile": """CFLAGS = -Wall
OBJECTS = src/main.o src/cart.o

all: shop
shop: $(OBJECTS)
\t$(CC) -o $@ $(OBJECTS)
cart: src/cart.o
test: shop
\t./shop | grep -q total
clean:
\trm -f $(OBJECTS) shop
.PHONY: all cart test clean
""",
    "CMakeLists.txt": """cmake_minimum_required(VERSION 3.16)
project(shop C)
add_executable(shop src/main.c src/cart.c)
enable_testing()
add_test(NAME cart COMMAND shop)
install(TARGETS shop DESTINATION bin)
""",
    "src/cart.h": "int total(const int *prices, int count);\n",
    "src/cart.c": """#include "cart.h"

int total(const int *prices, int count) {
    int sum = 0;
    for (int i = 0; i < count; i++) sum += prices[i];
    return sum;
}
""",
    "src/main.c": """#include <stdio.h>
#include "cart.h"

int main(void) {
    int prices[] = {1, 2};
    printf("total %d\\n", total(prices, 2));
    return 0;
}
""",
    ".gitignore": "*.o\nshop\nbuild*/\n",
}
_RUST = {
    "Cargo.toml": '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2021"\n',
    "src/main.rs": """fn total(prices: &[i32]) -> i32 {
    prices.iter().sum()
}

fn main() {
    println!("{}", total(&[1, 2]));
}

#[test]
fn total_of_two() {
    assert_eq!(total(&[1, 2]), 3);
}
""",
    ".gitignore": "target/\n",
}
_GIT = {"README.md": "# Shop\n\ntotal\n", "data.txt": "data\n", ".gitignore": "build/\n"}
_FILES = {"python": _PYTHON, "node": _NODE, "c": _C, "rust": _RUST, "git": _GIT}

_HISTORY = """
git tag v0.1.0
git checkout -q -b topic && echo t > topic.txt && git add . && git commit -q -m topic
git checkout -q -b topic2 && echo t2 > topic2.txt && git add . && git commit -q -m topic2
git checkout -q -b topic3 main && echo t3 > topic3.txt && git add . && git commit -q -m topic3
git checkout -q -b with-ci main
mkdir -p .github/workflows .vscode .devcontainer
echo "on: push" > .github/workflows/ci.yml
echo "test: {script: make}" > .gitlab-ci.yml
echo "{}" > .vscode/settings.json
echo "{}" > .devcontainer/devcontainer.json
git add -f . && git commit -q -m ci
git checkout -q main && echo b > b.txt && git add . && git commit -q -m b
echo c > c.txt && git add . && git commit -q -m c
git clone -q --bare . ../origin.git && git remote add origin ../origin.git && git fetch -q
"""
_GLOBAL = {
    ".gitconfig": "[user]\n\tname = Dev\n\temail = dev@example.com\n",
    ".npm-global/lib/node_modules/greet-global/package.json": """{
  "name": "greet-global", "version": "1.0.0", "bin": { "greet-global": "greet.js" }
}
""",
    ".npm-global/lib/node_modules/greet-global/greet.js": """#!/usr/bin/env node
console.log(require("./words").hello);
""",
    ".npm-global/lib/node_modules/greet-global/words.js": "exports.hello = 'hello';\n",
    ".npmrc": "prefix=${HOME}/.npm-global\n",
    ".config/pip/pip.conf": "[global]\ndisable-pip-version-check = true\n",
    ".bashrc": "export EDITOR=vim\n",
    ".ssh/config": "Host example.com\n",
}


def make_home(folder: Path) -> Path:
    """A home in `folder`, with the projects in its folder `code`."""
    home = folder / "home"
    _write(home, _GLOBAL)
    _link(home, {".npm-global/bin/greet-global": "../lib/node_modules/greet-global/greet.js"})
    _make_venv(home / ".venvs/dev")
    for name in NAMES:
        root = project(home, name)
        _write(root, _FILES[name])
        if name == "node":
            _link(root, {"node_modules/.bin/greet": "../greet/greet.js"})
        history = "git init -q -b main && git add . && git commit -q -m first"
        shell(f"{history}\n{_HISTORY if name == 'git' else ''}", root, home)
    return home


def project(home: Path, name: str) -> Path:
    return home / "code" / name / "shop"


def environment(home: Path) -> dict[str, str]:
    """The variables of that developer: programs of the home and of the system, and Rust."""
    real = Path.home()
    programs = (home / ".npm-global/bin", home / ".venvs/dev/bin", real / ".cargo/bin")
    kept = {name: os.environ[name] for name in ("LANG", "TERM", "USER") if name in os.environ}
    toolchains = {"RUSTUP_HOME": str(real / ".rustup"), "CARGO_HOME": str(real / ".cargo")}
    path = os.pathsep.join([*map(str, programs), "/usr/local/bin", "/usr/bin", "/bin"])
    return {
        **kept,
        **toolchains,
        "HOME": str(home),
        "PATH": path,
        "AWS_REGION": "eu-west-1",
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
    }


def shell(line: str, root: Path, home: Path) -> "subprocess.CompletedProcess[str]":
    """What comes of `line` without a sandbox."""
    return subprocess.run(
        ["bash", "-c", line],
        cwd=root,
        env=environment(home),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        timeout=120,
        check=False,
    )


def _make_venv(folder: Path) -> None:
    """An environment with the packages of this one."""
    venv.create(folder, symlinks=True)
    [packages] = folder.glob("lib/python3*/site-packages")
    (packages / "of_the_tests.pth").write_text(f"{sysconfig.get_path('purelib')}\n")
    for name in ("pytest", "pip"):
        script = folder / "bin" / name
        script.write_text(f'#!/bin/sh\nexec "$(dirname "$0")/python" -m {name} "$@"\n')
        script.chmod(0o755)


def copy_home(home: Path, folder: Path) -> Path:
    return Path(shutil.copytree(home, folder / "home", symlinks=True))


def _write(folder: Path, files: Mapping[str, str]) -> None:
    for name, text in files.items():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)
        if text.startswith("#!"):
            target.chmod(0o755)


def _link(folder: Path, links: Mapping[str, str]) -> None:
    for name, target in links.items():
        link = folder / name
        link.parent.mkdir(parents=True, exist_ok=True)
        link.symlink_to(target)
