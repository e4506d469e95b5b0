#define _GNU_SOURCE
#include "faults.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static atomic_int syncs;
static atomic_int roomy;

static const char *fault(void) {
  const char *name = getenv("TWEETIE_FAULT");
  return name ? name : "";
}

static int isOutbox(int file) {
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return strstr(path, "/outbox.db") != NULL;
}

static int fails(int file) {
  const char *name = fault();
  if (strncmp(name, "sync:", 5) != 0 || !isOutbox(file)) return 0;
  if (atomic_fetch_add(&syncs, 1) + 1 != atoi(name + 5)) return 0;
  errno = EIO;
  return 1;
}

static int overflows(int file) {
  if (strcmp(fault(), "full") != 0 || atomic_load(&roomy) || !isOutbox(file)) return 0;
  errno = ENOSPC;
  return 1;
}

int fsync(int file) {
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
  return fails(file) ? -1 : real(file);
}

int fdatasync(int file) {
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
  return fails(file) ? -1 : real(file);
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t place) {
  ssize_t (*real)(int, const void *, size_t, off_t) =
      (ssize_t(*)(int, const void *, size_t, off_t))dlsym(RTLD_NEXT, "pwrite");
  return overflows(file) ? -1 : real(file, bytes, count, place);
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t place) {
  ssize_t (*real)(int, const void *, size_t, off64_t) =
      (ssize_t(*)(int, const void *, size_t, off64_t))dlsym(RTLD_NEXT, "pwrite64");
  return overflows(file) ? -1 : real(file, bytes, count, place);
}

int unlink(const char *path) {
  int (*real)(const char *) = (int (*)(const char *))dlsym(RTLD_NEXT, "unlink");
  int code = real(path);
  if (code == 0 && strstr(path, "-ballast")) atomic_store(&roomy, 1);
  return code;
}
