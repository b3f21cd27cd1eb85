"""Answers to what an editor asks about a description, and the server that gives them (`lud lsp`).

`Document` is a text as an editor sees it; `complete` and the functions of `answers` take one and an offset. They need
nothing but this package. `server` connects them with an editor, and needs pygls (`ludparse[editor]`).
"""
