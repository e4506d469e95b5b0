#include "threads.h"

#include "faults.h"

#include <pthread.h>
#include <stddef.h>

enum { most_plans = 4096, first_own_number = 1 << 17 };

atomic_int cfaults_plans_waiting;
__thread int cfaults_thread;

static struct plan plans[most_plans];
static atomic_int count;
static atomic_int next_number = first_own_number;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

struct plan *cfaults_plan(int threads) {
  int end = count;
  for (int index = 0; index < end; index++) {
    if (plans[index].number == threads) return &plans[index];
  }
  return NULL;
}

struct plan *cfaults_adopt_plan(int threads) {
  pthread_mutex_lock(&lock);
  struct plan *plan = cfaults_plan(threads);
  if (!plan && count < most_plans) {
    plan = &plans[count];
    plan->number = threads;
    plan->sockets_left = plan->allocations_left = -1;
    count++;
  }
  pthread_mutex_unlock(&lock);
  return plan;
}

int cfaults_adopt_thread(void) { return cfaults_thread = next_number++; }

int cfaults_thread_failures(int threads) {
  struct plan *plan = cfaults_plan(threads);
  return plan ? plan->failures : 0;
}
