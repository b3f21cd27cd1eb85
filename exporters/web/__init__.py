"""Games as pages: one file to play (`lud export --html`), a local server (`lud serve`), a static site (`lud site`)."""
