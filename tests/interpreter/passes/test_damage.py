"""Damaging any rewrite makes a test of meaning fail.

For each pass a slip that somebody might make in it, and the test that notices what is wrong with the programs then.
Golden files, digests, counts and the census would notice every change, and do not count. A new pass needs an entry.
"""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from ludparse.interpreter.passes import PASSES
from tests.corpus import REPO

NOTICED = "AssertionError|E +assert |LudRuleError|InvalidProgramError"
"""What differs, what `-DCHECK_AT_ONCE` finds, or what the verifier does not allow."""
SECONDS = 300
"""On the clock, for the test of a damage."""


@dataclass(frozen=True)
class Damage:
    """A text of a file below `interpreter`, what stands in its place, and the test, of a file below
    `tests/interpreter/passes`, that fails then."""

    file: str
    old: str
    new: str
    test: str


def without(game: str, name: str, backend: str = "python") -> str:
    """A game with and without a pass."""
    return f"test_meaning.py::test_{backend}_plays_the_same_without[{game}-{name}]"


def spelling(what: str) -> str:
    return f"test_spellings.py::test_every_spelling_becomes_an_operation_on_sets[{what}-owned-False]"


def left_out(what: str) -> str:
    return f"test_left_out.py::test_the_answer_stays[{what}]"


DAMAGES: dict[str, Damage] = {
    "fold_branches": Damage(
        "passes/removal/fold_branches.py", "s.then if s.cond.const else s.orelse",
        "s.orelse if s.cond.const else s.then",
        without("hunt", "fold_branches"),
    ),
    "drop_positions": Damage(
        "passes/removal/drop_positions.py", " or s.value.called.upkeep is not upkeep:",
        ":",
        without("line", "drop_positions"),
    ),
    "drop_idle_slots": Damage(
        "passes/removal/drop_idle_slots.py", "if slot in changed",
        "if slot not in changed",
        "test_idle_slots.py::test_a_slot_that_a_callee_changes_is_restored[after_a_call]",
    ),
    "drop_dead_locals": Damage(
        "passes/removal/drop_dead_locals.py", " and silent(s.value)}",
        "}",
        left_out("value_of_an_effect"),
    ),
    "forward_slots": Damage(
        "passes/removal/forward_slots.py", "if k not in slots}, bound([s]))",
        "}, bound([s]))",
        left_out("slot_written_in_an_iteration"),
    ),
    "find_runs": Damage(
        "passes/sets/find_runs.py", "else s.end(fitting)",
        "else s.end(fitting) + 1",
        without("flank", "find_runs"),
    ),
    "drop_dead_slots": Damage(
        "passes/removal/drop_dead_slots.py", " and not s.orelse",
        "",
        without("hunt", "drop_dead_slots"),
    ),
    "gather_sets": Damage(
        "passes/sets/gather_sets.py", "sets.both(among, found)",
        "sets.either(among, found)",
        spelling("gather"),
    ),
    "find_first": Damage(
        "passes/sets/find_first.py", "ir.ge(least, 0)",
        "ir.ge(least, 1)",
        without("check", "find_first"),
    ),
    "flood_sets": Damage(
        "passes/sets/flood_sets.py", "sets.written_out(where[0])",
        "sets.written_out(sets.others(where[0]))",
        without("connect", "flood_sets"),
    ),
    "run_ahead": Damage(
        "passes/sets/run_ahead.py", "(row[steps.lo.const : k],",
        "(row[steps.lo.const + 1 : k],",
        without("tracks", "run_ahead"),
    ),
    "narrow_rows": Damage(
        "passes/sets/narrow_rows.py", "[lists[x][1] if",
        "[lists[x][-1] if",
        without("hunt", "narrow_rows", "c"),
    ),
    "skip_elsewhere": Damage(
        "passes/sets/skip_elsewhere.py", "found.name), ir.value_of(wanted)))",
        "found.name), site))",
        "test_elsewhere.py::test_threats_are_found_whatever_piece_makes_them[0]",
    ),
    "bound_runs": Damage(
        "passes/sets/bound_runs.py", "        return s.then\n",
        "        return s.orelse\n",
        without("slide", "bound_runs"),
    ),
    "look_along_rays": Damage(
        "passes/counting/look_along_rays.py", "ops.Goes(ir.set_and(seen, pushed), by_ray",
        "ops.Goes(pushed, by_ray",
        "test_along_rays.py::test_counts_and_choices_are_those_of_the_list_of_moves[captures]",
    ),
    "see_along_rays": Damage(
        "passes/sets/see_along_rays.py", "Op.SIGHT, ir.set_diff)",
        "Op.SIGHT, ir.set_and)",
        without("sight", "see_along_rays"),
    ),
    "expand_nodes": Damage(
        "program/expansion.py", "return [t, pushed]",
        "return [t]",
        "test_meaning.py::test_python_plays_the_same_without[surround-flood_sets]",
    ),
    "drop_unreached": Damage(
        "passes/removal/drop_unreached.py", "if fn.index not in live and fn.body:",
        "if (fn.index not in live or fn in program.appliers.values()) and fn.body:",
        without("line", "all"),
    ),
    "narrow_targets": Damage(
        "passes/sets/narrow_targets.py", "            loop.set = ir.set_and(loop.set, ",
        "            loop.set = ir.set_or(loop.set, ",
        without("outward", "narrow_targets"),
    ),
    "keep_results": Damage(
        "passes/sets/keep_results.py", "fn.kept = not read",
        "fn.kept = True",
        without("stacks", "keep_results"),
    ),
    "count_at_once": Damage(
        "passes/counting/lane_sets.py", "ir.sub(0, self.step * self._from_here(position))",
        "self.step * self._from_here(position)",
        "test_at_once.py::test_numbers_are_those_of_the_iterations[steps forward, and captures-c]",
    ),
    "keep_verdicts": Damage(
        "passes/trials/keep_verdicts.py", "ops.Return(ir.value_of(trial.var), ",
        "ops.Return(ir.not_(ir.value_of(trial.var)), ",
        without("surround", "keep_verdicts"),
    ),
    "apply_once": Damage(
        "passes/trials/apply_once.py", "(played_ahead(ahead), body=ahead.body)",
        "(played_ahead(ahead), body=[])",
        without("sow and take", "apply_once"),
    ),
    "count_each": Damage(
        "passes/counting/count_each.py", "ir.set_count(self.resolve(s.goes.to, known)) if",
        "ir.add(ir.set_count(self.resolve(s.goes.to, known)), 1) if",
        "test_along_rays.py::test_counts_and_choices_are_those_of_the_list_of_moves[captures]",
    ),
    "effects_in_place": Damage(
        "passes/trials/effects_in_place.py", "run_of(ACT, a.kind))) for a in s.actions]",
        "run_of(ACT, a.kind))) for a in s.actions[1:]]",
        without("hunt", "effects_in_place"),
    ),
    "try_what_is_asked": Damage(
        "passes/trials/try_what_is_asked.py", "b.if_(ir.not_(found))",
        "b.if_(found)",
        "test_elsewhere.py::test_threats_are_found_where_the_moves_have_to_be_tried[0]",
    ),
    "skip_untouched": Damage(
        "passes/trials/skip_untouched.py", "ops.If(ir.and_(ir.value_of(known), untouched), given,",
        "ops.If(ir.value_of(known), given,",
        without("check", "skip_untouched"),
    ),
    "full_where_needed": Damage(
        "passes/removal/full_where_needed.py", "exports=True",
        "exports=False",
        "test_results.py::test_who_looks_at_moves_gets_them_in_a_question_too",
    ),
    "try_first": Damage(
        "program/expansion.py", "select(eq(value_of(aim), ANY), EVERY, _NONE)",
        "const(_NONE)",
        "test_left_out.py::test_moves_that_have_to_be_tried_are_tried_for_questions[auto]",
    ),
    "stand_apart": Damage(
        "passes/sets/stand_apart.py", " and finder.apart(fn, s, modal)",
        "",
        "test_narrow_targets.py::test_loops_that_stand_apart[play3-False]",
    ),
}
"""Of `drop_dead_locals`, `forward_slots` and `try_first` the tests were written for it: no other one noticed."""


