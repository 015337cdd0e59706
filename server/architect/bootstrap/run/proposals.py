"""A run that only proposes what it would change."""

from dataclasses import replace

from architect.ports.host import Host
from architect.ports.search import Search


def proposing(host: Host) -> Host:
    """`host`, whose files are changed in memory alone; commands see them as they are."""
    from architect.adapters.files.overlay_workspace import OverlayWorkspace
    from architect.adapters.search.overlay_search import OverlaySearch

    overlay = OverlayWorkspace(host.workspace)

    def search(inner: Search) -> Search:
        return OverlaySearch(host.search(inner), overlay)

    return replace(host, workspace=overlay, search=search)
