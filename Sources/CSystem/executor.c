#include "shim.h"

// The declarations of the Swift runtime (ConcurrencyHooks).
typedef struct Job Job;
typedef __attribute__((swiftcall)) void (*enqueue)(Job *job);
extern __attribute__((swiftcall)) void (*swift_task_enqueueGlobal_hook)(Job *job, enqueue original);
extern __attribute__((swiftcall)) void swift_task_enqueueMainExecutor(Job *job);

static __attribute__((swiftcall)) void enqueue_on_main(Job *job, enqueue original) {
  (void)original;
  swift_task_enqueueMainExecutor(job);
}

void csystem_run_pool_on_main_queue(void) { swift_task_enqueueGlobal_hook = enqueue_on_main; }