def test_each_pass_is_damaged() -> None:
    assert DAMAGES.keys() == PASSES.keys()


@pytest.mark.parametrize("name", DAMAGES)
def test_what_is_damaged_is_there(name: str) -> None:
    damage = DAMAGES[name]
    text = (REPO / "interpreter" / damage.file).read_text(encoding="utf-8")
    assert text.count(damage.old) == 1
    ast.parse(text.replace(damage.old, damage.new))


@pytest.mark.drawn(12)
@pytest.mark.parametrize("name", DAMAGES)
def test_a_damaged_pass_is_noticed(name: str, tmp_path: Path) -> None:
    damage = DAMAGES[name]
    tree = linked(tmp_path / "tree", Path("interpreter", damage.file))
    file = tree / "interpreter" / damage.file
    assert not file.exists()
    text = (REPO / "interpreter" / damage.file).read_text(encoding="utf-8")
    file.write_text(text.replace(damage.old, damage.new), encoding="utf-8")
    ran = run(tree, damage.test)
    assert ran.returncode == pytest.ExitCode.TESTS_FAILED, ran.stdout
    assert re.search(NOTICED, ran.stdout), f"it fails, but not for what the program means:\n{ran.stdout}"


def test_the_same_tests_pass_in_a_copy_without_damage(tmp_path: Path) -> None:
    file = Path("interpreter", "passes", "__init__.py")
    tree = linked(tmp_path / "tree", file)
    (tree / file).write_bytes((REPO / file).read_bytes())
    ran = run(tree, *sorted({damage.test for damage in DAMAGES.values()}))
    assert ran.returncode == pytest.ExitCode.OK, ran.stdout


def linked(tree: Path, changed: Path) -> Path:
    """A folder with links to everything in the work tree but one file, which is missing."""
    tree.mkdir()
    _link(REPO / "ludparse", tree / "ludparse")  # its parts are links that lead beside it
    for part in [*reversed(changed.parents)]:
        _link(REPO / part, tree / part, but=changed.relative_to(part).parts[0])
    return tree


def _link(source: Path, folder: Path, but: str = "") -> None:
    folder.mkdir(exist_ok=True)
    for file in source.iterdir():
        if file.name not in (but, "__pycache__", "build", ".git") and not os.path.lexists(folder / file.name):
            (folder / file.name).symlink_to(os.readlink(file) if file.is_symlink() else file)


def run(
    tree: Path, *tests: str, seconds: int = SECONDS, **settings: str
) -> subprocess.CompletedProcess[str]:
    """pytest in a copy, with caches of its own. settings: variables of its environment."""
    env = {k: v for k, v in os.environ.items() if not k.startswith(("LUD_", "PYTEST_", "HYPOTHESIS_"))}
    env |= {"PYTHONPATH": str(tree), "XDG_CACHE_HOME": str(tree.parent / "cache"), "PYTHONDONTWRITEBYTECODE": "1"}
    env |= settings
    command = [sys.executable, "-m", "pytest", "-q", "-x", "--tb=short", "-p", "no:cacheprovider"]
    command += [f"tests/interpreter/passes/{test}" for test in tests]
    return subprocess.run(
        command, cwd=tree, env=env, capture_output=True, text=True, timeout=seconds * len(tests), check=False
    )
