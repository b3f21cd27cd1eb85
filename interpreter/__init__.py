"""Compiles the typed tree of a description into a program of rules, and runs it."""

if __name__ == "interpreter":
    raise ImportError("interpreter is a part of ludparse: write `import ludparse.interpreter`")
