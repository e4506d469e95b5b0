// The program's own functions come before the system's, for every library that calls them.
#define _GNU_SOURCE
#include "faults.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { most_folders = 512 };

static struct folder {
  char path[4096];
  int syncs_left;
  int calls_left;
  int failures;
  /// The error of every write; 0 while there is room.
  int full;
  /// How many calls are made before a kill; -1 where none is coming.
  int life;
  int is_dead;
  /// How many bytes are written by the call at which the kill comes, and how many were to be.
  size_t torn;
  long struck;
} folders[most_folders];

static int count;
/// How many folders wait for a call that is to fail: with none, calls are as quick as ever.
static atomic_int waiting;
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
  if (folder) return folder;
  if (count == most_folders) abort();  // A fault that does not come would be a test that passes.
  folder = &folders[count++];
  snprintf(folder->path, sizeof folder->path, "%s", path);
  folder->syncs_left = folder->calls_left = folder->life = -1;
  return folder;
}

void cfaults_fail_sync(const char *path, int times) {
  pthread_mutex_lock(&lock);
  struct folder *folder = adopt(path);
  if (folder) folder->syncs_left = times;
  pthread_mutex_unlock(&lock);
}

void cfaults_fail_call(const char *path, int number) {
  pthread_mutex_lock(&lock);
  struct folder *folder = adopt(path);
  if (folder) {
    waiting += (number >= 0) - (folder->calls_left >= 0);
    folder->calls_left = number;
  }
  pthread_mutex_unlock(&lock);
}

int cfaults_failures(const char *path) {
  pthread_mutex_lock(&lock);
  struct folder *folder = folder_of(path);
  int failures = folder ? folder->failures : 0;
  pthread_mutex_unlock(&lock);
  return failures;
}

void cfaults_kill(const char *path, int number, size_t bytes) {
  pthread_mutex_lock(&lock);
  struct folder *folder = adopt(path);
  if (folder) {
    waiting += folder->life < 0 && !folder->is_dead;
    folder->life = number;
    folder->is_dead = 0;
    folder->torn = bytes;
    folder->struck = -1;
  }
  pthread_mutex_unlock(&lock);
}

long cfaults_revive(const char *path) {
  pthread_mutex_lock(&lock);
  struct folder *folder = folder_of(path);
  long struck = -1;
  if (folder) {
    waiting -= folder->life >= 0 || folder->is_dead;
    folder->life = -1;
    folder->is_dead = 0;
    struck = folder->struck;
  }
  pthread_mutex_unlock(&lock);
  return struck;
}

void cfaults_fill(const char *path, int error) {
  pthread_mutex_lock(&lock);
  struct folder *folder = adopt(path);
  if (folder) folder->full = error;
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
  int full = folder ? folder->full : 0;
  pthread_mutex_unlock(&lock);
  if (full) errno = full;
  return full;
}

/// Whether a kill has come, or comes with this call; the lock must be held.
static int is_dead(struct folder *folder) {
  if (!folder || folder->is_dead) return folder != NULL;
  if (folder->life < 0 || folder->life-- > 0) return 0;
  folder->is_dead = 1;
  folder->struck = 0;
  return 1;
}

/// Whether this is the call that fails; the lock must be held.
static int is_its_turn(struct folder *folder) {
  if (is_dead(folder)) return 1;
  int fails = folder && folder->calls_left >= 0 && folder->calls_left-- == 0;
  if (fails) {
    folder->failures++;
    waiting--;
  }
  return fails;
}

static int path_fails(const char *path) {
  if (waiting == 0) return 0;
  pthread_mutex_lock(&lock);
  int fails = is_its_turn(folder_of(path));
  pthread_mutex_unlock(&lock);
  if (fails) errno = EIO;
  return fails;
}

static int file_fails(int file) {
  if (waiting == 0) return 0;
  int before = errno;
  pthread_mutex_lock(&lock);
  int fails = is_its_turn(folder_of_file(file));
  pthread_mutex_unlock(&lock);
  errno = fails ? EIO : before;
  return fails;
}

