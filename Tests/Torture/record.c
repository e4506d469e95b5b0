// Preloaded into the program by Scripts/torture: writes down every call that changes a file below the
// folder TORTURE_ROOT, in order, with its bytes. What is mapped into memory is not seen; SQLite's
// shared index is, and it is made anew after a crash anyway.
//
// A record: kind, lengths of two paths and of the bytes, offset; then the paths and the bytes. Records
// are appended to TORTURE_LOG in one call each, so that processes do not mix theirs.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

struct __attribute__((packed)) head {
  char kind;
  uint32_t path, other, bytes;
  uint64_t offset;
};

static int log_file = -1;
static char root[PATH_MAX];

static __attribute__((constructor)) void begin(void) {
  const char *folder = getenv("TORTURE_ROOT"), *log = getenv("TORTURE_LOG");
  if (folder == NULL || log == NULL || realpath(folder, root) == NULL) return;
  int file = (int)syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  // Out of the way of whoever counts descriptors from below.
  log_file = fcntl(file, F_DUPFD_CLOEXEC, 700);
  syscall(SYS_close, file);
}

static int is_ours(const char *path) {
  size_t length = strlen(root);
  return log_file >= 0 && strncmp(path, root, length) == 0 && path[length] == '/';
}

static void note(char kind, const char *path, const char *other, uint64_t offset, const void *bytes, size_t count) {
  int saved = errno;
  struct head head = {kind, (uint32_t)strlen(path), (uint32_t)strlen(other), (uint32_t)count, offset};
  struct iovec parts[] = {
    {&head, sizeof head}, {(void *)path, head.path}, {(void *)other, head.other}, {(void *)bytes, count}};
  syscall(SYS_writev, log_file, parts, 4);
  errno = saved;
}

static int path_of(int file, char path[PATH_MAX]) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = syscall(SYS_readlinkat, AT_FDCWD, link, path, PATH_MAX - 1);
  if (length <= 0) return 0;
  path[length] = 0;
  return is_ours(path);
}

static int absolute(int folder, const char *name, char path[PATH_MAX]) {
  if (name[0] == '/') {
    snprintf(path, PATH_MAX, "%s", name);
  } else {
    char base[PATH_MAX];
    if (folder == AT_FDCWD) {
      if (getcwd(base, sizeof base) == NULL) return 0;
    } else {
      char link[64];
      snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
      ssize_t length = syscall(SYS_readlinkat, AT_FDCWD, link, base, PATH_MAX - 1);
      if (length <= 0) return 0;
      base[length] = 0;
    }
    if (snprintf(path, PATH_MAX, "%s/%s", base, name) >= PATH_MAX) return 0;
  }
  // The folder may be reached through a link; the file itself may not be there any more.
  char *slash = strrchr(path, '/'), folder_path[PATH_MAX], whole[PATH_MAX];
  *slash = 0;
  if (realpath(*path ? path : "/", folder_path) == NULL) return 0;
  if (snprintf(whole, sizeof whole, "%s/%s", folder_path, slash + 1) >= (int)sizeof whole) return 0;
  strcpy(path, whole);
  return is_ours(path);
}

#define REAL(type, name, ...)                                              \
  static type (*real)(__VA_ARGS__);                                        \
  if (real == NULL) real = (type (*)(__VA_ARGS__))dlsym(RTLD_NEXT, name)

static int opened(int result, int folder, const char *name, int flags) {
  char path[PATH_MAX];
  if (result >= 0 && flags & (O_CREAT | O_TRUNC) && absolute(folder, name, path)) {
    // Creating what is there changes nothing; the reader of the log knows what is there.
    if (flags & O_CREAT) note('c', path, "", 0, "", 0);
    if (flags & O_TRUNC) note('t', path, "", 0, "", 0);
  }
  return result;
}

