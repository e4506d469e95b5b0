/// What of the system Swift cannot call, and the one thing Swift must not do: run in the handler of
/// a fatal signal.
#ifndef TWEETIE_CSYSTEM_H
#define TWEETIE_CSYSTEM_H

#include <stdint.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/types.h>

/// The descriptor that turns readable when the main queue has work.
int _dispatch_get_main_queue_handle_4CF(void);
/// Runs what waits on the main queue. CFRunLoop drains it the same way.
void _dispatch_main_queue_callback_4CF(void *message);

/// Lets the main queue run what would go to the concurrency runtime's pool of threads.
///
/// In C because the runtime's hook is a mutable global with Swift's calling convention.
void csystem_run_pool_on_main_queue(void);

/// `pthread_setname_np` for the calling thread, which needs `_GNU_SOURCE`.
void csystem_name_thread(const char *name);

/// `fork`, which Swift does not offer: only for a process that has no other thread yet.
pid_t csystem_fork(void);

/// `environ` is a mutable global, which Swift 6 refuses to read.
char **csystem_environment(void);

/// `POSIX_SPAWN_SETSID`, which needs `_GNU_SOURCE`.
short csystem_spawn_in_own_session(void);

/// `prctl` is variadic: sends this process that signal when its parent dies.
int csystem_die_with_parent(int signal);

/// On a fatal signal, writes what is known to a new file at that path and dies of the signal.
///
/// In C because a handler may call nothing that takes a lock or memory, which Swift cannot promise.
/// Returns 0, or an errno.
int csystem_report_crashes(const char *path, const char *version);

#endif
