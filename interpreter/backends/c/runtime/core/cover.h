/* Compiled with -DCOVER=n, random games count what each of the n functions of the program does (`covering.py`). What a
   game has counted is added up when it has ended, so that one that is begun again counts once. Otherwise nothing of this
   exists. */
#ifdef COVER
typedef struct {
  int64_t asked, held, made, offered, played, removed, least, most; /* as of `Counts` in play/counts.py */
} counts_t;
typedef struct { struct E *e; counts_t *counts; int32_t outer, moves; } covered_t;
#define COVER_STATE counts_t counts[COVER], sums[COVER]; int32_t covers, made_by;
#define COVER_MAKER int32_t maker;
#define MADE_BY(e, x) ((x)->maker = (e)->covers)
#define MADE_NOW(e, x) ((x)->maker = (e)->made_by >= 0 ? (e)->made_by : (e)->covers)
#else
#define COVER_STATE
#define COVER_MAKER
#define MADE_BY(e, x) ((void)0)
#define MADE_NOW(e, x) ((void)0)
#endif
