"""Write docs/differences.md."""

from tests.ledger import PAGE, page

PAGE.write_text(page(), encoding="utf-8")
