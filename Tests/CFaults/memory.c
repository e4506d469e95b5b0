// The program's own functions come before the system's, for every library that calls them.
#define _GNU_SOURCE
#include "faults.h"
#include "threads.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) ||                       \
    __has_feature(memory_sanitizer)
#define IS_WATCHED 1
#endif
#endif

#ifdef IS_WATCHED

int cfaults_can_lack_memory(void) { return 0; }
void cfaults_fail_allocation(int threads, const char *library, int number) {}

#else

#include <errno.h>
#include <link.h>
#include <string.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);

struct search {
  const char *library;
  uintptr_t start, end;
};

/// Looks where the library's code is.
static int look(struct dl_phdr_info *info, size_t size, void *context) {
  struct search *search = context;
  const char *slash = strrchr(info->dlpi_name, '/');
  const char *name = slash ? slash + 1 : info->dlpi_name;
  if (strncmp(name, search->library, strlen(search->library)) != 0) return 0;
  for (int index = 0; index < info->dlpi_phnum; index++) {
    if (info->dlpi_phdr[index].p_type != PT_LOAD) continue;
    uintptr_t start = info->dlpi_addr + info->dlpi_phdr[index].p_vaddr;
    uintptr_t end = start + info->dlpi_phdr[index].p_memsz;
    if (search->start == 0 || start < search->start) search->start = start;
    if (end > search->end) search->end = end;
  }
  return 1;
}

int cfaults_can_lack_memory(void) { return 1; }

void cfaults_fail_allocation(int threads, const char *library, int number) {
  struct plan *plan = cfaults_adopt_plan(threads);
  if (!plan) return;
  struct search search = {library, 0, 0};
  if (number >= 0) dl_iterate_phdr(look, &search);
  plan->start = search.start;
  plan->end = search.end;
  int before = atomic_exchange(&plan->allocations_left, number);
  cfaults_plans_waiting += (number >= 0) - (before >= 0);
}

/// Whether this is the allocation that fails.
static int fails(void *caller) {
  if (cfaults_plans_waiting == 0 || cfaults_thread == 0) return 0;
  struct plan *plan = cfaults_plan(cfaults_thread);
  uintptr_t place = (uintptr_t)caller;
  if (!plan || place < plan->start || place >= plan->end) return 0;
  int left = plan->allocations_left;
  while (left >= 0 && !atomic_compare_exchange_weak(&plan->allocations_left, &left, left - 1)) {}
  if (left != 0) return 0;
  cfaults_plans_waiting--;
  plan->failures++;
  errno = ENOMEM;
  return 1;
}

void *malloc(size_t size) {
  return fails(__builtin_return_address(0)) ? 0 : __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  return fails(__builtin_return_address(0)) ? 0 : __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size) {
  return fails(__builtin_return_address(0)) ? 0 : __libc_realloc(memory, size);
}

char *strdup(const char *text) {
  size_t size = strlen(text) + 1;
  char *copy = fails(__builtin_return_address(0)) ? 0 : __libc_malloc(size);
  return copy ? memcpy(copy, text, size) : 0;
}

#endif
