/* How the code of a game reaches the library of digests (core/digests.h), which does not know the game's types. */
typedef struct {
  int32_t mover, from, to, level_min, level_max;
  int32_t n;           /* actions that were applied */
  int64_t size;        /* of one of them, in bytes */
  const void *actions; /* kind, decision (16 bits each), parameters (32 bits) */
} applied_t;
typedef struct digests {
  uint32_t (*entry)(struct digests *, uint32_t before, const applied_t *);
  uint32_t (*move)(struct digests *, const applied_t *);
  uint32_t (*position)(struct digests *, const void *state);
  int32_t chance; /* whether random results are drawn for a position before it is looked at */
} digests_t;
