#define _DEFAULT_SOURCE
#include "shim.h"

#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

// From the linker: where the memory for variables that begin with nothing in them begins and ends. Of
// the others a start writes to few: all of them together would stay in memory for nothing.
extern char __bss_start, _end;

// What the heap has grown to when the first frame is on the screen.
enum { heap = 768 * 1024 };

static void furnish(uintptr_t from, uintptr_t to) {
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  from &= ~(page - 1);
  to = (to + page - 1) & ~(page - 1);
#ifdef MADV_POPULATE_WRITE
  // Before Linux 5.14 it is refused, and the pages come one by one.
  if (from < to) madvise((void *)from, to - from, MADV_POPULATE_WRITE);
#endif
}

void csystem_share_heap(void) { mallopt(M_ARENA_MAX, 1); }

void csystem_furnish_memory(void) {
  mallopt(M_TOP_PAD, heap);
  // Else the heap is cut down again as soon as something is freed.
  mallopt(M_TRIM_THRESHOLD, heap);
  uintptr_t old = (uintptr_t)sbrk(0);
  // More than there is room for, and less than gets a place of its own: the heap grows.
  void *volatile first = malloc(100 * 1024), *volatile second = malloc(100 * 1024);
  free(second);
  free(first);
  mallopt(M_TOP_PAD, 128 * 1024);
  uintptr_t new = (uintptr_t)sbrk(0);
  if (new - old < 2 * heap) furnish(old - 64 * 1024, new);
  furnish((uintptr_t)&__bss_start, (uintptr_t)&_end);
}
