"""Which variables a command line may set without changing what its programs run."""

import re

from architect.l10n import english
from architect.lazy_pattern import lazy_pattern
from architect.policy.shell.verdict import (
    HARMLESS,
    CommandClass,
    Finding,
    dangerous,
)

_STEERING = lazy_pattern(
    # What programs run, load or read at their start; ld.so(8), bash(1), git(1) and the manuals of
    # the interpreters and build tools.
    r"PATH|LD_.*|DYLD_.*|BASH_.*|BASHOPTS|SHELLOPTS|ENV|IFS|PS[0-4]|PROMPT_COMMAND|CDPATH|GLOBIGNORE"
    r"|SHELL|HOME|TMPDIR|USERPROFILE|XDG_.*|GIT_.*|SSH_.*|GPG_.*|GNUPGHOME|PAGER|.*_PAGER|.*PAGER"
    r"|EDITOR|VISUAL|.*_EDITOR|BROWSER|LESS.*|MANPATH|MANOPT|TERMINFO.*|TERMCAP|LOCPATH|NLSPATH"
    r"|GCONV_PATH|HOSTALIASES|RES_OPTIONS|MALLOC_.*|GLIBC_.*|GREP_OPTIONS|RIPGREP_CONFIG_PATH"
    r"|ACKRC|FZF_.*|TAR_OPTIONS|GZIP|ZIPOPT|UNZIP|RSYNC_.*|CURL_.*|WGETRC|NETRC|MAGIC"
    r"|PYTHON(?!DONTWRITEBYTECODE$|UNBUFFERED$|HASHSEED$|UTF8$|IOENCODING$).*"
    r"|PIP_.*|UV_.*|POETRY_.*|VIRTUAL_ENV|CONDA_.*|PYTEST_(?:ADDOPTS|PLUGINS)"
    r"|NODE_OPTIONS|NODE_PATH|NPM_.*|npm_.*|YARN_.*|PNPM_.*|BUN_.*|DENO_.*|ELECTRON_.*"
    r"|PERL.*|RUBY.*|GEM_.*|BUNDLE_.*|LUA_.*|PHP.*|JAVA_.*|_JAVA_OPTIONS|JDK_.*|CLASSPATH"
    r"|MAVEN_.*|GRADLE_.*|JAVA_HOME|DOTNET_STARTUP_HOOKS|CORECLR_.*|COR_.*|MSBUILD.*"
    r"|CARGO_.*|RUSTC.*|RUSTDOC.*|RUSTUP_.*|GO(?:FLAGS|TOOLCHAIN|PROXY|SUMDB|NOSUMDB|ENV|BIN|ROOT)"
    r"|MAKEFLAGS|MFLAGS|MAKEFILES|CMAKE_.*_LAUNCHER|.*_proxy|.*_PROXY|DOCKER_.*|KUBECONFIG|AWS_.*"
    r"|OPENSSL_.*|SSL_.*|REQUESTS_CA_BUNDLE|ARCHITECT.*|PROMPT.*|FIGNORE|FPATH|fpath|ZDOTDIR"
    r"|HIST.*|INPUTRC|TIMEFORMAT|EXECIGNORE|OPTARG|OPTIND|FUNCNEST|POSIXLY_CORRECT"
)
_HARMLESS = lazy_pattern(
    r"LC_\w+|LANG|LANGUAGE|TZ|NO_COLOR|FORCE_COLOR|CLICOLOR\w*|TERM|COLUMNS|LINES|CI|DEBUG"
    r"|RUST_BACKTRACE|RUST_LOG|NODE_ENV|LOG_LEVEL|VERBOSE|PYTHON\w+|GREP_COLORS?|LS_COLORS"
    r"|[a-z][a-z0-9_]*|[A-Z]|[A-Z]+_?(?:FILE|FILES|DIR|NAME|COUNT|LIST|LINE|RESULT|OUTPUT|TOTAL)|i|_"
)
_NEUTRAL = lazy_pattern(
    r"(?:\w+_)?(?:MAN)?PAGER=cat|RUST(?:DOC)?FLAGS=(?: ?-[DWA] ?[\w-]+)+"
    r"|GOFLAGS=(?: ?-(?:mod=(?:vendor|readonly)|race|v|trimpath|count=1|tags=[\w,]+"
    r"|buildvcs=false))+"
    r"|NODE_OPTIONS=(?: ?--(?:max-old-space-size=\d+|experimental-vm-modules|no-warnings"
    r"|no-deprecation|trace-warnings|unhandled-rejections=\w+))+"
    r"|PYTHONWARNINGS=(?:ignore|error|default|always|once)|CARGO_(?:TERM_COLOR|INCREMENTAL)=\w+"
)
"""No pager, how strict a compiler is, what Go builds, how much room node has."""

_OWN_CODE = lazy_pattern(r"(?!.*(?:\.\.|(?:^|:)[/~]))[\w./:-]*")


def judge_assignment(name: str, value: str | None) -> Finding:
    """What it means to set `name`; `value` None is one that is not known.

    A name nobody knows is for tools that run the project's own code, which may read what it likes;
    in front of a command that only reads it would be the one unknown thing about it.
    """
    if name == "PYTHONPATH" and value is not None and _OWN_CODE.fullmatch(value):
        return Finding(CommandClass.DEV, english("sets PYTHONPATH to folders of the workspace"))
    if not re.fullmatch(r"[A-Za-z_]\w*(?:\[\d+\])?", name):
        return dangerous(english("sets {name!r}, which computes an index", name=name))
    if value is not None and _NEUTRAL.fullmatch(f"{name}={value}"):
        return HARMLESS
    if _STEERING.fullmatch(name):
        return dangerous(english("sets {name}, which changes what programs run", name=name))
    if _HARMLESS.fullmatch(name):
        return HARMLESS
    return Finding(CommandClass.DEV, english("sets {name}", name=name))
