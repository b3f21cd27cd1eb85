"""The memory of a search in native code: within its limit, used again, and given back."""

import subprocess
from pathlib import Path

from ludparse.interpreter.backends.c.compile import RUNTIME, find_compiler

PROGRAM = r"""
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define INLINE static inline
static int held; /* what was taken from the system and is not given back */
static void *taken(size_t n) { void *p = malloc(n); held += p != NULL; return p; }
static void given(void *p) { held -= p != NULL; free(p); }
#define malloc taken
#define free given
#include "search/memory.h"
int main(void) {
  arena_t a = {.most = 1 << 20};
  arena_free(&a); /* that has nothing */
  for (int search = 0; search < 3; search++) {
    void *first = NULL, *p;
    int blocks = 0;
    while ((p = arena_new(&a, class_of(1000)))) { if (!first) first = p; blocks++; }
    arena_give(&a, first, 1000);
    int again = arena_idle(&a, class_of(1000)) == first && !arena_idle(&a, class_of(1000));
    printf("%d %d %d ", blocks, held, again && a.bytes <= a.most);
    arena_free(&a);
    printf("%d\n", held + (int)a.bytes);
  }
  return 0;
}
"""


def test_all_that_a_search_has_taken_is_given_back(c_compiler: None, tmp_path: Path) -> None:
    """Blocks of 1000 bytes take 1024. A megabyte has 32 slabs of a 32nd part, of whose 32768 bytes 16 are their head:
    31 blocks each. A second search finds as much room as the first."""
    source, program = tmp_path / "memory.c", tmp_path / "memory"
    source.write_text(PROGRAM)
    flags = ["-std=gnu11", "-O1", "-Wall", "-Werror", "-Wno-unused-function"]
    subprocess.run([*find_compiler(), *flags, "-I", str(RUNTIME), source, "-o", program], check=True)
    lines = subprocess.run([program], check=True, capture_output=True, text=True).stdout.splitlines()
    assert lines == [f"{32 * 31} 32 1 0"] * 3
