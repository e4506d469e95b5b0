#define _GNU_SOURCE
#include "shim.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Sets the attributes of every started program: no signal is blocked or ignored. */
static void begin(posix_spawn_file_actions_t *actions, posix_spawnattr_t *attributes) {
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawn_file_actions_init(actions);
  posix_spawnattr_init(attributes);
  posix_spawnattr_setsigmask(attributes, &none);
  posix_spawnattr_setsigdefault(attributes, &all);
}

int csystem_start(
    const char *path, char *const arguments[], char *const environment[], int input, int output,
    pid_t *process) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  begin(&actions, &attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  int code = posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  if (code == 0) code = posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  if (code == 0)
    code = posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  if (code == 0) code = posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
  if (code == 0) code = posix_spawn(process, path, &actions, &attributes, arguments, environment);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return code;
}

int csystem_start_in_front(
    const char *name, char *const arguments[], char *const environment[], int terminal,
    int is_terminal, int output, pid_t *process) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  begin(&actions, &attributes);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(
      &attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  int code = 0;
  // The child becomes the foreground before it runs, so that it is not stopped as a background
  // process.
  if (is_terminal) code = posix_spawn_file_actions_addtcsetpgrp_np(&actions, terminal);
  if (code == 0) code = posix_spawn_file_actions_adddup2(&actions, terminal, STDIN_FILENO);
  if (code == 0) code = posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  if (code == 0) code = posix_spawn_file_actions_adddup2(&actions, terminal, STDERR_FILENO);
  if (code == 0) code = posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
  if (code == 0) code = posix_spawnp(process, name, &actions, &attributes, arguments, environment);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return code;
}

int csystem_watch(pid_t process) { return (int)syscall(SYS_pidfd_open, process, 0); }

int csystem_exit_status(const siginfo_t *information) { return information->si_status; }

int csystem_memory_file(const char *name) { return memfd_create(name, MFD_CLOEXEC); }

int csystem_pipe(int ends[2], int room) {
  if (pipe2(ends, O_CLOEXEC) != 0) return errno;
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  fcntl(ends[0], F_SETPIPE_SZ, room);
  return 0;
}

int csystem_event(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }
