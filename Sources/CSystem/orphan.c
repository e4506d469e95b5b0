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

/// Whether the line is still as this process had made it.
static int is_ours(void) {
  struct termios now;
  return tcgetattr(STDIN_FILENO, &now) == 0 && now.c_iflag == line_taken.c_iflag
      && now.c_oflag == line_taken.c_oflag && now.c_lflag == line_taken.c_lflag;
}

static void restore(int signal) {
  (void)signal;
  int error = errno;
  ssize_t written = write(STDOUT_FILENO, restoration, restoration_count);
  (void)written;  // Nothing is left to be done about a failure.
  // A shell that edits the line may have set it as it needs it by now. Others, as dash, never do:
  // which of them has the line says nothing.
  if (is_ours()) tcsetattr(STDIN_FILENO, TCSANOW, &line_before);
  // The rest of a frame that was being written would follow.
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
  // Least of all SIGTTOU, which would stop it where the shell was quicker.
  sigfillset(&action.sa_mask);
  if (nowhere < 0 || tcgetattr(STDIN_FILENO, &line_before) != 0
      || sigaction(SIGUSR2, &action, NULL) != 0 || prctl(PR_SET_PDEATHSIG, SIGUSR2) != 0)
    return errno;
  return 0;
}
