"""Going through the pieces of a player: what (forEach Piece …) and queries whether it has a move share."""

from __future__ import annotations

from collections.abc import Callable

from ..base.prelude import Expr, L, Lowering, RoleType, Type, ir, required
from ..players.counting import each_of_row


def push_each_piece(
    lo: Lowering, node: L.ForEachPiece, *, until: Expr | None = None, after: Callable[[Expr], None] = lambda mark: None
) -> None:
    """Pushes the moves of one piece after another.

    until: a variable; no piece is asked once it is true. If it is given, `after` writes what follows the moves of each
    piece, and gets the number of moves before them.
    """
    player = lo.let(_player(node, lo), "who")
    everybody = node.role in (RoleType.All, RoleType.Each)
    wanted = set(node.items) if node.items is not None else {node.item} if node.item is not None else None
    components = [c for c in lo.eq.components[1:] if wanted is None or c.base_name in wanted]
    if everybody:
        rows, row = [[c.index for c in components]], ir.const(0)
    else:
        rows, row = [[c.index for c in components if c.owner == p] for p in range(lo.n_players + 2)], player
    first, last = _site_range(node, lo)

    def push(site: Expr, level: Expr, piece: Expr) -> None:
        top = lo.opt_bool(node.top, False)
        height = lo.sites.height(lo.site_type(node.on), site)
        with lo.if_(~top | ir.eq(height, level + 1)), lo.saved("from", "level"):
            lo.set_ctx("from", site)
            lo.set_ctx("level", level)
            _as_player(lo, player, piece, node)

    with each_of_row(lo, rows, row) as piece:
        down = node.on is not None  # Ludii lists the positions of one site type from the last to the first
        with lo.sites.positions(piece, down=down, apart=until is None) as position:
            with lo.if_(ir.TRUE) if until is None else lo.if_(~until):
                site_x, level_x, type_x = lo.sites.decode(position)
                site, level = lo.let(site_x, "site"), lo.let(level_x, "level")
                fits = ir.TRUE if node.on is None or not lo.sites.ordered else ir.eq(type_x, lo.type_number(node.on))
                with lo.if_(fits & (site >= first) & (site < last)):
                    if until is None:
                        push(site, level, piece)
                    else:
                        mark = lo.mark()
                        push(site, level, piece)
                        after(mark)


def _player(node: L.ForEachPiece, lo: Lowering) -> Expr:
    if node.player is not None:
        return lo.int(node.player.index)
    return lo.get("mover") if node.role is None else lo.role(node.role)


def _site_range(node: L.ForEachPiece, lo: Lowering) -> tuple[Expr, Expr]:
    """The numbers of the sites of the container: first, and one past the last."""
    if node.container is None and node.container_name is None:
        return ir.const(0), ir.const(lo.sites.on_board[lo.site_type(node.on)])
    firsts = lo.table([c.first_site for c in lo.eq.containers], stem="first")
    sizes = [lo.sites.on_board[lo.site_type(node.on)], *(c.num_sites for c in lo.eq.containers[1:])]
    table = lo.table(sizes, stem="sizes")
    if node.container_name is not None:
        index: Expr = ir.const(lo.eq.container(node.container_name).index)
    else:
        index = lo.let(lo.int(required(node.container)))
    return lo.let(lo.at(firsts, index)), lo.let(lo.at(firsts, index) + lo.at(table, index))


def _as_player(lo: Lowering, player: Expr, piece: Expr, node: L.ForEachPiece) -> None:
    """Runs the generator as if the player were to move."""
    n = lo.n_players

    def run() -> None:
        if node.specific_moves is not None:
            lo.moves(node.specific_moves)
        else:
            _dispatch(lo, piece)

    if node.player is None and node.role in (None, RoleType.Mover):
        run()
        return
    other = lo.let(ir.ne(player, lo.get("mover")) & (player <= n) & ir.ne(player, 0))
    with lo.if_(other), lo.restoring(fields=("prev", "mover", "next")):
        mover = lo.let(lo.get("mover"))
        lo.put("prev", mover)
        lo.put("mover", player)
        lo.put("next", mover)
        run()
    with lo.else_():
        run()


def _dispatch(lo: Lowering, piece: Expr) -> None:
    """Calls the generator of a component; components with equal generators share a branch."""
    fn, fresh = lo.shared("component_moves", [("piece", Type.INT)])
    if fresh:  # written now: a generator may refer to the moves of all pieces, and so to this function
        generators = [c.generator for c in lo.eq.components[1:] if c.generator is not None]
        with lo.define(fn) as (_, (p,)):
            kinds = list(dict.fromkeys(generators))
            table = lo.table(
                [0] + [kinds.index(c.generator) + 1 if c.generator is not None else 0 for c in lo.eq.components[1:]],
                stem="generator",
            )
            kind = lo.let(lo.at(table, p))
            for i, generator in enumerate(kinds):
                with lo.if_(ir.eq(kind, i + 1)):
                    lo.moves(generator)
                    lo.return_()
            for generator in generators:
                lo.moves_function(generator)  # they are for the equal ones of other pieces, too
    lo.do(lo.call(fn, piece))
