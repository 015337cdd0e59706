"""Whether a command line may access the network or write outside the workspace."""

from pathlib import PurePosixPath

import pytest
from tests.support.table import table

from architect.policy.shell.judge import judge_command
from architect.policy.shell.verdict import CommandVerdict


def judged(line: str, *extra_safe: str) -> CommandVerdict:
    return judge_command(
        line,
        workspace=PurePosixPath("/home/u/proj"),
        home=PurePosixPath("/home/u"),
        extra_safe=extra_safe,
    )


FETCHES = [
    "git remote add -f x y",
    "git remote update",
    "curl http://example.com",
    "wget -qO- example.com",
    "env X=1 curl y",
    "timeout 5 wget z",
    "echo $(curl q)",
    "cat <(curl q)",
    "bash -c 'curl z'",
    "for x in 1 2; do curl $x; done",
    "gh issue view 5",
    "git fetch",
    "git pull --rebase",
    "git clone https://example.com/x.git",
    "git ls-remote origin",
    "git submodule update --init",
    "ssh host cat x",
    "/usr/bin/curl x",
    "cat < /dev/tcp/example.com/80",
    "exec 3<>/dev/tcp/example.com/80",
    "ls && curl x",
    "curl x | tee log",
]
SENDS = [
    *("git push", "pip install x", "npm install", "uv sync", "cargo publish", "apt-get update"),
    *("git remote set-url origin x", "git remote add x y", "git submodule set-url a b"),
]
UNKNOWN = [
    "python -c 'import urllib.request'",
    "frobnicate",
    "./deploy.sh",
    "node -e 1",
    "$x y",
    "eval x",
    "git -c core.sshCommand=x fetch-pack y",
    "find . -exec x {} +",
    "'unfinished",
]
STAYS = [
    "ls -la",
    "cat README.md",
    "git status",
    "git log",
    "git remote -v",
    "git commit -m x",
    "git checkout -b topic",
    "rm build/x",
    "rm /home/u/proj/build/x",
    "mv a b",
    "cp -r a b",
    "echo x > out.txt",
    "make test > /dev/null 2>&1",
    "cd sub && rm x",
    "pytest -q",
    "npm test",
    "make",
    "pip list",
    "touch a",
    "printf x | tee a",
]
OUTSIDE = [
    "rm /tmp/x",
    "rm ~/x",
    "mv a ../b",
    "echo x > /tmp/y",
    "echo x >> ../y",
    "echo x > $HOME/y",
    "cp a $TARGET",
    "cp -t/etc a",
    "cp --target-directory=/etc a",
    "cd /tmp && rm x",
    "cd .. && touch x",
    "cd && touch x",
    "pushd /etc && tee x",
    "black ../other",
    "ln -s /etc/passwd x",
]


ON_THIS_MACHINE = [
    "curl http://127.0.0.1:8000/",
    "curl -s localhost:3000/api",
    "curl -sS -X POST -H 'Content-Type: application/json' -d '{\"a\":1}' http://localhost:3000/a",
    "curl -s 'http://[::1]:8080/x' -o out.json",
    "curl --fail --retry 3 http://0.0.0.0:80",
    "wget -qO- http://localhost:8000/",
    "nc -z localhost 5432",
    "http :8000/x",
    "http POST localhost:8000/x name=a",
    "ls && curl 127.0.0.1:8000 | jq .",
]
NOT_ON_THIS_MACHINE = [
    "curl http://localhost@example.com/",
    "curl http://localhost:80@example.com/",
    "curl http://127.0.0.1.example.com/",
    "curl http://localhost.example.com/",
    "curl http://example.com/?u=http://localhost/",
    "curl http://localhost/ http://example.com/",
    "curl http://localhost:$PORT/",
    "curl -x http://example.com:80 http://localhost/",
    "curl --proxy example.com http://localhost/",
    "curl --resolve localhost:80:93.184.216.34 http://localhost/",
    "curl --connect-to ::example.com: http://localhost/",
    "curl -K config http://localhost/",
    "curl 'http://localhost\\@example.com/'",
    "curl http://{localhost,example.com}/",
    "curl --url http://example.com/ http://localhost/",
    "wget -i urls.txt http://localhost/",
    "wget -e http_proxy=example.com http://localhost/",
    "curl $URL",
    "curl -s",
    "nc example.com 80",
]


@table("line", FETCHES)
def test_what_shows_text_from_the_network_is_known(line: str) -> None:
    verdict = judged(line)
    assert verdict.network
    assert verdict.fetches


@pytest.mark.parametrize("line", SENDS)
def test_what_installs_or_uploads_uses_the_network_but_shows_little_of_it(line: str) -> None:
    verdict = judged(line)
    assert verdict.network
    assert not verdict.fetches


@pytest.mark.parametrize("line", UNKNOWN)
def test_what_nobody_knows_may_do_both(line: str) -> None:
    verdict = judged(line)
    assert verdict.network
    assert verdict.outside


@table("line", STAYS)
def test_what_stays_inside_is_known_to(line: str) -> None:
    verdict = judged(line)
    assert (verdict.network, verdict.outside, verdict.fetches) == (False, False, False)


@table("line", OUTSIDE)
def test_what_may_write_elsewhere_is_known_to(line: str) -> None:
    verdict = judged(line)
    assert verdict.outside
    assert not verdict.fetches


def test_what_the_user_calls_safe_still_fetches() -> None:
    verdict = judged("curl http://example.com/health", "curl http://example.com/health")
    assert verdict.command_class == "safe"
    assert verdict.fetches


@table("line", ON_THIS_MACHINE)
def test_what_talks_to_this_machine_fetches_nothing_from_outside(line: str) -> None:
    verdict = judged(line)
    assert not verdict.fetches
    assert not verdict.outside


@table("line", NOT_ON_THIS_MACHINE)
def test_what_only_looks_like_this_machine_fetches(line: str) -> None:
    assert judged(line).fetches
