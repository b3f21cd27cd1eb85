"""The signs of operations that look the same in C, in Python and for people."""

from __future__ import annotations

from .ops import Op

SIGNS = {
    Op.ADD: "+",
    Op.SUB: "-",
    Op.MUL: "*",
    Op.EQ: "==",
    Op.NE: "!=",
    Op.LT: "<",
    Op.LE: "<=",
    Op.GT: ">",
    Op.GE: ">=",
    Op.SHL: "<<",
    Op.SHR: ">>",
    Op.BAND: "&",
    Op.BOR: "|",
}
