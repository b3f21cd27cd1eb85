"""Every entry of the ledger still holds, and the page is made from the entries."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import pytest

from ludparse import LudError, load
from ludparse.exporters.laboratory.completion_search import Search
from ludparse.exporters.laboratory.lenders import Lender
from ludparse.exporters.laboratory.parts import one_line, open_parts
from ludparse.exporters.statistics.evaluation import evaluate
from ludparse.exporters.statistics.play import Setup, play_game
from ludparse.exporters.verification.crosscheck.replay import check_trace
from ludparse.exporters.verification.crosscheck.result import Difference
from ludparse.exporters.verification.ludii.client import Ludii
from ludparse.exporters.verification.ludii.errors import LudiiCrashError, LudiiRefusedError
from ludparse.exporters.verification.ludii.process import Process
from ludparse.exporters.verification.recordings import trace_of
from ludparse.interpreter.game.checks import diagnose
from tests.exporters.laboratory.ludii_completer import ask
from tests.exporters.verification.ludii.live import needs_ludii
from tests.ledger import KINDS, PAGE, entries, page

Trace = list[dict[str, Any]]


def each(*kinds: str) -> Iterable[Any]:
    return [pytest.param(entry, id=entry["title"]) for entry in entries(*kinds)]


def first_difference(entry: dict[str, Any], trace: Trace) -> Difference | None:
    game = load(entry["description"], backend="python")
    return check_trace(game, trace_of(trace, "Ludii"), "Ludii").difference


def recorded_again(ludii: Ludii, description: str, trace: Trace) -> Trace:
    """The same game, played by Ludii now."""
    head, *plies = trace
    header = ludii.load(description, path=head["path"])
    first, *again, _ = ludii.record(rng=head["rng"], plies=0, picks=[ply["pick"] for ply in plies], full=True)
    return [{**header, **first}, *again]


@pytest.mark.parametrize("entry", each("difference"))
def test_the_difference_is_there_still(entry: dict[str, Any]) -> None:
    found = first_difference(entry, entry["trace"])
    assert found is not None, "the entry can go: nothing differs any more"
    assert (found.kind, found.ply) == (entry["first"]["kind"], entry["first"]["ply"])


@needs_ludii
@pytest.mark.parametrize("entry", each("difference"))
def test_ludii_still_does_it(entry: dict[str, Any]) -> None:
    with Ludii() as ludii:
        assert recorded_again(ludii, entry["description"], entry["trace"]) == entry["trace"]


@pytest.mark.parametrize("entry", each("undecided"))
def test_ludii_did_not_do_the_same_twice(entry: dict[str, Any]) -> None:
    one, other = entry["traces"]
    assert one[0]["rng"] == other[0]["rng"]
    assert [ply["pick"] for ply in one[1:]] == [ply["pick"] for ply in other[1:]]
    assert one != other
    assert any(first_difference(entry, trace) is not None for trace in entry["traces"])


@needs_ludii
@pytest.mark.parametrize("entry", each("undecided"))
def test_ludii_still_does_not_do_the_same_twice(entry: dict[str, Any]) -> None:
    found: list[Trace] = []
    for _ in range(5):  # what a process begins with may be the same by chance, and most of what follows is
        with Ludii(connect=lambda: Process("tests.ledger.unseeded", "Ludii")) as ludii:
            found += [recorded_again(ludii, entry["description"], entry["traces"][0]) for _ in range(3)]
        if any(game != found[0] for game in found):
            return
    raise AssertionError("Ludii did the same in five processes")


@needs_ludii
@pytest.mark.parametrize("entry", each("undecided"))
def test_ludii_does_as_we_do_where_all_its_numbers_are_set(entry: dict[str, Any]) -> None:
    with Ludii() as ludii:
        found = [recorded_again(ludii, entry["description"], entry["traces"][0]) for _ in range(2)]
    assert [first_difference(entry, trace) for trace in found] == [None, None]


@pytest.mark.parametrize("entry", each("crash"))
def test_we_play_where_ludii_fails(entry: dict[str, Any]) -> None:
    state = load(entry["description"], backend="python").start(seed=1)
    for _ in range(entry["ply"] + 3):
        state.apply(state.legal_moves()[0])
    assert not state.over


@needs_ludii
@pytest.mark.parametrize("entry", each("crash"))
def test_ludii_still_fails(entry: dict[str, Any]) -> None:
    with Ludii() as ludii:
        ludii.load(entry["description"])
        with pytest.raises(LudiiCrashError, match=entry["error"]) as caught:
            list(ludii.record(rng=[1] * 8, plies=6, seed=1))
    assert caught.value.ply == entry["ply"]


@pytest.mark.parametrize("entry", each("accepted"))
def test_we_take_what_ludii_refuses(entry: dict[str, Any]) -> None:
    errors = [problem.explain() for problem in diagnose(entry["description"]) if problem.severity == "error"]
    assert errors == [], "the entry can go: it is refused here too"
    state = load(entry["description"], backend="python").start(seed=1)
    state.apply(state.legal_moves()[0])
    assert not state.over


@needs_ludii
@pytest.mark.parametrize("entry", each("accepted"))
def test_ludii_still_refuses_it(entry: dict[str, Any]) -> None:
    with Ludii() as ludii, pytest.raises(LudiiRefusedError, match=entry["error"]):
        ludii.load(entry["description"])


@needs_ludii
@pytest.mark.parametrize("entry", each("poisoned"))
def test_a_failure_does_not_change_what_a_worker_does_next(entry: dict[str, Any]) -> None:
    with Ludii() as ludii:
        ludii.load(entry["first"])
        channel = ludii.opened()
        with pytest.raises(LudiiCrashError):
            list(ludii.record(rng=[1] * 8, plies=6, seed=1))
        assert recorded_again(ludii, entry["description"], entry["trace"]) == entry["trace"]
        assert ludii.opened() is channel


@pytest.mark.parametrize("entry", each("refused"))
def test_we_refuse_what_ludii_takes(entry: dict[str, Any]) -> None:
    assert any(entry["words"] in problem.message for problem in diagnose(entry["description"]))
    with pytest.raises(LudError, match=entry["words"]):
        load(entry["description"], backend="python")


@needs_ludii
@pytest.mark.parametrize("entry", each("refused"))
def test_ludii_still_takes_it(entry: dict[str, Any]) -> None:
    with Ludii() as ludii:
        ludii.load(entry["description"])
        lines = list(ludii.record(rng=[1] * 8, plies=3, seed=1))
    assert "trial" in lines[-1]


@pytest.mark.parametrize("entry", each("poisoned"))
def test_a_failure_changed_what_followed(entry: dict[str, Any]) -> None:
    assert entry["trace"] != entry["after"]
    assert first_difference(entry, entry["trace"]) is None
    assert first_difference(entry, entry["after"]) is not None


@needs_ludii
@pytest.mark.parametrize("entry", each("poisoned"))
def test_a_failure_still_changes_what_follows(entry: dict[str, Any]) -> None:
    with Ludii(connect=lambda: Process("tests.ledger.one_thread", "Ludii")) as ludii:
        assert recorded_again(ludii, entry["description"], entry["trace"]) == entry["trace"]
        ludii.load(entry["first"])
        with pytest.raises(LudiiCrashError):
            list(ludii.record(rng=[1] * 8, plies=6, seed=1))
        assert recorded_again(ludii, entry["description"], entry["after"]) == entry["after"]


@pytest.mark.parametrize("entry", each("text"))
def test_what_happens_contradicts_the_words(entry: dict[str, Any]) -> None:
    played = json.dumps(entry["trace"])
    assert all(text in played for text in entry["shows"])
    assert first_difference(entry, entry["trace"]) is None


@needs_ludii
@pytest.mark.parametrize("entry", each("text"))
def test_ludii_still_contradicts_itself(entry: dict[str, Any]) -> None:
    with Ludii() as ludii:
        assert recorded_again(ludii, entry["description"], entry["trace"]) == entry["trace"]


@pytest.mark.parametrize("entry", each("kept"))
def test_we_play_what_the_rules_do_not_say(entry: dict[str, Any]) -> None:
    shows, trace = entry["shows"], entry["trace"]
    ply = trace[1 + shows["ply"]]
    there = ply["start"] if shows["ply"] < 0 else [text for _, _, text in ply["legal"]]
    assert any(shows["text"] in text for text in there)
    assert not any(shows["lacks"] in text for text in there)
    assert first_difference(entry, trace) is None


@needs_ludii
@pytest.mark.parametrize("entry", each("kept"))
def test_ludii_still_plays_what_the_rules_do_not_say(entry: dict[str, Any]) -> None:
    with Ludii() as ludii:
        assert recorded_again(ludii, entry["description"], entry["trace"]) == entry["trace"]


@pytest.mark.parametrize("entry", each("tensors"))
def test_we_make_tensors_where_ludii_fails(entry: dict[str, Any]) -> None:
    pytest.importorskip("numpy")
    game = load(entry["description"], backend="python")
    assert game.tensors.state(game.start(seed=1)).shape == game.tensors.state_shape


@needs_ludii
@pytest.mark.parametrize("entry", each("tensors"))
def test_ludii_still_makes_no_tensors(entry: dict[str, Any]) -> None:
    with Ludii() as ludii:
        ludii.load(entry["description"])
        assert ludii.tensors(rng=[1] * 8, plies=3, seed=1)["fails"] == entry["fails"]


@pytest.mark.parametrize("entry", each("statistics"))
def test_we_compute_the_statistics(entry: dict[str, Any]) -> None:
    setup = Setup(entry["description"], backend="python")
    game = setup.load()
    found = evaluate(game, [play_game(game, setup, 0)])
    known = {e.name: e.value for row in found.positions.values() for e in row.values()}
    assert all(known[name] is not None for name in entry["values"])


@needs_ludii
@pytest.mark.parametrize("entry", each("statistics"))
def test_ludii_still_computes_no_statistics(entry: dict[str, Any]) -> None:
    with Ludii() as ludii:
        ludii.load(entry["description"])
        assert ludii.statistics(rng=[1] * 8, plies=9, seed=1, names=[*entry["values"]]) == entry["values"]


def completions_with(entry: dict[str, Any], parts: list[str]) -> set[str]:
    start, end = open_parts(entry["description"])[0]
    return {one_line(f"{entry['description'][:start]}{part}{entry['description'][end:]}") for part in parts}


@pytest.mark.parametrize("entry", each("completed"))
def test_we_complete_it_otherwise(entry: dict[str, Any]) -> None:
    lenders = [Lender(game, game, game, 1.0, 1.0) for game in entry["games"]]
    found = {made.text for made in Search(entry["description"], [None], lenders)}
    assert completions_with(entry, entry["only_ours"]) <= found
    assert not completions_with(entry, entry["only_ludii"]) & found


@needs_ludii
@pytest.mark.parametrize("entry", each("completed"))
def test_ludii_still_completes_it_otherwise(entry: dict[str, Any]) -> None:
    (answer,) = ask([{"games": entry["games"], "partial": entry["description"]}])
    found = set(map(one_line, answer["all"]))
    assert completions_with(entry, entry["only_ludii"]) <= found
    assert not completions_with(entry, entry["only_ours"]) & found


def test_the_page_is_made_from_the_entries() -> None:
    assert {entry["kind"] for entry in entries()} <= set(KINDS)
    assert PAGE.read_text(encoding="utf-8") == page(), "python -m tests.ledger writes it anew"
