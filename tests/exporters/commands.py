"""Commands as somebody types them."""


import pytest

from ludparse.exporters.cli.main import main


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """The exit code of `lud ARGUMENTS`, what it prints, and what it says about its work."""
    code = main(arguments)
    return code, *capsys.readouterr()
