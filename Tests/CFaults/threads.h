/// What is to fail in some threads; shared by sockets and memory.
#ifndef TWEETIE_FAULTS_THREADS_H
#define TWEETIE_FAULTS_THREADS_H

#include <stdatomic.h>
#include <stdint.h>

struct plan {
  atomic_int number;
  atomic_int sockets_left;
  int socket_error;
  atomic_int allocations_left;
  /// Where the library's code is.
  uintptr_t start, end;
  atomic_int failures;
};

/// How many plans wait for something to fail: with none, everything is as quick as ever.
extern atomic_int cfaults_plans_waiting;
/// The number of this thread; 0 for none.
extern __thread int cfaults_thread;

/// The plan for the threads of that number; NULL for none.
struct plan *cfaults_plan(int threads);
/// The same; makes one.
struct plan *cfaults_adopt_plan(int threads);

#endif
