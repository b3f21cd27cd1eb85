"""The generated C on other compilers, processors and systems: `make machines`, or `python -m tests.machines`.

    python -m tests.machines                            every machine of targets.py that is here, 60 games
    python -m tests.machines --games 5 gcc-11 s390x     these, with fewer games
    python -m tests.machines --table                    the table of docs/machines.md, with the results so far
    python -m tests.machines --games 2000 --plies 100000 --place build/long "gcc-12 checked"    each game for long

For each game the Python backend plays random games: what comes of them is what every machine has to find. The code of
the game is compiled with `driver.c` for the machine, with the compiler and flags that targets.py names, and run there:
the same random games, by the program of rules and by the code that only plays random games; and a few games move by
move, each list of moves and all actions compared with what the first machine has found.

Results are kept in build/machines/results.jsonl; a run goes on after what is there (--again: anew). Exit code 1 where a
machine found something else, or where a compiler that is here failed.
"""
