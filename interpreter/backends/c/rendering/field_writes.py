"""Writes to fields of the state as C, with what is kept up to date by them."""

from __future__ import annotations

from ....facts.verdict_reads import told_by_site
from ....facts.widths import looks
from ....program import ops
from ....program.ops import Expr, Field, FieldKind, Op
from .loops import LoopRenderer
from .state import as_terms, length


class FieldWriteRenderer(LoopRenderer):
    """Renders writes to fields."""

    def stale(self, field: str) -> str:
        """The statements after a write to a field: results that depend on it are no longer valid."""
        return "".join(f" stale(e, {word}, 0x{which:x}ull);" for word, which in self.dependent.get(field, {}).items())

    def fitting(self, x: ops.SetField) -> str:
        """The value that is written to a field, which is an error if it does not fit."""
        value = self.e(x.value)
        if looks(self.program, x):
            number = list(self.program.fields).index(x.field)
            value = f"FIT(e, {self.program.fields[x.field].bits}, {number}, {value})"
        return value

    def set_field(self, x: ops.SetField) -> None:
        """A write to a field."""
        f = self.program.fields[x.field]
        target, stale = self.field(x.field), self.stale(x.field)
        if x.field in self.touched and f.kind is FieldKind.SET:
            self.line(f"{{ const set_t old_ = {target};")
            stale += f" {f'touch_changed(e, &old_, &{target})' if told_by_site(f) else '(void)old_, touch_all(e)'}; }}"
        changed = self.one_more("field_set", target, x.value, x.value.src and x.value.src[0].arg == x.field)
        if changed:
            self.line(f"{changed}{stale}")
            return
        digested = x.field in self.digested and as_terms(f)
        touched = x.field in self.touched and f.kind is FieldKind.ARRAY
        known = x.index is None
        if x.index is not None:
            place = self.e(x.index)
            known = self.in_bounds(x.index, f.size * self.program.caps.get(f.cap or "", 1))
            target = f"{target}[{place}]" if known else f"PUT(e, {target}, {length(f)}, {place})"
        else:
            self.line(f"KEEP(e, {target});")
        followed = self.follow(f)
        if not digested and not touched and not followed:
            if known:
                self.line(f"{target} = {self.fitting(x)};{stale}")
            else:  # what is wrong with the value is told before the index is looked at
                self.line(f"{{ const int new_ = {self.fitting(x)}; {target} = new_; }}{stale}")
            return
        index = "0" if x.index is None else f"(int)(at_ - e->s.{f.name})"
        self.line(f"{{ const int new_ = {self.fitting(x)}; int{f.bits}_t *const at_ = &{target};")
        if digested:
            number, variants = self.digested[x.field]
            self.line(f"digest_change(e, {variants}, {number}, {index}, *at_, new_);")
        if touched:
            self.line(f"if (*at_ != new_) {f'touch(e, {index})' if told_by_site(f) else 'touch_all(e)'};")
        self.line(f"{followed}*at_ = new_; }}{stale}")

    def follow(self, f: Field) -> str:
        """The statement before a write of `new_` to `*at_`, for what is kept up to date with an array; none here."""
        return ""

    def one_more(self, stem: str, target: str, value: Expr, same: object) -> str | None:
        """The statement that adds or removes one member of a set, if an assignment does exactly that."""
        if not same or value.op not in (Op.SET_OR, Op.SET_DIFF) or value.src[1].op is not Op.SET_ONE:
            return None
        change = "add" if value.op is Op.SET_OR else "drop"
        engine = "" if stem == "set" else "e, "
        return f"{stem}_{change}({engine}&{target}, {self.e(value.src[1].src[0])});"
