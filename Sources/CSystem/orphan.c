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
static struct termios line_taken;
static int nowhere;

/// Returns true if the terminal's line settings are still those of this process.
static int is_ours(void) {
  struct termios now;
  return tcgetattr(STDIN_FILENO, &now) == 0 && now.c_iflag == line_taken.c_iflag
      && now.c_oflag == line_taken.c_oflag && now.c_lflag == line_taken.c_lflag;
}

static void restore(int signal) {
  (void)signal;
  int error = errno;
  ssize_t written = write(STDOUT_FILENO, restoration, restoration_count);
  (void)written;  // A failure cannot be handled here.
  // A shell with line editing may have changed the line settings for itself already. Other shells,
  // such as dash, never change them, so the terminal's foreground process does not show whose
  // settings they are.
  if (is_ours()) tcsetattr(STDIN_FILENO, TCSANOW, &line_before);
  // The other half of a frame would follow, so standard output is closed.
  dup2(nowhere, STDOUT_FILENO);
  kill(getpid(), SIGHUP);
  errno = error;
}

int csystem_restore_without_parent(
    const void *bytes, size_t count, const struct termios *taken) {
  if (count > restoration_length) return ENAMETOOLONG;
  line_taken = *taken;
  memcpy(restoration, bytes, count);
  restoration_count = count;
  nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  struct sigaction action = {.sa_handler = restore};
  // Other signals wait, especially SIGTTOU, which would stop the process if the shell was quicker.
  sigfillset(&action.sa_mask);
  if (nowhere < 0 || tcgetattr(STDIN_FILENO, &line_before) != 0
      || sigaction(SIGUSR2, &action, NULL) != 0 || prctl(PR_SET_PDEATHSIG, SIGUSR2) != 0)
    return errno;
  return 0;
}
