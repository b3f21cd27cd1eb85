"""How many processor instructions random games take: counted, checked in, and compared.

Elapsed time depends on the machine and on what else runs there. The number of instructions hardly does: for the same
compiler, C library and counting tool it is the same in every run. `python -m benchmarks` counts and compares with
`counts.json`.
"""
