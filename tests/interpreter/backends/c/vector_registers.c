/* Whether the upper halves of the vector registers are in use in this thread, and code that leaves them so. */
#include <cpuid.h>
#include <stdint.h>

/* Whether this processor can tell: it has AVX, the system saves its registers, and XGETBV knows what is in use. */
int can_tell(void) {
  unsigned a, b, c, d, low, high;
  if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & bit_OSXSAVE) || !(c & bit_AVX)) return 0;
  if (!__get_cpuid_count(13, 1, &a, &b, &c, &d) || !(a & 4)) return 0;
  __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return (low & 4) != 0;
}
int in_use(void) {
  unsigned low, high;
  __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(1));
  return (low & 4) != 0;
}
void use(void) { __asm__ volatile("vpcmpeqd %%xmm0, %%xmm0, %%xmm0\n\tvinsertf128 $1, %%xmm0, %%ymm0, %%ymm0" ::: "xmm0"); }
void clear(void) { __asm__ volatile("vzeroupper"); }
