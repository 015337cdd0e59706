"""The items of a reply while they arrive, piece by piece."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from architect.adapters.models.responses.items import Item, is_call


@dataclass(slots=True, eq=False)
class Draft:
    """An item: as it was announced, the pieces since then, and `done` when it is whole."""

    index: int | None
    item: Item
    done: bool = False
    pieces: list[str] = field(default_factory=list[str])

    def whole(self) -> Item:
        """The item with what came in pieces, in case nobody sent it whole."""
        if self.done or not self.pieces:
            return self.item
        text = "".join(self.pieces)
        if is_call(self.item):
            return {**self.item, "arguments": text}
        if self.item.get("type") == "message":
            return {**self.item, "content": [{"type": "output_text", "text": text}]}
        return self.item


class Drafts:
    """All items of one reply.

    Events name an item by its id and by its place in the output. Servers make mistakes with both:
    ids that change from event to event, places that are left out or all the same. Hence an id that
    is known decides, then the place, then what came last.
    """

    def __init__(self) -> None:
        self._drafts: list[Draft] = []
        self._by_id: dict[str, Draft] = {}

    def open(self, event: Mapping[str, Any], item: Item) -> Draft:
        """The draft of an item that is announced."""
        return self._by_id.get(_id_of(item)) or self._add(event, item)

    def of(self, event: Mapping[str, Any], kind: str) -> Draft:
        """The draft that a piece belongs to; a new one of `kind` if nothing like it was opened."""
        found = self._known(event, event.get("item_id"), kind)
        return found or self._add(event, {"type": kind})

    def close(self, event: Mapping[str, Any], item: Item) -> Draft:
        """Take an item that is whole, perhaps once more."""
        draft = self._known(event, item.get("id"), str(item.get("type", "")), item=item)
        draft = draft or self._add(event, item)
        draft.item, draft.done = item, True
        return draft

    def items(self) -> list[Item]:
        """The items in the order of their places, if each has its own."""
        indexes = [draft.index for draft in self._drafts]
        drafts = self._drafts
        if None not in indexes and len(set(indexes)) == len(indexes):
            drafts = sorted(drafts, key=lambda draft: draft.index or 0)
        return [draft.whole() for draft in drafts]

    def finished(self) -> int:
        """How many of the items are whole."""
        return sum(draft.done for draft in self._drafts)

    def __len__(self) -> int:
        return len(self._drafts)

    def _known(
        self, event: Mapping[str, Any], item_id: object, kind: str, *, item: Item | None = None
    ) -> Draft | None:
        if isinstance(item_id, str) and item_id in self._by_id:
            return self._by_id[item_id]
        index = event.get("output_index")
        for draft in reversed(self._drafts):
            if draft.item.get("type") != kind or (index is not None and draft.index != index):
                continue
            if not draft.done or (item is not None and _same(draft.item, item)):
                return draft
        return None

    def _add(self, event: Mapping[str, Any], item: Item) -> Draft:
        index = event.get("output_index")
        draft = Draft(index if isinstance(index, int) else None, item)
        self._drafts.append(draft)
        if item_id := _id_of(item) or str(event.get("item_id") or ""):
            self._by_id[item_id] = draft
        return draft


def _same(one: Item, other: Item) -> bool:
    """Whether two items that are whole are one, sent twice, perhaps under another id."""
    if is_call(one) and one.get("call_id"):
        return one["call_id"] == other.get("call_id")
    return {**one, "id": None} == {**other, "id": None}


def _id_of(item: Mapping[str, Any]) -> str:
    item_id = item.get("id")
    return item_id if isinstance(item_id, str) else ""
