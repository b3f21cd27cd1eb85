"""The bundled games: of each its description, the same rules by hand, and a page about it."""

if __name__ == "games":
    raise ImportError("games is a part of ludparse: write `import ludparse.games`")
