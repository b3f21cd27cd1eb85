"""What a terminal would obey, and what nobody sees, is written as escapes; JSON reads them as what they were."""

import io
import json
import re
import sys
import unicodedata
from pathlib import Path
from typing import cast

import pytest

from ludparse import exporters
from ludparse.exporters.terminal.output import painted
from ludparse.exporters.terminal.writer import Writer, escaped, obeyed, write_data, written_safely


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_every_character_that_is_unseen_is_escaped_and_no_other() -> None:
    """Controls, formats, separators of lines and halves of pairs, as this Python's tables have them, and tags
    and the like, which have no shape."""
    for number in range(sys.maxunicode + 1):
        character = chr(number)
        unseen = unicodedata.category(character) in ("Cc", "Cf", "Cs", "Zl", "Zp") and character not in "\n\t"
        blank = unicodedata.category(character) == "Cn" or 0xE0000 <= number <= 0xE0FFF
        written = escaped(character)
        assert (written != character) == unseen or blank, hex(number)
        if written != character:
            assert written.isascii() and written.isprintable()
            assert json.loads(f'"{written}"') == character


def test_only_what_the_program_means_is_obeyed() -> None:
    assert escaped(painted("a\x1b[31mb", "1")) == "\x1b[1ma\\u001b[31mb\x1b[0m"
    assert escaped(obeyed("\r") + "a\rb") == "\ra\\u000db"
    assert "\x1b" not in escaped(obeyed("\x1b]52;c;aGk=\x07")), "no other sequence"
    assert "\x1b" not in escaped("\x00" + "0" * 16 + "\x1b[31m"), "the mark is not known to others"


def test_a_writer_is_the_stream_otherwise(capsys: pytest.CaptureFixture[str]) -> None:
    stream = Terminal()
    writer = Writer(stream)
    assert writer.isatty() and writer.write("a\x07") == 2
    writer.writelines(["b\x07", "c"])
    writer.flush()
    assert stream.getvalue() == "a\\u0007b\\u0007c"
    before = sys.stdout, sys.stderr
    with written_safely():
        first = sys.stdout
        with written_safely():
            assert sys.stdout is first, "escapes are not escaped again"
            print("\x07\\")
            print("\x08", file=sys.stderr)
    assert (sys.stdout, sys.stderr) == before
    assert capsys.readouterr() == ("\\u0007\\\n", "\\u0008\n")


def test_data_are_escaped_on_a_terminal_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    for stream, written in ((io.StringIO(), "a\x1b\n"), (Terminal(), "a\\u001b\n")):
        monkeypatch.setattr(sys, "stdout", stream)
        with written_safely():
            write_data("a\x1b\n")
        assert cast(io.StringIO, stream).getvalue() == written


def test_sequences_come_from_the_writer_alone() -> None:
    """Another one would be printed as an escape: `painted` makes colours, `obeyed` what else there is."""
    folder = Path(exporters.__path__[0])
    written = {file.name for file in folder.rglob("*.py") if re.search(r"\\x1b|\\033|\\e\[", file.read_text("utf-8"))}
    assert written == {"output.py", "writer.py"}
