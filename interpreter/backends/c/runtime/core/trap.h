/* How an error leaves the rules. Native code jumps back to the entry. WebAssembly has no such jump: there the host throws
   an exception through the module, restores the stack pointer, and asks for the status with lp_status. */
#ifdef __wasm__
__attribute__((import_module("host"), import_name("trap"), noreturn)) void lp_trap(void);
typedef int trap_t;
#define TRAPPED(trap) 0
#define TRAP(trap) lp_trap()
#ifndef MAX_STACK
#define MAX_STACK (1 << 20) /* half of what wasm.py gives the stack */
#endif
#else
#include <setjmp.h>
typedef jmp_buf trap_t;
#define TRAPPED(trap) setjmp(trap)
#define TRAP(trap) longjmp(trap, 1)
#define MAX_STACK (4 << 20) /* bytes of the stack: a guard for very large functions; rules reach MAX_CALLS first */
#endif
