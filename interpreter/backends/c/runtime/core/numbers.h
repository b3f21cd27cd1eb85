/* Arithmetic as program/operations.py defines it: 32-bit ints that wrap (the generated file is compiled with -fwrapv), and
   floats of 32 bits without contraction (-ffp-contract=off). interpreter/program/arithmetic.py does the same in Python.
   FLT_EVAL_METHOD is 16 on processors with arithmetic for 16 bits (AVX512-FP16): float has its own width there too. */
#if FLT_EVAL_METHOD != 0 && FLT_EVAL_METHOD != 16
#error "floats must be evaluated in their own width (compile with -msse2 -mfpmath=sse on 32-bit x86)"
#endif

INLINE int lp_min(int a, int b) { return a < b ? a : b; }
INLINE int lp_max(int a, int b) { return a > b ? a : b; }
/* Codes of positions, as in position_codes.py: the bits of a site, and the site of a code. */
INLINE int site_bits(int sites) { return sites > 2 ? 32 - __builtin_clz((unsigned)sites - 1) : 1; }
INLINE int code_site(int code, int bits) { return code >> 2 & ((1 << bits) - 1); }
INLINE int lp_abs(int a) { return a < 0 ? -a : a; }
INLINE int lp_shl(int a, int b) { return (int)((unsigned)a << (b & 31)); }
INLINE int lp_shr(int a, int b) { return a >> (b & 31); }
/* the processor traps for -2^31 / -1 */
INLINE int lp_div_at(E *e, int a, int b, int where) {
  if (!b) stop_at(e, LP_RULE, -3, where);
  return b == -1 ? -a : a / b;
}
INLINE int lp_mod_at(E *e, int a, int b, int where) {
  if (!b) stop_at(e, LP_RULE, -3, where);
  return b == -1 ? 0 : a % b;
}
#define lp_div(e, a, b) lp_div_at(e, a, b, WHERE)
#define lp_mod(e, a, b) lp_mod_at(e, a, b, WHERE)
INLINE int lp_int(double a) {
  return a != a ? 0 : a >= 2147483647.0 ? 2147483647 : a <= -2147483648.0 ? (-2147483647 - 1) : (int)a;
}

/* NaN if either is NaN; -0 is smaller than 0 */
INLINE double dlp_min(double a, double b) {
  return a != a || b != b ? NAN : a < b || (a == b && signbit(a)) ? a : b;
}
INLINE double dlp_max(double a, double b) { return -dlp_min(-a, -b); }
INLINE float flp_min(float a, float b) { return (float)dlp_min((double)a, (double)b); }
INLINE float flp_max(float a, float b) { return (float)dlp_max((double)a, (double)b); }
/* as Java's Math.pow: C gives 1 for pow(1, NaN) and for pow(-1, infinity) */
static UNUSED double dlp_pow(double a, double b) { return b != b || (fabs(a) == 1.0 && isinf(b)) ? NAN : pow(a, b); }
INLINE float flp_pow(float a, float b) { return (float)dlp_pow((double)a, (double)b); }
INLINE int lp_pow(int a, int b) { return lp_int(pow((double)a, (double)b)); }
#define FLOAT_FUNCTION(f) INLINE float float_##f(E *e, float a) { (void)e; return (float)f((double)a); }
FLOAT_FUNCTION(sqrt) FLOAT_FUNCTION(log) FLOAT_FUNCTION(log10) FLOAT_FUNCTION(exp)
FLOAT_FUNCTION(sin) FLOAT_FUNCTION(cos) FLOAT_FUNCTION(tan)
INLINE int float_bits(E *e, float a) { int bits; (void)e; memcpy(&bits, &a, sizeof bits); return bits; }
