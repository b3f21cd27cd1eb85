/* Compiled with -DPROFILE, the engine always knows in which function of the program it is, and who called it. A node
   stands for a function with all its callers, so one number tells the whole stack: another thread may read it at any
   time (`profiling.py`). Otherwise nothing of this exists. */
#ifdef PROFILE
enum { PROFILE_NODES = 1 << 14 };
typedef struct {
  volatile int32_t node; /* where the engine is; 0: in no function of the program */
  int32_t n, full;       /* nodes so far; whether there was no room for one, which then counts as its caller */
  int32_t parent[PROFILE_NODES], function[PROFILE_NODES];
  int64_t calls[PROFILE_NODES];
  int32_t child[PROFILE_NODES], sibling[PROFILE_NODES];
} profile_t;
typedef struct { profile_t *profile; int32_t caller; } profile_call_t;

/* The node of a function that is called from a node. It becomes the first of its siblings, because it will probably be
   the next one again. */
static __attribute__((noinline, unused)) int32_t profile_node(profile_t *p, int32_t caller, int function) {
  int32_t before = 0, node = p->child[caller];
  while (node && p->function[node] != function) { before = node; node = p->sibling[node]; }
  if (!node) {
    if (p->n + 1 == PROFILE_NODES) { p->full = 1; return caller; }
    node = ++p->n;
    p->parent[node] = caller;
    p->function[node] = function;
  } else if (before) {
    p->sibling[before] = p->sibling[node];
  } else {
    return node;
  }
  p->sibling[node] = p->child[caller];
  p->child[caller] = node;
  return node;
}
INLINE profile_call_t profile_enter(profile_t *p, int function) {
  profile_call_t call = {p, p->node};
  int32_t node = p->child[call.caller];
  if (!node || p->function[node] != function) node = profile_node(p, call.caller, function);
  p->calls[node]++;
  p->node = node;
  return call;
}
INLINE void profile_leave(profile_call_t *call) { call->profile->node = call->caller; }
#define PROFILE_STATE profile_t profile;
#define PROFILE_BEGIN(e) ((e)->profile.node = 0)
/* at the head of every function of the program */
#define PROFILED \
  profile_call_t profiled_ __attribute__((cleanup(profile_leave), unused)) = profile_enter(&e->profile, WHERE)
#else
#define PROFILE_STATE
#define PROFILE_BEGIN(e) ((void)0)
#define PROFILED
#endif
