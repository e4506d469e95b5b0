#define _GNU_SOURCE
#include "halt.h"

#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/wait.h>

struct task {
  pid_t thread;
  int error;
  sem_t begun;
};

static int halt_now(pid_t thread) {
  if (ptrace(PTRACE_SEIZE, thread, 0, 0) != 0) return errno;
  if (ptrace(PTRACE_INTERRUPT, thread, 0, 0) != 0) return errno;
  return waitpid(thread, NULL, __WALL) == thread ? 0 : errno;
}

/// What is halted goes on when the thread ends that halted it.
static void *hold(void *argument) {
  struct task *task = argument;
  pid_t thread = task->thread;
  int error = task->error = halt_now(thread);
  sem_post(&task->begun);
  if (error != 0) return NULL;
  int status;
  do {
    if (waitpid(thread, &status, __WALL) != thread) return NULL;
  } while (!WIFEXITED(status) && !WIFSIGNALED(status));
  return NULL;
}

int chalt_halt(pid_t thread) {
  struct task task = {.thread = thread};
  pthread_t holder;
  if (sem_init(&task.begun, 0, 0) != 0) return errno;
  int error = pthread_create(&holder, NULL, hold, &task);
  if (error != 0) return error;
  while (sem_wait(&task.begun) != 0) {}
  pthread_detach(holder);
  return task.error;
}
