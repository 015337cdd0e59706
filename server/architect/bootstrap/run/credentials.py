"""Where the keys of a run come from, and what keeps them out of its record."""

import asyncio
from collections.abc import Mapping
from dataclasses import replace

from architect.adapters.shell.command_environment import key_values
from architect.bootstrap.models.keys import NO_KEPT_KEYS, KeptKeys
from architect.config.llm import LlmSettings
from architect.config.schema import Config
from architect.domain.redaction import SHORTEST_SECRET
from architect.domain.trace_context import TraceContext, as_variables
from architect.frozen import frozen
from architect.policy.secrets.redactor import Redactor


@frozen
class Credentials:
    """Where keys come from: `api_key`, else the environment, else `kept`, from the keyring."""

    environ: Mapping[str, str]
    api_key: str | None = None
    kept: KeptKeys = NO_KEPT_KEYS

    async def with_kept(self, llm: LlmSettings) -> "Credentials":
        """These, with what the keyring has of the keys that `llm` needs and that are not there."""
        from architect.bootstrap.models.kept_keys import kept_keys

        kept = await asyncio.to_thread(kept_keys, llm, self.environ, api_key=self.api_key)
        return replace(self, kept=kept)

    def in_trace(self, trace: TraceContext) -> "Credentials":
        """These, for a run that carries on `trace`, if there is one."""
        return replace(self, environ={**self.environ, **as_variables(trace)}) if trace else self

    def without_key(self) -> "Credentials":
        """Those of the environment alone."""
        return Credentials(self.environ)

    def secrets(self, llm: LlmSettings) -> tuple[str, ...]:
        """The values that may not be recorded; longest first, since one may hold another."""
        keys = {self.api_key, *key_values(self.environ, key_variables=(llm.api_key_env,))}
        keys |= set(self.kept.keys.values())
        for value in llm.extra_headers.values():
            key = value.rpartition(" ")[2]  # it may follow a word such as Bearer
            keys |= {key} if len(key) >= SHORTEST_SECRET else set()
        return tuple(sorted(filter(None, keys), key=len, reverse=True))

    def redactor(self, config: Config) -> Redactor:
        """What keeps the keys out of the record of a run."""
        known = self.secrets(config.llm)
        if config.mcp.servers:
            from architect.bootstrap.mcp import mcp_secrets

            found = {*known, *mcp_secrets(config.mcp, self.environ)}
            known = tuple(sorted(found, key=len, reverse=True))
        return Redactor(known, allowed=config.secrets.allow)
