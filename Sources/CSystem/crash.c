#define _GNU_SOURCE
#include "shim.h"

#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <ucontext.h>
#include <unistd.h>

enum { path_length = 4096, version_length = 64, frames = 64, stack_size = 65536 };

static char report_path[path_length];
static char report_version[version_length];
static const int fatal[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGSYS};

static void put(int file, const char *text) {
  ssize_t written = write(file, text, strlen(text));
  (void)written;  // A failure cannot be handled here.
}

static void put_number(int file, unsigned long number) {
  char digits[24];
  char *first = digits + sizeof digits - 1;
  *first = 0;
  do {
    *--first = (char)('0' + number % 10);
    number /= 10;
  } while (number > 0);
  put(file, first);
}

struct trace {
  int count;
  void *addresses[frames];
};

// A frame that a function with a frame pointer stores on the stack.
struct frame {
  struct frame *caller;
  void *return_address;
};

// Reads a frame by a system call that fails for an invalid address, since the stack may be
// overwritten.
static int read_frame(const struct frame *place, struct frame *frame) {
  struct iovec here = {.iov_base = frame, .iov_len = sizeof *frame};
  struct iovec there = {.iov_base = (void *)place, .iov_len = sizeof *frame};
  return process_vm_readv(getpid(), &here, 1, &there, 1, 0) == sizeof *frame;
}

// Follows the frame pointers, since the release program has no tables for unwinding.
static void follow_frames(struct trace *trace, const ucontext_t *context) {
#if defined(__x86_64__)
  void *place = (void *)context->uc_mcontext.gregs[REG_RIP];
  struct frame *frame = (struct frame *)context->uc_mcontext.gregs[REG_RBP];
#elif defined(__aarch64__)
  void *place = (void *)context->uc_mcontext.pc;
  struct frame *frame = (struct frame *)context->uc_mcontext.regs[29];
#endif
  // Bit 60 marks the frames of asynchronous functions.
  const uintptr_t mark = (uintptr_t)1 << 60;
  trace->addresses[trace->count++] = place;
  struct frame next;
  while (trace->count < frames && (uintptr_t)frame % sizeof(void *) == 0 &&
         read_frame(frame, &next) && next.return_address != NULL) {
    trace->addresses[trace->count++] = next.return_address;
    struct frame *caller = (struct frame *)((uintptr_t)next.caller & ~mark);
    // Callers are at higher addresses; otherwise the chain is damaged.
    if (caller <= frame) return;
    frame = caller;
  }
}

static void report(int signal, siginfo_t *info, void *context) {
  (void)info;
  int file = open(report_path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (file >= 0) {
    struct trace trace = {.count = 0};
    put(file, report_version);
    put(file, "\nended by signal ");
    put_number(file, (unsigned long)signal);
    put(file, "\n");
    // Writes addresses and names only, no registers or memory, so that the report contains no text
    // of the user. `backtrace` is not used, since it loads a library: in a handler, or before every
    // start.
    follow_frames(&trace, context);
    backtrace_symbols_fd(trace.addresses, trace.count, file);
    close(file);
  }
  // SA_RESETHAND has restored the default action. Returning to a faulting instruction, or raising
  // the signal again, therefore ends the process by that signal.
  raise(signal);
}

int csystem_report_crashes(const char *path, const char *version) {
  if (strlen(path) >= path_length || strlen(version) >= version_length) return ENAMETOOLONG;
  strcpy(report_path, path);
  strcpy(report_version, version);

  // A separate stack for the handler, in case that the main stack overflows.
  stack_t stack = {.ss_sp = malloc(stack_size), .ss_size = stack_size};
  if (stack.ss_sp == NULL || sigaltstack(&stack, NULL) != 0) return errno;

  struct sigaction action = {.sa_sigaction = report};
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | (int)SA_RESETHAND;
  sigemptyset(&action.sa_mask);
  for (size_t index = 0; index < sizeof fatal / sizeof *fatal; index++)
    if (sigaction(fatal[index], &action, NULL) != 0) return errno;
  return 0;
}