#define OPEN(name)                                                         \
  int name(const char *path, int flags, ...) {                             \
    va_list list;                                                          \
    va_start(list, flags);                                                 \
    mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(list, mode_t) : 0; \
    va_end(list);                                                          \
    REAL(int, #name, const char *, int, ...);                              \
    return opened(real(path, flags, mode), AT_FDCWD, path, flags);         \
  }
OPEN(open)
OPEN(open64)

#define OPENAT(name)                                                       \
  int name(int folder, const char *path, int flags, ...) {                 \
    va_list list;                                                          \
    va_start(list, flags);                                                 \
    mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(list, mode_t) : 0; \
    va_end(list);                                                          \
    REAL(int, #name, int, const char *, int, ...);                         \
    return opened(real(folder, path, flags, mode), folder, path, flags);   \
  }
OPENAT(openat)
OPENAT(openat64)

static void wrote(int file, const void *bytes, ssize_t count, off_t offset) {
  char path[PATH_MAX];
  if (count > 0 && path_of(file, path)) note('w', path, "", (uint64_t)offset, bytes, (size_t)count);
}

ssize_t write(int file, const void *bytes, size_t count) {
  REAL(ssize_t, "write", int, const void *, size_t);
  char path[PATH_MAX];
  if (log_file < 0 || !path_of(file, path)) return real(file, bytes, count);
  off_t offset = fcntl(file, F_GETFL) & O_APPEND ? lseek(file, 0, SEEK_END) : lseek(file, 0, SEEK_CUR);
  ssize_t written = real(file, bytes, count);
  wrote(file, bytes, written, offset);
  return written;
}

#define PWRITE(name, type)                                                 \
  ssize_t name(int file, const void *bytes, size_t count, type offset) {   \
    REAL(ssize_t, #name, int, const void *, size_t, type);                 \
    ssize_t written = real(file, bytes, count, offset);                    \
    wrote(file, bytes, written, (off_t)offset);                            \
    return written;                                                        \
  }
PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)

#define TRUNCATE(name, type)                                               \
  int name(int file, type length) {                                        \
    REAL(int, #name, int, type);                                           \
    int result = real(file, length);                                       \
    char path[PATH_MAX];                                                   \
    if (result == 0 && path_of(file, path)) note('t', path, "", (uint64_t)length, "", 0); \
    return result;                                                         \
  }
TRUNCATE(ftruncate, off_t)
TRUNCATE(ftruncate64, off64_t)

#define SYNC(name)                                                         \
  int name(int file) {                                                     \
    REAL(int, #name, int);                                                 \
    int result = real(file);                                               \
    char path[PATH_MAX];                                                   \
    if (result == 0 && path_of(file, path)) note('s', path, "", 0, "", 0); \
    return result;                                                         \
  }
SYNC(fsync)
SYNC(fdatasync)

static int renamed(int result, int from, const char *old, int to, const char *new) {
  char path[PATH_MAX], other[PATH_MAX];
  if (result == 0 && absolute(from, old, path) && absolute(to, new, other)) note('r', path, other, 0, "", 0);
  return result;
}

int rename(const char *old, const char *new) {
  REAL(int, "rename", const char *, const char *);
  return renamed(real(old, new), AT_FDCWD, old, AT_FDCWD, new);
}

int renameat(int from, const char *old, int to, const char *new) {
  REAL(int, "renameat", int, const char *, int, const char *);
  return renamed(real(from, old, to, new), from, old, to, new);
}

int renameat2(int from, const char *old, int to, const char *new, unsigned int flags) {
  REAL(int, "renameat2", int, const char *, int, const char *, unsigned int);
  return renamed(real(from, old, to, new, flags), from, old, to, new);
}

static int removed(int result, int folder, const char *name) {
  char path[PATH_MAX];
  if (result == 0 && absolute(folder, name, path)) note('u', path, "", 0, "", 0);
  return result;
}

int unlink(const char *path) {
  REAL(int, "unlink", const char *);
  return removed(real(path), AT_FDCWD, path);
}

int unlinkat(int folder, const char *path, int flags) {
  REAL(int, "unlinkat", int, const char *, int);
  return removed(real(folder, path, flags), folder, path);
}

int mkdir(const char *path, mode_t mode) {
  REAL(int, "mkdir", const char *, mode_t);
  int result = real(path, mode);
  char whole[PATH_MAX];
  if (result == 0 && absolute(AT_FDCWD, path, whole)) note('m', whole, "", 0, "", 0);
  return result;
}
