#define _GNU_SOURCE
#include <dlfcn.h>
#include "shim.h"

#include <pthread.h>
#include <spawn.h>
#include <unistd.h>

void csystem_name_thread(const char *name) { pthread_setname_np(pthread_self(), name); }

char **csystem_environment(void) { return environ; }

short csystem_spawn_in_own_session(void) { return POSIX_SPAWN_SETSID; }

pid_t csystem_fork(void) { return fork(); }

int csystem_die_with_parent(int signal) { return prctl(PR_SET_PDEATHSIG, signal); }

const char *csystem_library_holding(const void *symbol) {
  Dl_info information;
  return dladdr(symbol, &information) ? information.dli_fname : 0;
}
