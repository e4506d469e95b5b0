#define _DEFAULT_SOURCE
#include "shim.h"

#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

// The linker's symbols for the memory of variables without an initial value. A start writes to few
// pages of the other variables, so those are not allocated in advance.
extern char __bss_start, _end;

// The size of the heap when the first frame is on the screen.
enum { heap = 768 * 1024 };

static void furnish(uintptr_t from, uintptr_t to) {
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  from &= ~(page - 1);
  to = (to + page - 1) & ~(page - 1);
#ifdef MADV_POPULATE_WRITE
  // Before Linux 5.14 the call is refused, and the pages are allocated one by one.
  if (from < to) madvise((void *)from, to - from, MADV_POPULATE_WRITE);
#endif
}

void csystem_share_heap(void) { mallopt(M_ARENA_MAX, 1); }

void csystem_furnish_memory(void) {
  mallopt(M_TOP_PAD, heap);
  // Otherwise the heap is shortened as soon as memory is freed.
  mallopt(M_TRIM_THRESHOLD, heap);
  uintptr_t old = (uintptr_t)sbrk(0);
  // Too large for the present heap, but too small for a mapping of its own, so that the heap grows.
  void *volatile first = malloc(100 * 1024), *volatile second = malloc(100 * 1024);
  free(second);
  free(first);
  mallopt(M_TOP_PAD, 128 * 1024);
  uintptr_t new = (uintptr_t)sbrk(0);
  if (new - old < 2 * heap) furnish(old - 64 * 1024, new);
  furnish((uintptr_t)&__bss_start, (uintptr_t)&_end);
}
