"""Record the conversations anew, with a running Ludii."""

import json

from ludparse.exporters.verification.ludii.client import Ludii
from ludparse.exporters.verification.ludii.process import Process
from tests.exporters.verification.ludii.conversations import FOLDER, SCRIPTS, Recorder

for name, script in SCRIPTS.items():
    turns: list[list[str]] = []

    def connect(turns: list[list[str]] = turns) -> Recorder:
        return Recorder(Process("ludparse.exporters.verification.ludii.worker", "Ludii"), turns)

    with Ludii(connect=connect) as ludii:
        script(ludii)
    request = json.loads(turns[0][0])
    turns[0][0] = json.dumps({**request, "place": "Ludii.jar"})
    (FOLDER / f"{name}.json").write_text(json.dumps(turns, indent=1) + "\n", encoding="utf-8")
    print(f"{name}: {len(turns)} requests")
