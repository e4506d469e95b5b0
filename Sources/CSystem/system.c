#define _GNU_SOURCE
#include "shim.h"

#include <pthread.h>

void csystem_name_thread(const char *name) { pthread_setname_np(pthread_self(), name); }
