/* Memory of a search tree: blocks in size classes, carved from slabs and reused. It never exceeds its limit. */
enum { CLASSES = 128, SLAB = 1 << 18 };

typedef struct slab { struct slab *next; int64_t unused_; } slab_t;
typedef struct {
  slab_t *slabs;
  char *at, *end;         /* what is left of the newest slab */
  void *idle[CLASSES];    /* freed blocks of each class, linked through their first word */
  int64_t bytes, most;    /* of all slabs, and the limit */
  int64_t unused;         /* bytes of freed blocks */
} arena_t;

/* Multiples of 16 up to 128 bytes; above that four classes for each power of two, which wastes at most a fifth. */
INLINE int class_of(size_t n) {
  if (n <= 128) return n <= 16 ? 1 : (int)((n + 15) / 16);
  int b = 63 - __builtin_clzll((unsigned long long)(n - 1));
  return 9 + (b - 7) * 4 + (int)((n - 1) >> (b - 2) & 3);
}
INLINE size_t class_size(int c) { return c <= 8 ? (size_t)c * 16 : (size_t)(5 + (c - 9) % 4) << ((c - 9) / 4 + 5); }

static int arena_slab(arena_t *a, size_t n) {
  int64_t size = (int64_t)n + (int64_t)sizeof(slab_t), usual = a->most / 32 < SLAB ? a->most / 32 : SLAB;
  if (size < usual) size = usual;
  if (a->bytes + size > a->most) return 0;
  slab_t *s = malloc((size_t)size);
  if (!s) return 0;
  s->next = a->slabs;
  a->slabs = s;
  a->bytes += size;
  a->at = (char *)(s + 1);
  a->end = (char *)s + size;
  return 1;
}
/* A block of a class that is idle; NULL if there is none. */
INLINE void *arena_idle(arena_t *a, int c) {
  void *p = a->idle[c];
  if (p) { memcpy(&a->idle[c], p, sizeof p); a->unused -= (int64_t)class_size(c); }
  return p;
}
/* A new block of a class; NULL at the limit. The rest of a slab that is too small for it is lost. */
static void *arena_new(arena_t *a, int c) {
  size_t n = class_size(c);
  if ((size_t)(a->end - a->at) < n && !arena_slab(a, n)) return NULL;
  void *p = a->at;
  a->at += n;
  return p;
}
INLINE void arena_give(arena_t *a, void *p, size_t n) {
  if (!p) return;
  int c = class_of(n);
  memcpy(p, &a->idle[c], sizeof p);
  a->idle[c] = p;
  a->unused += (int64_t)class_size(c);
}
static void arena_free(arena_t *a) {
  while (a->slabs) {
    slab_t *next = a->slabs->next;
    free(a->slabs);
    a->slabs = next;
  }
  memset(a->idle, 0, sizeof a->idle);
  a->at = a->end = NULL;
  a->bytes = a->unused = 0;
}
