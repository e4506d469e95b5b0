#define _GNU_SOURCE
#include "shim.h"

#include <pthread.h>
#include <spawn.h>
#include <unistd.h>

void csystem_name_thread(const char *name) { pthread_setname_np(pthread_self(), name); }

char **csystem_environment(void) { return environ; }

short csystem_spawn_in_own_session(void) { return POSIX_SPAWN_SETSID; }

pid_t csystem_fork(void) { return fork(); }

int csystem_die_with_parent(int signal) { return prctl(PR_SET_PDEATHSIG, signal); }
