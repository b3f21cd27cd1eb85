"""Ludii's own completer, asked about small libraries.

`LUD_LUDII=Ludii.jar python -m tests.exporters.laboratory.ludii_completer` writes what it makes of the texts in
completions.json, for test_completing.py.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

RECORDED = Path(__file__).with_name("completions.json")
MOST = 5000


def ask(questions: list[dict[str, Any]]) -> list[dict[str, list[str]]]:
    """For each question, `games` and a `partial` text: all that Ludii's completer makes, and fifty of its samples. A
    process of its own does it, since a JVM cannot be ended."""
    command = [sys.executable, str(Path(__file__)), "answer"]
    done = subprocess.run(command, input=json.dumps(questions), capture_output=True, text=True, check=True)
    answers: list[dict[str, list[str]]] = json.loads(done.stdout)
    return answers


def _answer(questions: list[dict[str, Any]]) -> list[dict[str, list[str]]]:
    import jpype

    jpype.startJVM(classpath=[os.environ["LUD_LUDII"]])
    stream = jpype.JClass("java.io.PrintStream")(jpype.JClass("java.io.OutputStream").nullOutputStream())
    jpype.JClass("java.lang.System").setOut(stream)
    completer, completion = jpype.JClass("completer.Completer"), jpype.JClass("completer.Completion")
    answers = []
    for question in questions:
        games, defines = jpype.JClass("java.util.HashMap")(), jpype.JClass("java.util.HashMap")()
        for number, game in enumerate(question["games"]):
            games.put(str(number), game)
        queue = jpype.JClass("java.util.ArrayList")()
        queue.add(completion(question["partial"]))
        found: dict[str, None] = {}
        while queue.size() and len(found) < MOST:
            first = queue.get(0)
            queue.subList(0, 1).clear()
            if completer.needsCompleting(first.raw()):
                completer.nextCompletionExhaustive(first, queue, games, defines, None)
            else:
                found[str(first.raw())] = None
        sampled: dict[str, None] = {}
        for _ in range(50):
            one = completion(question["partial"])
            while one is not None and completer.needsCompleting(one.raw()):
                one = completer.nextCompletionSampled(one, games, defines, None)
            if one is not None:
                sampled[str(one.raw())] = None
        answers.append({"all": sorted(found), "sampled": sorted(sampled)})
    return answers


if __name__ == "__main__":
    if sys.argv[1:] == ["answer"]:
        print(json.dumps(_answer(json.load(sys.stdin))))
    else:
        recorded = json.loads(RECORDED.read_text(encoding="utf-8"))
        questions = [{"games": recorded["games"], "partial": row["partial"]} for row in recorded["completions"]]
        for row, answer in zip(recorded["completions"], ask(questions), strict=True):
            row.update(answer)
        RECORDED.write_text(json.dumps(recorded, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
