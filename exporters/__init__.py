"""Everything that leaves the engine: recordings, cross-checks, statistics, pictures, pages, the command line."""

if __name__ == "exporters":
    raise ImportError("exporters is a part of ludparse: write `import ludparse.exporters`")
