"""`architect.agents` and `architect.info`: what there is, and how it is set up."""

from typing import Any

from architect import __version__
from architect.agent.catalog import all_agents
from architect.lsp.daemon import Daemon
from architect.lsp.messages import NoArgs, parsed
from architect.lsp.results import Agents, RootInfo, ServerInfo
from architect.lsp.transport.faults import RequestFault

PROTOCOL = 1


async def agents(daemon: Daemon, argument: Any, _: object) -> Agents:
    parsed(NoArgs, argument)
    return {"agents": sorted(all_agents((await daemon.config(daemon.root_of())).agents))}


async def info(daemon: Daemon, argument: Any, _: object) -> ServerInfo:
    """Versions, the configuration of each root, and what is wrong with it; keys are never in it."""
    parsed(NoArgs, argument)
    roots: list[RootInfo] = []
    for root in daemon.all_roots():
        try:
            config = (await daemon.config(root)).model_dump(mode="json")
            roots.append({"root": str(root), "config": config, "problems": []})
        except RequestFault as fault:
            roots.append({"root": str(root), "config": None, "problems": str(fault).split("\n")})
    nowhere: RootInfo = {"root": "", "config": None, "problems": ["no folder is open"]}
    first = roots[0] if roots else nowhere
    return {
        "version": __version__,
        "protocol": PROTOCOL,
        "config": first["config"],
        "problems": first["problems"],
        "roots": roots,
        "positionEncoding": daemon.features.encoding,
    }
