/* Types of the runtime. The generated file defines SET_WORDS, MAX_PARAMS, N_TABLES, CAP_*. */
#include <float.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define MAX_THEN 7
/* whether there is code that lists moves without building them (LIST in functions.py) */
#if defined(VECTOR) && defined(VARIANTS)
#define LISTS SELECTABLE
#else
#define LISTS 0
#endif

#include "core/bare.h"
#include "core/trap.h"

enum { LP_OK = 0, LP_FULL = 1, LP_RULE = 2, LP_MEMORY = 3, LP_TOO_LONG = 4, LP_WIDE = 5, LP_CANCELLED = 6, LP_PAUSED = 7 };
#define KEPT_WORDS ((N_KEPT + 63) / 64)
#define MAX_BYTES (1ll << 30) /* of one growing buffer */

typedef struct { uint64_t w[SET_WORDS]; } set_t;
typedef int list_t;

#include "core/cover.h"
typedef struct { int16_t kind, decision; int32_t p[MAX_PARAMS]; COVER_MAKER } act_t;
typedef struct {
  int32_t mover, from, to, level_min, level_max, n_act;
  uint16_t n_then, then[MAX_THEN], twin;
  int32_t act; /* where its actions begin */
  COVER_MAKER
#if VERDICTS
  uint64_t stamp; /* equal for equal moves; 0 if it is not known (core/verdicts.h) */
#endif
} move_t;
typedef struct { int32_t *v; int32_t n, cap; } buffer_t;
typedef struct { int32_t from, to, kind; } listed_t; /* kind: ACT_pass or ACT_swap for such moves, if without sites */

/* unoptimised code is there for a quick start: inlined, it would take twice as long to compile */
#ifdef __OPTIMIZE__
#define INLINE static inline __attribute__((always_inline, unused))
#else
#define INLINE static inline __attribute__((unused))
#endif
#define UNUSED __attribute__((unused))
#ifdef VARIANTS
#define WITHIN INLINE
#else
#define WITHIN static
#endif

#include "core/clock.h"
#include "core/sets.h"
#include "core/tables.h"

/* Fields outside the state's bounds read as their initial value and cannot be written. */
#define AT(f, n, i, d) ({ unsigned i_ = (unsigned)(i); i_ < (unsigned)(n) ? (f)[i_] : (d); })
#define PUT(e, f, n, i) \
  (*({ unsigned i_ = (unsigned)(i); if (i_ >= (unsigned)(n)) fail(e, -8); KEEP(e, (f)[i_]); &(f)[i_]; }))
