"""The kernel's functions in 32 bits, for a graphics card, which needs two or three instructions for 64.

Numba reckons in 64 bits whatever it is given, so every sum is cut back to 32, except where it needs more: what dice
show, and dice in an order. Places in arrays are cut to numbers without a sign, since no place here counts from the end.
"""

from __future__ import annotations

import ast
from collections.abc import Collection
from typing import Final

WIDE: Final = {"shown", "new", "mask", "x", "order", "first", "then", "packed"}  # names of what needs more than 32 bits
WIDE_TABLES: Final = {"three_dice", "IN_ORDER", "EVERY_FACE", "_56"}
WIDE_FUNCTIONS: Final = {"luck", "rolled", "throw", "some_of"}
WHOLE_FUNCTIONS: Final = ("max", "min", "int")


def cut(node: ast.expr, kind: str = "int32") -> ast.expr:
    return ast.Call(ast.Attribute(ast.Name("np", ast.Load()), kind, ast.Load()), [node], [])


def is_wide(node: ast.expr) -> bool:
    match node:
        case ast.Name(name):
            return name in WIDE or name in WIDE_TABLES
        case ast.Subscript(value):
            return is_wide(value)
        case ast.Call(ast.Name(name)):
            return name in WIDE_FUNCTIONS
        case ast.UnaryOp(_, operand):
            return is_wide(operand)
        case ast.IfExp(_, body, orelse):
            return is_wide(body) or is_wide(orelse)
        case ast.BinOp(left, ast.BitAnd(), right):  # a mask that is not negative cuts by itself
            return (is_wide(left) or has_sign(left)) and (is_wide(right) or has_sign(right))
        case ast.BinOp(left, ast.LShift() | ast.RShift(), _):
            return is_wide(left)
        case ast.BinOp(left, _, right):
            return is_wide(left) or is_wide(right)
    return False


def has_sign(node: ast.expr) -> bool:
    """-1 and ~mask are ones all the way up."""
    match node:
        case ast.UnaryOp():
            return True
        case ast.IfExp(_, body, orelse):
            return has_sign(body) or has_sign(orelse)
        case ast.Call(ast.Attribute(), [inner]):
            return has_sign(inner)
    return False


class Narrow(ast.NodeTransformer):
    """Of one function; `small` are the parameters that are whole numbers, and whether it gives one."""

    def __init__(self, small: Collection[str], whole: bool) -> None:
        self.small, self.whole, self.widely = small, whole, False

    def cut(self, node: ast.expr) -> ast.expr:
        return node if self.widely or is_wide(node) else cut(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        self.whole = self.whole and node.name not in WIDE_FUNCTIONS
        names = [name for name in self.small if name not in WIDE]
        cuts: list[ast.stmt] = [ast.Assign([ast.Name(n, ast.Store())], cut(ast.Name(n, ast.Load()))) for n in names]
        node.body = cuts + [self.visit(line) for line in node.body]
        return node

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        return cut(node) if type(node.value) is int and abs(node.value) < 1 << 31 else node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        self.generic_visit(node)
        return node if isinstance(node.op, ast.Not) else self.cut(node)

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        self.generic_visit(node)
        return self.cut(node)

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        match node.func:
            case ast.Name("range"):
                node.args = [cut(place) for place in node.args]
            case ast.Name(name) if name in WHOLE_FUNCTIONS:
                return cut(node)
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        node.slice = cut(self.visit(node.slice), "uint32")
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.stmt:
        self.widely = is_wide(node.target)  # what is added to such a number may be as wide
        self.generic_visit(node)
        self.widely = False
        if not isinstance(node.target, ast.Name) or is_wide(node.target):
            return node
        now = ast.BinOp(ast.Name(node.target.id, ast.Load()), node.op, node.value)
        return ast.Assign([node.target], cut(now))

    def visit_Return(self, node: ast.Return) -> ast.Return:
        self.generic_visit(node)
        if self.whole and node.value:
            node.value = cut(node.value)
        return node
