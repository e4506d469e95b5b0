// The program's own functions come before the system's, for every library that calls them.
#define _GNU_SOURCE
#include "faults.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { most_folders = 64 };

static struct folder {
  char path[4096];
  int syncs_left;
  int failures;
  int is_full;
} folders[most_folders];

static int count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/// The folder the path is in; the lock must be held.
static struct folder *folder_of(const char *path) {
  for (int index = 0; index < count; index++) {
    size_t length = strlen(folders[index].path);
    if (strncmp(path, folders[index].path, length) != 0) continue;
    if (path[length] == '/' || path[length] == 0) return &folders[index];
  }
  return NULL;
}

static struct folder *folder_of_file(int file) {
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = count > 0 ? readlink(link, path, sizeof path - 1) : -1;
  if (length < 0) return NULL;
  path[length] = 0;
  return folder_of(path);
}

static struct folder *adopt(const char *path) {
  struct folder *folder = folder_of(path);
  if (folder || count == most_folders) return folder;
  folder = &folders[count++];
  snprintf(folder->path, sizeof folder->path, "%s", path);
  folder->syncs_left = -1;
  return folder;
}

void cfaults_fail_sync(const char *path, int times) {
  pthread_mutex_lock(&lock);
  struct folder *folder = adopt(path);
  if (folder) folder->syncs_left = times;
  pthread_mutex_unlock(&lock);
}

int cfaults_failures(const char *path) {
  pthread_mutex_lock(&lock);
  struct folder *folder = folder_of(path);
  int failures = folder ? folder->failures : 0;
  pthread_mutex_unlock(&lock);
  return failures;
}

void cfaults_fill(const char *path) {
  pthread_mutex_lock(&lock);
  struct folder *folder = adopt(path);
  if (folder) folder->is_full = 1;
  pthread_mutex_unlock(&lock);
}

static int sync_fails(int file) {
  pthread_mutex_lock(&lock);
  struct folder *folder = folder_of_file(file);
  int fails = folder && folder->syncs_left >= 0 && folder->syncs_left-- == 0;
  if (fails) folder->failures++;
  pthread_mutex_unlock(&lock);
  if (fails) errno = EIO;
  return fails;
}

static int is_full(int file) {
  pthread_mutex_lock(&lock);
  struct folder *folder = folder_of_file(file);
  int full = folder && folder->is_full;
  pthread_mutex_unlock(&lock);
  if (full) errno = ENOSPC;
  return full;
}

int fsync(int file) {
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
  return sync_fails(file) ? -1 : real(file);
}

int fdatasync(int file) {
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
  return sync_fails(file) ? -1 : real(file);
}

ssize_t pwrite64(int file, const void *bytes, size_t size, off64_t place) {
  ssize_t (*real)(int, const void *, size_t, off64_t) =
      (ssize_t(*)(int, const void *, size_t, off64_t))dlsym(RTLD_NEXT, "pwrite64");
  return is_full(file) ? -1 : real(file, bytes, size, place);
}

ssize_t pwrite(int file, const void *bytes, size_t size, off_t place) {
  return pwrite64(file, bytes, size, place);
}

int unlink(const char *path) {
  int (*real)(const char *) = (int (*)(const char *))dlsym(RTLD_NEXT, "unlink");
  int code = real(path);
  if (code == 0 && strstr(path, "-ballast")) {
    pthread_mutex_lock(&lock);
    struct folder *folder = folder_of(path);
    if (folder) folder->is_full = 0;
    pthread_mutex_unlock(&lock);
  }
  return code;
}
