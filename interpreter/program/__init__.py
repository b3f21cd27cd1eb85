"""The program of rules: its nodes, its table of operations, builder, printer and verifier."""
