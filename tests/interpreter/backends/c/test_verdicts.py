"""Verdicts on tried moves, which the C backend keeps from ply to ply."""

from __future__ import annotations

from functools import partial

import pytest

from ludparse import LudError, load
from ludparse.interpreter.backends.c.rendering import expressions
from ludparse.interpreter.backends.c.rendering.render import render_c
from ludparse.interpreter.facts.verdict_reads import verdict_functions, watched
from ludparse.interpreter.program import expressions as ir
from ludparse.interpreter.program import ops
from ludparse.interpreter.program.program import Program
from ludparse.interpreter.program.verifier import verify
from tests.corpus import LIBRARY, description, needs_corpus
from tests.interpreter.backends.c.test_checked import CHECKED, results
from tests.interpreter.passes.golden_games import GAMES

RECORDED = [
    ("board/space/territory/Go", ("Board Size/9x9",)),
    ("board/space/territory/HexGo", ()),
    ("board/space/connection/Gonnect", ()),
    ("experimental/YavaGo", ()),
]


games = partial(results, games=5, plies=400)


def check(program: Program) -> None:
    """Random games are the same where each verdict is found again, where they are kept, and where they are not."""
    assert verdict_functions(program)
    checked, kept = games(program, *CHECKED), games(program, "-DVARIANTS")
    for fn in program.functions:
        fn.tries = False
    assert checked == kept == games(program, "-DVARIANTS")


def test_verdicts_are_what_would_be_found_now(c_compiler: None) -> None:
    program = load(GAMES["surround"], backend="python").program
    assert [fn.name for fn in verdict_functions(program)] == ["no_repeat_1", "tried_1"]
    assert watched(program) >= {"what_c", "who_c"}
    check(program)


@needs_corpus
@pytest.mark.parametrize(("path", "options"), RECORDED)
def test_the_same_in_games_of_the_library(path: str, options: tuple[str, ...], c_compiler: None) -> None:
    check(load(description(path), library=str(LIBRARY), options=options, backend="python").program)


def test_a_verdict_that_is_out_of_date_is_found(c_compiler: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """The check itself can fail: writes to what stands on sites drop nothing."""
    program = load(GAMES["surround"], backend="python").program
    monkeypatch.setattr(expressions, "watched", lambda _: frozenset())
    with pytest.raises(LudError):
        games(program, *CHECKED)


def test_what_is_only_kept_up_to_date_is_left_out_of_trials(c_compiler: None) -> None:
    """Lists of pieces that no trial looks at: no function of trials reads a local that it has not set. Without a rule
    against repetition there are no digests either."""
    flipped = "(apply (and (remove (between)) (add (to (between)))))"
    text = GAMES["surround"].replace("(meta (no Repeat))", "").replace("(apply (remove (between)))", flipped)
    text = text.replace("(all Passed)", "(and (all Passed) (< 0 (count Sites in:(sites Occupied by:Mover))))")
    program = load(text, backend="python", verify=True).program
    assert flipped in text and verdict_functions(program) and not program.hashed
    assert games(program, "-DVARIANTS", "-Werror") == games(program)


def test_a_trial_notes_a_site_anew_in_each_iteration_and_once_within_it(c_compiler: None) -> None:
    program = load(GAMES["surround"], backend="python").program
    code = render_c(program)
    body = code.split("static void moves_enclose_1_noted(E *e) {")[1].split("\n}\n")[0]
    before, between, *_ = " ".join(body.split()).split("AT(e->s.who_c")
    assert "note_site" in before[-50:]
    assert "note_site" not in between


def test_a_trial_for_both_questions_is_kept_once(c_compiler: None) -> None:
    code = render_c(load(GAMES["surround"], backend="python").program)
    assert "VERDICT_GROUPS[] = {0, 0};" in code


def test_trials_do_not_find_out_what_nobody_looks_at(c_compiler: None) -> None:
    """The score is written from locals that the trial itself does not set."""
    text = GAMES["surround"].replace("(remove (between))", "(and (addScore Mover 1) (remove (between)))")
    program = load(text, backend="python").program
    code = render_c(program)
    body = code.split("static void act_set_score_1_noted(")[2].split("\n}\n")[0]
    assert "const int new_ = 0;" in body
    check(program)


def test_another_answer_beside_that_of_the_trial_is_no_question(c_compiler: None) -> None:
    """A pass is good at once: that is written to the same local, in a branch that does not try it."""
    program = load(GAMES["surround"], backend="python").program
    (fn,) = (fn for fn in verdict_functions(program) if fn.judges)
    expected = games(program)
    trial = next(s for s in fn.body if isinstance(s, ops.Trial))
    (if_, *rest), good = fn.body, ops.Assign(trial.var, ir.TRUE)
    assert isinstance(if_, ops.If) and isinstance(fn.body[-1], ops.Return)
    fn.body[:] = [good, ops.If(if_.cond, [], rest[:-1]), ops.Return(ir.value_of(trial.var))]
    fn.changed()
    verify(program)
    assert games(program, *CHECKED) == games(program, "-DVARIANTS") == expected
