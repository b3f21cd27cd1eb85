"""Where a running Ludii is, for the tests that need one."""

import importlib.util
import os
import shutil

import pytest

PLACE = os.environ.get("LUD_LUDII", "")

needs_ludii = pytest.mark.skipif(
    not PLACE or importlib.util.find_spec("jpype") is None or not (shutil.which("java") or os.environ.get("JAVA_HOME")),
    reason="set LUD_LUDII to Ludii.jar, install Java and `pip install 'ludparse[ludii]'` to run what needs Ludii",
)
