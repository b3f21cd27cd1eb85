"""Warnings for what is defined and never used: pieces, regions, tracks, variables, phases."""

from __future__ import annotations

import ludparse.ludemes as L
from ludparse.checks.inspection import Inspection
from ludparse.ludemes.base import Ludeme
from ludparse.ludemes.enums import RoleType, SetStartSitesType

__all__ = ["lint_unused"]

_DIGITS = "0123456789"

_TRACK_USERS: tuple[type[Ludeme], ...] = (
    L.SitesTrack, L.TrackSite, L.TrackSiteFirst, L.TrackSiteMove, L.FirstMoveOnTrack, L.MaxDistance, L.Sow,
    L.CountStepsOnTrack, L.EndForEach, L.IteratorTrack, L.Slide, L.MoveSlide,
)  # fmt: skip


def lint_unused(inspection: Inspection) -> None:
    """Note what no rule uses."""
    _pieces(inspection)
    _regions(inspection)
    _tracks(inspection)
    _values(inspection)
    _phases(inspection)


def _pieces(inspection: Inspection) -> None:
    """A piece is used when its name stands anywhere else, or when a rule takes pieces by number or by default."""
    given = list(inspection.of(L.EquipmentPiece))
    if not given or any(inspection.of(L.Dominoes, L.Deck, L.Dice, L.Satisfy)):
        return
    for what in inspection.of(L.Piece):
        if what.component is not None or what.components is not None:
            return  # which one that is shows in play
    by_default = any(
        isinstance(node, L.MoveSite | L.MovesAdd | L.Claim) and node.what is None
        for node in inspection.of(L.MoveSite, L.MovesAdd, L.Claim)
    )
    # Counts set at the start are counts of the first piece.
    by_default = by_default or any(rule.kind is SetStartSitesType.Count for rule in inspection.of(L.SetStartSites))
    names: dict[str, int] = {}
    for atom in inspection.strings:
        names[atom.text] = names.get(atom.text, 0) + 1
    definitions: dict[str, int] = {}
    for piece in given:
        definitions[piece.name] = definitions.get(piece.name, 0) + 1
    first_of: set[RoleType | None] = set()
    for piece in given:
        first = piece.role not in first_of
        first_of.add(piece.role)
        if by_default and first:
            continue
        bare = piece.name.rstrip(_DIGITS)
        used = sum(count for name, count in names.items() if name.rstrip(_DIGITS) == bare)
        if used <= sum(count for name, count in definitions.items() if name.rstrip(_DIGITS) == bare):
            hint = "No rule places it, adds it or names it."
            inspection.add("unused-piece", inspection.place(piece, piece.name), hint=hint, name=piece.name)


def _regions(inspection: Inspection) -> None:
    uses = list(inspection.of(L.SitesEquipmentRegion))
    connects = any(inspection.of(L.IsConnect, L.AllPuzzle, L.IsPuzzleRegionResult, L.IsPuzzleGraph, L.SitesSide))
    for region in inspection.of(L.Regions):
        if region.name is None or region.hint_region_label is not None or region.static_region is not None:
            continue
        if region.static_regions is not None or (connects and region.role is not None):
            continue
        if any(use.name is None or use.name in region.name for use in uses):
            continue
        if f'"{region.name}"' in inspection.metadata:
            continue  # it is drawn
        hint = f'A rule uses it by (sites "{region.name}").'
        if region.role is not None:
            hint = f'A rule uses it by (sites {region.role.value} "{region.name}").'
        inspection.add("unused-region", inspection.place(region, region.name), hint=hint, name=region.name)


def _tracks(inspection: Inspection) -> None:
    tracks = list(inspection.of(L.Track))
    if not tracks:
        return
    used: list[str] = []
    for user in inspection.of(*_TRACK_USERS):
        name = getattr(user, "name", None) or getattr(user, "track_name", None) or getattr(user, "track", None)
        if isinstance(user, L.EndForEach) and user.track_type is None:
            continue
        if isinstance(user, L.Slide | L.MoveSlide) and name is None:
            continue
        if name is None:
            return  # any track
        used.append(str(name))
    for track in tracks:
        if not any(name in track.name for name in used):
            inspection.add("unused-track", inspection.place(track, track.name), name=track.name)


def _values(inspection: Inspection) -> None:
    read = {node.key or "" for node in inspection.of(L.Var)}
    for setter in inspection.of(L.SetVar):
        if setter.name and setter.name not in read:
            hint = f'It is read by (var "{setter.name}").'
            inspection.add("unused-variable", inspection.place(setter, setter.name), hint=hint, name=setter.name)
    proposed: set[str] = set()
    for message in inspection.of(L.Propose, L.Vote, L.MoveMessage):
        for field in ("proposition", "vote", "message"):
            text = getattr(message, field, None)
            proposed |= {text} if text else set()
        for field in ("propositions", "votes", "messages"):
            proposed.update(getattr(message, field, None) or ())
    for question in inspection.of(L.IsString):
        if question.string not in proposed:
            place = inspection.place(question, question.string)
            inspection.add("never-proposed", place, name=question.string, keyword=f"is {question.kind.value}")
    events = {trigger.event for trigger in inspection.of(L.Trigger)}
    for asked in inspection.of(L.IsTriggered):
        if asked.event not in events:
            inspection.add("never-triggered", inspection.place(asked, asked.event), name=asked.event)


def _phases(inspection: Inspection) -> None:
    """A phase is entered at the start, by its name, or as the one after a phase that names none."""
    phases = list(inspection.of(L.Phase))
    begun: set[RoleType] = set()
    entered: set[int] = set()
    for number, phase in enumerate(phases):
        role = phase.role or RoleType.Shared
        if role not in begun and not (RoleType.Shared in begun and role is RoleType.Shared):
            entered.add(number)
        begun.add(role)
        for following in (phase.next_phase, *(phase.next_phases or ())):
            if following is None:
                continue
            if following.phase_name is None:
                entered.add((number + 1) % len(phases))
            entered.update(i for i, other in enumerate(phases) if other.name == following.phase_name)
    for number, phase in enumerate(phases):
        if number not in entered:
            hint = f'No other phase leads to it by (nextPhase "{phase.name}").'
            inspection.add("unused-phase", inspection.place(phase, phase.name), hint=hint, name=phase.name)
