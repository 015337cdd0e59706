# architect for CI: the GitHub action's script is in it, GitLab and Jenkins use it as it is.
# See docs/ci/container.md. `scripts/image_steps.py` runs these steps without a container engine.
FROM python:3.12-slim-bookworm

RUN apt-get update \
    && apt-get install -y --no-install-recommends \
        bubblewrap ca-certificates git openssh-client ripgrep util-linux \
    && rm -rf /var/lib/apt/lists/*

# Jobs run as whatever user their CI system chooses, on a checkout that is another one's.
RUN useradd --create-home --uid 1000 --shell /bin/bash architect \
    && chmod 1777 /home/architect \
    && mkdir /workspace && chown architect: /workspace \
    && git config --system --add safe.directory '*'

WORKDIR /opt/architect/source
COPY requirements/runtime.txt requirements/build.txt requirements/
RUN python3 -m venv /opt/architect/venv \
    && /opt/architect/venv/bin/python -m pip install --no-cache-dir --require-hashes \
        -r requirements/runtime.txt -r requirements/build.txt
COPY pyproject.toml hatch_build.py README.md LICENSE THIRD_PARTY_NOTICES.txt ./
COPY server server
# There is no git here: docs/ci/container.md says what to hand over.
ARG ARCHITECT_VERSION=0.0.0
RUN SETUPTOOLS_SCM_PRETEND_VERSION="$ARCHITECT_VERSION" \
    /opt/architect/venv/bin/python -m pip install --no-cache-dir --no-deps --no-build-isolation . \
    && mkdir /opt/architect/bin \
    && ln -s ../venv/bin/architect /opt/architect/bin/architect \
    && rm -rf /opt/architect/source
COPY action /opt/architect/action

ENV PATH=/opt/architect/bin:/usr/local/bin:/usr/local/sbin:/usr/bin:/usr/sbin:/bin:/sbin
ENV HOME=/home/architect
WORKDIR /workspace
USER architect

# No entry point: GitLab and Jenkins start a shell.
CMD ["architect", "--help"]
