"""Which slots of the context a piece of program reads before it writes them, and which fields its result depends on.

`skip_untouched` asks this of a question: its answer must not depend on what a tried move left in the context, and a
field that is only saved and restored, or copied to another such field, need not be watched.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ..program import ops
from ..program.operations import FIELD_READS
from ..program.ops import Block, Expr, Function, Op, Stmt, Var
from ..program.walk import blocks, nodes, statements, subexpressions

Slots = frozenset[str]


class InheritedSlots:
    """Finds the slots whose value at the beginning of a block may be read in it.

    A slot that is saved and later restored counts as not written from then on; the saving itself is no read. part: the
    statements of a function that are looked at.
    """

    def __init__(self, part: Callable[[Function], Block]) -> None:
        self.part = part
        self._found: dict[tuple[int, Slots], tuple[Slots, Slots]] = {}
        self._visited: set[tuple[int, Slots]] = set()
        self._changed = True
        self._looks: dict[int, list[Expr]] = {}
        self._slots: dict[int, dict[int, str]] = {}

    def block(self, body: Block) -> Slots:
        """The slots that a block reads before it writes them."""
        found: set[str] = set()
        self._changed = True
        while self._changed:  # functions may call each other in a circle
            self._changed = False
            self._visited.clear()
            self._block(body, frozenset(), _Saves(only_restored(body, Op.CTX)), found)
        return frozenset(found)

    def _function(self, fn: Function, own: Slots) -> tuple[Slots, Slots]:
        """The slots that a call reads and has not written, and those that hold own values after it. own: the slots
        that hold own values before."""
        key = (fn.index, own)
        known = self._found.setdefault(key, (frozenset(), own))
        if key in self._visited:
            return known
        self._visited.add(key)
        read: set[str] = set()
        # a way out in the middle of the body may leave fewer slots written
        body = self.part(fn)
        slots = self._slots.get(fn.index)
        if slots is None:
            slots = self._slots[fn.index] = only_restored(body, Op.CTX)
        after = self._block(body, own, _Saves(slots), read) & own
        now = frozenset(read) | known[0], after & known[1]
        if now != known:
            self._found[key] = now
            self._changed = True
        return now

    def _block(self, body: Block, own: Slots, saves: _Saves, found: set[str]) -> Slots:
        for s in body:
            own = self._statement(s, own, saves, found)
        return own

    def _statement(self, s: Stmt, own: Slots, saves: _Saves, found: set[str]) -> Slots:
        """The slots that hold own values after a statement."""
        if isinstance(s, ops.Assign) and s.value.op is Op.CTX and saves.only_restored(s.var):
            saves.own[id(s.var)] = saves.own.get(id(s.var), True) and s.value.name in own
            return own
        if isinstance(s, ops.Loop):
            return self._loop(s, own, saves, found)
        own = self._read(s, own, saves, found)
        if isinstance(s, ops.SetCtx):
            inherited = saves.only_restored(s.value.var) if s.value.op is Op.VAR else False
            if inherited and not saves.own.get(id(s.value.arg), False):
                saves.lost.add(s.slot)
                return own - {s.slot}
            return own | {s.slot}
        if isinstance(s, ops.If):
            return self._block(s.then, own, saves, found) & self._block(s.orelse, own, saves, found)
        return self._block(s.body, own, saves, found) if isinstance(s, ops.Scope) else own

    def _loop(self, s: Stmt, own: Slots, saves: _Saves, found: set[str]) -> Slots:
        """An iteration may be left anywhere: what it ceases to own anywhere is not owned at its beginning."""
        while True:
            before, outer, saves.lost = own, saves.lost, set()
            if isinstance(s, ops.While):
                own = self._block(s.head, own, saves, found)
            own = self._read(s, own, saves, found)
            for inner in blocks(s):
                self._block(inner, own, saves, found)
            own, saves.lost = before - saves.lost, outer | saves.lost
            if own == before:
                return own

    def _read(self, s: Stmt, own: Slots, saves: _Saves, found: set[str]) -> Slots:
        looks = self._looks.get(id(s))
        if looks is None:
            every = nodes([s])
            looks = self._looks[id(s)] = [y for y in every if y.op is Op.CTX or y.op is Op.CALL]
        for x in looks:
            if x.op is Op.CTX:
                if x.name not in own:
                    found.add(x.name)
            else:
                read, after = self._function(x.called, own)
                found |= read
                saves.lost |= own - after
                own &= after
        return own


class _Saves:
    """The locals of a body that only carry a slot's value from where it is saved to where it is restored.

    own: whether the value was the body's own, by local, as far as the analysis has come. lost: slots that got back the
    value that they had before the body.
    """

    def __init__(self, slots: dict[int, str]) -> None:
        self.own: dict[int, bool] = {}
        self.lost: set[str] = set()
        self.slots = slots

    def only_restored(self, v: Var) -> bool:
        return id(v) in self.slots


def only_restored(body: Block, saved: Op) -> dict[int, str]:
    """The locals that only carry the value of a slot (saved: CTX) or of a field (FIELD) from where it is saved to where
    it is restored, by id, with the name of that slot or field."""
    names: dict[int, set[str]] = {}
    for s in statements(body):
        if isinstance(s, ops.Binding):
            plain = isinstance(s, ops.Assign) and s.value.op is saved and not s.value.src
            names.setdefault(id(s.var), set()).add(s.value.name if isinstance(s, ops.Assign) and plain else "")
    found = {v: next(iter(of)) for v, of in names.items() if len(of) == 1 and "" not in of}
    for s in statements(body):
        written = s.slot if isinstance(s, ops.SetCtx) else s.field if isinstance(s, ops.SetField) else ""
        for x in nodes([s]):
            restores = isinstance(s, ops.SetCtx | ops.SetField) and s.value is x and written == found.get(id(x.arg))
            if x.op is Op.VAR and not restores:
                found.pop(id(x.arg), None)
    return found


def relevant_fields(bodies: Iterable[Block]) -> set[str]:
    """The fields on which the results of pieces of program may depend: those that they read other than to restore them,
    or to compute the value of a field that is not relevant itself."""
    relevant: set[str] = set()
    copied: list[tuple[str, str]] = []  # a field that is read, and the one that gets the value
    for body in bodies:
        restored = only_restored(body, Op.FIELD)
        for s in statements(body):
            names = {name for x in nodes([s]) if (name := _field(x))}
            if not names or (isinstance(s, ops.Assign) and id(s.var) in restored):
                continue
            if isinstance(s, ops.SetField) and s.index is None and not _works(s.value):
                copied += [(name, s.field) for name in names]
            elif isinstance(s, ops.If) and _only_writes(s):
                copied += [(name, t.field) for name in names for t in s.then if isinstance(t, ops.SetField)]
            else:
                relevant |= names
    changed = True
    while changed:
        more = {source for source, target in copied if target in relevant} - relevant
        relevant |= more
        changed = bool(more)
    return relevant


def _field(x: Expr) -> str:
    """The field that a node reads, if it does."""
    return x.name if x.op in FIELD_READS else x.run.name if x.op is Op.RUN else ""


def _works(x: Expr) -> bool:
    return any(y.op in (Op.CALL, Op.RUN) for y in subexpressions(x))


def _only_writes(s: ops.If) -> bool:
    """Whether all that a statement does is to write fields on a condition."""
    return not s.orelse and not _works(s.cond) and all(isinstance(t, ops.SetField) and t.index is None for t in s.then)
