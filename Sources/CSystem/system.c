#define _GNU_SOURCE
#include <dlfcn.h>
#include "shim.h"

#include <link.h>
#include <pthread.h>
#include <sched.h>
#include <spawn.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

void csystem_name_thread(const char *name) { pthread_setname_np(pthread_self(), name); }

void csystem_take_short_turns(void) {
  // The first version of the kernel's structure, which all kernels accept.
  struct {
    uint32_t size, policy;
    uint64_t flags;
    int32_t nice;
    uint32_t priority;
    uint64_t runtime, deadline, period;
  } wish = {
      .size = sizeof wish,
      .policy = SCHED_OTHER,
      .flags = 0x01, // SCHED_FLAG_RESET_ON_FORK
      .nice = getpriority(PRIO_PROCESS, 0),
      .runtime = 100 * 1000, // nanoseconds
  };
  // An older kernel refuses this, and the thread keeps ordinary time slices.
  syscall(SYS_sched_setattr, 0, &wish, 0);
}

char **csystem_environment(void) { return environ; }

short csystem_spawn_in_own_session(void) { return POSIX_SPAWN_SETSID; }

struct renumbering {
  pid_t from, to;
};

// Replaces the id of the parent's thread in the memory of the thread. The locks of the Swift
// runtime and of Dispatch use such a copy of the id, at the beginning of eight bytes. Only a few of
// these words are in use so early.
static int renumber(struct dl_phdr_info *object, size_t size, void *context) {
  (void)size;
  struct renumbering *change = context;
  int is_meant = !object->dlpi_name[0] || strstr(object->dlpi_name, "/libswift") ||
                 strstr(object->dlpi_name, "/libdispatch");
  if (!is_meant || !object->dlpi_tls_data) return 0;
  for (int index = 0; index < object->dlpi_phnum; index++) {
    const ElfW(Phdr) *part = &object->dlpi_phdr[index];
    if (part->p_type != PT_TLS) continue;
    char *memory = object->dlpi_tls_data;
    for (size_t place = 0; place + sizeof(pid_t) <= part->p_memsz; place += 8) {
      pid_t number;
      memcpy(&number, memory + place, sizeof number);
      if (number == change->from) memcpy(memory + place, &change->to, sizeof number);
    }
  }
  return 0;
}

// A function of Dispatch; the picture decoder is linked without Dispatch.
__attribute__((weak)) void dispatch_atfork_child(void);

pid_t csystem_fork(void) {
  struct renumbering change = {.from = gettid()};
  pid_t process = fork();
  if (process == 0) {
    change.to = gettid();
    dl_iterate_phdr(renumber, &change);
    // Dispatch has assigned its main queue to the old thread id.
    if (dispatch_atfork_child) dispatch_atfork_child();
  }
  return process;
}

int csystem_die_with_parent(int signal) { return prctl(PR_SET_PDEATHSIG, signal); }

const char *csystem_library_holding(const void *symbol) {
  Dl_info information;
  return dladdr(symbol, &information) ? information.dli_fname : 0;
}
