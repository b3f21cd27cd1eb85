"""Counting: pieces, sites, turns, moves, players, elements of the board."""

from __future__ import annotations

from ..base.bag import has_bag, in_bag
from ..base.prelude import (
    NONE,
    Collector,
    Expr,
    Feature,
    FieldKind,
    L,
    Lowering,
    Needs,
    RelationType,
    RoleType,
    SiteType,
    Type,
    ir,
    lowers,
)
from ..players.counting import count_pieces


def _counts(node: L.CountSite, _: Collector) -> Feature:
    return Feature.COUNT if node.kind is None else NONE


def _bag(node: L.CountComponent, _: Collector) -> Feature:
    return Feature.DOMINOES | Feature.LARGE_PIECES if node.name == "Bag" else NONE


@lowers(L.CountComponent, to="int", needs=Needs(unseen=("if_",), more=_bag))
def count_component(node: L.CountComponent, lo: Lowering) -> Expr:
    """The number of pieces, or the sum of the pips that somebody's dice show: everybody's, if nobody is named."""
    if node.kind is L.CountComponentType.Pieces:
        if node.name == "Bag":
            return ir.set_count(in_bag(lo)) if has_bag(lo) else ir.const(0)
        return count_pieces(lo, node.type, node.role, node.of, node.name, node.in_, node.if_)
    who = lo.let(lo.role(node.role or RoleType.Shared) if node.of is None else lo.int(node.of))
    pips: Expr = ir.const(0)
    for i, dice in reversed([*enumerate(lo.eq.dice)]):
        pips = ir.select(ir.eq(who, dice.owner), lo.get("dice_sum", i), pips)
    return pips


_OF_TYPE = {
    L.CountSimpleType.Cells: SiteType.Cell,
    L.CountSimpleType.Vertices: SiteType.Vertex,
    L.CountSimpleType.Edges: SiteType.Edge,
}
_RELATION = {
    L.CountSiteType.Adjacent: RelationType.Adjacent,
    L.CountSiteType.Orthogonal: RelationType.Orthogonal,
    L.CountSiteType.Diagonal: RelationType.Diagonal,
    L.CountSiteType.Off: RelationType.OffDiagonal,
    L.CountSiteType.Neighbours: RelationType.All,
}


@lowers(L.CountSimple, to="int")
def count_simple(node: L.CountSimple, lo: Lowering) -> Expr:
    """Counts of the whole game or board, which need no site."""
    board = lo.board
    if node.kind is L.CountSimpleType.Turns:
        return lo.get("turn")
    if node.kind is L.CountSimpleType.Moves:
        return lo.get("n_moves") - lo.get("n_start")
    if node.kind is L.CountSimpleType.MovesThisTurn:
        return lo.get("turn_same")
    if node.kind is L.CountSimpleType.Players:
        return ir.const(lo.n_players)
    if node.kind is L.CountSimpleType.Active:
        return ir.bit_count(lo.get("active"))
    if node.kind in _OF_TYPE:
        return ir.const(board.size(_OF_TYPE[node.kind]))
    if node.kind in (L.CountSimpleType.Rows, L.CountSimpleType.Columns):
        t = lo.site_type(node.type)
        return ir.const(len(board.sets(t).rows if node.kind is L.CountSimpleType.Rows else board.sets(t).columns))
    if node.kind is L.CountSimpleType.Phases:
        return ir.const(len(lo.game.rules.phases or ()) or 1)
    if node.kind is L.CountSimpleType.Trials and lo.in_match:
        return lo.get("games")
    if node.kind is L.CountSimpleType.LegalMoves:
        # the moves from which the last one was, or is being, chosen
        lo.field("n_legal", FieldKind.INT)
        return ir.select(ir.eq(lo.get("over"), 0), lo.get("n_legal"), 0)
    raise lo.unsupported(node)


@lowers(L.CountSite, to="int", needs=Needs(more=_counts))
def count_site(node: L.CountSite, lo: Lowering) -> Expr:
    """Counts that belong to a site, a region or a container: pieces, sites, neighbours."""
    t = lo.site_type(node.type)
    if node.kind is None:
        if node.in_ is not None:
            return lo.sum_in(lo.for_set(lo.let(lo.region(node.in_))), lambda site: _amount(lo, t, site))
        site = lo.let(lo.opt_int(node.at, lo.get("last_to")))
        return _amount(lo, t, site)
    if node.kind is L.CountSiteType.Sites:
        if node.name is not None:
            return ir.const(lo.eq.container(node.name).num_sites)
        if node.at is not None:
            return _sites_of_container(lo, node.at)
        if node.in_ is None:
            return ir.select(lo.get("last_to") >= 0, 1, 0)
        return ir.set_count(lo.region(node.in_))
    sizes = lo.table(_degrees(lo, t, _RELATION[node.kind]), stem="degree")
    if node.in_ is not None:  # Ludii uses the first site only
        return lo.at(sizes, ir.set_min(lo.let(lo.region(node.in_))))
    return lo.at(sizes, lo.opt_int(node.at, lo.get("last_to")))


def _sites_of_container(lo: Lowering, at: L.Int) -> Expr:
    """The sites of the container of this number. Ludii finds it once, when nothing is on the board yet."""
    known = lo.static_int(at)
    if known is not None and 0 <= known < len(lo.eq.containers):
        return ir.const(lo.eq.containers[known].num_sites)
    sizes = lo.table([container.num_sites for container in lo.eq.containers], stem="container_sizes")
    with lo.function("container", (), Type.INT) as (fn, _):
        number = lo.let(lo.int(at))
        with lo.if_(~ir.within(number, len(lo.eq.containers))):
            lo.run("fail", lo.string("there is no container with this number"))
        lo.return_(number)
    name = lo.field(f"container_{fn.index}", FieldKind.INT)
    lo.on_empty_board.append(lambda: lo.put(name, lo.call(fn)))
    return lo.at(sizes, lo.get(name))


def _degrees(lo: Lowering, t: SiteType, relation: RelationType) -> list[int]:
    """How many neighbours each site has. Of an edge Ludii counts the edges at both ends, itself among them at each."""
    if t is SiteType.Edge and relation not in (RelationType.Diagonal, RelationType.OffDiagonal):
        at = [len(edges) for edges in lo.board.incident(SiteType.Vertex, SiteType.Edge)]
        return [sum(at[v] for v in ends) for ends in lo.board.incident(SiteType.Edge, SiteType.Vertex)]
    return [len(n) for n in lo.board.neighbours(t, relation)]


def _amount(lo: Lowering, t: SiteType, site: Expr) -> Expr:
    """Pieces on a site: the height of a stack or the size of a pile. Hands count only for cells."""
    amount = lo.sites.height(t, site) if lo.flags.stacking else lo.sites.count(t, site)
    hands = lo.sites.hands
    return amount if t is SiteType.Cell or hands is None else ir.select(site < hands, amount, 0)
