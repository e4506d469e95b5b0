#define _GNU_SOURCE
#include "shim.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

enum { restoration_length = 1024 };

static char restoration[restoration_length];
static size_t restoration_count;
static struct termios line_before;
static int nowhere;

static void restore(int signal) {
  (void)signal;
  int error = errno;
  ssize_t written = write(STDOUT_FILENO, restoration, restoration_count);
  (void)written;  // Nothing is left to be done about a failure.
  // A shell that has the line already has set it as it needs it.
  if (tcgetpgrp(STDIN_FILENO) == getpgrp()) tcsetattr(STDIN_FILENO, TCSANOW, &line_before);
  // The rest of a frame that was being written would follow.
  dup2(nowhere, STDOUT_FILENO);
  kill(getpid(), SIGHUP);
  errno = error;
}

int csystem_restore_without_parent(const void *bytes, size_t count) {
  if (count > restoration_length) return ENAMETOOLONG;
  memcpy(restoration, bytes, count);
  restoration_count = count;
  nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  struct sigaction action = {.sa_handler = restore};
  // Least of all SIGTTOU, which would stop it where the shell was quicker.
  sigfillset(&action.sa_mask);
  if (nowhere < 0 || tcgetattr(STDIN_FILENO, &line_before) != 0
      || sigaction(SIGUSR2, &action, NULL) != 0 || prctl(PR_SET_PDEATHSIG, SIGUSR2) != 0)
    return errno;
  return 0;
}
