/* What the host of WebAssembly needs beside the entries, because it cannot see the memory of the engine. */
#ifdef __wasm__
EXPORT int lp_status(E *e) { return -e->status; }
/* Memory for what the host hands over: states, moves, tables. */
EXPORT void *lp_alloc(size_t n) { return malloc(n); }
EXPORT void lp_release(void *p) { free(p); }
/* After lp_start: writes the actions of the start rules to `out`, as one move. Trials list them. */
EXPORT int lp_started(E *e) {
  const move_t none = {.mover = 0, .from = -1, .to = -1};
  return export_applied(e, &none);
}
#endif