/// Whether writing so many bytes fails; says how many of them are written all the same.
static int write_fails(int file, size_t size, size_t *part) {
  *part = 0;
  if (waiting == 0) return 0;
  int before = errno;
  pthread_mutex_lock(&lock);
  struct folder *folder = folder_of_file(file);
  int was_dead = folder && folder->is_dead;
  int fails = is_its_turn(folder);
  if (fails && folder->is_dead && !was_dead) {
    folder->struck = (long)size;
    *part = folder->torn < size ? folder->torn : size;
  }
  pthread_mutex_unlock(&lock);
  errno = before;
  return fails;
}

static int path_is_dead(const char *path) {
  if (waiting == 0) return 0;
  pthread_mutex_lock(&lock);
  int dead = is_dead(folder_of(path));
  pthread_mutex_unlock(&lock);
  if (dead) errno = EIO;
  return dead;
}

#define REAL(type, name, ...)                                                                    \
  type (*real)(__VA_ARGS__) = (type (*)(__VA_ARGS__))dlsym(RTLD_NEXT, name)

int open64(const char *path, int flags, ...) {
  mode_t mode = 0;
  if (flags & (O_CREAT | O_TMPFILE)) {
    va_list rest;
    va_start(rest, flags);
    mode = va_arg(rest, mode_t);
    va_end(rest);
  }
  REAL(int, "open64", const char *, int, ...);
  return path_fails(path) ? -1 : real(path, flags, mode);
}

int open(const char *path, int flags, ...) {
  mode_t mode = 0;
  if (flags & (O_CREAT | O_TMPFILE)) {
    va_list rest;
    va_start(rest, flags);
    mode = va_arg(rest, mode_t);
    va_end(rest);
  }
  return open64(path, flags, mode);
}

ssize_t read(int file, void *bytes, size_t size) {
  REAL(ssize_t, "read", int, void *, size_t);
  return file_fails(file) ? -1 : real(file, bytes, size);
}

ssize_t pread64(int file, void *bytes, size_t size, off64_t place) {
  REAL(ssize_t, "pread64", int, void *, size_t, off64_t);
  return file_fails(file) ? -1 : real(file, bytes, size, place);
}

ssize_t pread(int file, void *bytes, size_t size, off_t place) {
  return pread64(file, bytes, size, place);
}

ssize_t write(int file, const void *bytes, size_t size) {
  size_t part;
  REAL(ssize_t, "write", int, const void *, size_t);
  if (!write_fails(file, size, &part)) return real(file, bytes, size);
  if (part > 0) real(file, bytes, part);
  return errno = EIO, -1;
}

int fchmod(int file, mode_t mode) {
  REAL(int, "fchmod", int, mode_t);
  return file_fails(file) ? -1 : real(file, mode);
}

int ftruncate64(int file, off64_t size) {
  REAL(int, "ftruncate64", int, off64_t);
  return file_fails(file) ? -1 : real(file, size);
}

int rename(const char *from, const char *to) {
  REAL(int, "rename", const char *, const char *);
  return path_fails(from) ? -1 : real(from, to);
}

int fsync(int file) {
  REAL(int, "fsync", int);
  return sync_fails(file) || file_fails(file) ? -1 : real(file);
}

int fdatasync(int file) {
  REAL(int, "fdatasync", int);
  return sync_fails(file) || file_fails(file) ? -1 : real(file);
}

ssize_t pwrite64(int file, const void *bytes, size_t size, off64_t place) {
  REAL(ssize_t, "pwrite64", int, const void *, size_t, off64_t);
  if (is_full(file)) return -1;
  size_t part;
  if (!write_fails(file, size, &part)) return real(file, bytes, size, place);
  if (part > 0) real(file, bytes, part, place);
  return errno = EIO, -1;
}

ssize_t pwrite(int file, const void *bytes, size_t size, off_t place) {
  return pwrite64(file, bytes, size, place);
}

int unlink(const char *path) {
  REAL(int, "unlink", const char *);
  if (path_is_dead(path)) return -1;
  int code = real(path);
  if (code == 0 && strstr(path, "-ballast")) {
    pthread_mutex_lock(&lock);
    struct folder *folder = folder_of(path);
    if (folder) folder->full = 0;
    pthread_mutex_unlock(&lock);
  }
  return code;
}
