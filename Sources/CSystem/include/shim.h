/// System functions that Swift cannot call, and signal handlers, in which no Swift code may run.
#ifndef TWEETIE_CSYSTEM_H
#define TWEETIE_CSYSTEM_H

#include <signal.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/types.h>
#include <termios.h>

/// Returns the file descriptor that is readable when the main queue has work.
int _dispatch_get_main_queue_handle_4CF(void);
/// Runs the blocks of the main queue, as CFRunLoop does.
void _dispatch_main_queue_callback_4CF(void *message);

/// Makes the main queue run the jobs of the concurrency runtime's thread pool. In C because the
/// runtime's hook is a mutable global with Swift's calling convention.
void csystem_run_pool_on_main_queue(void);

/// Names the calling thread by `pthread_setname_np`, which needs `_GNU_SOURCE`.
void csystem_name_thread(const char *name);

/// Gives the calling thread the shortest time slices, so that it runs as soon as it wakes, and does
/// not wait milliseconds for the end of another thread's slice.
///
/// Needs Linux 6.12; glibc has no function for it. Threads and processes started by the thread have
/// ordinary time slices.
void csystem_take_short_turns(void);

/// Forks the process, which must have no other thread yet.
///
/// In the child, the Swift runtime would use the parent's thread id for its locks, which is invalid
/// there: a second thread that waits for such a lock, as for a lazily initialized value, would wait
/// for ever, and so would the first. So the id is corrected before any other code runs.
pid_t csystem_fork(void);

/// Makes all threads share one heap. Each further heap would use as much memory again, and reserve
/// 64 megabytes of address space, which may be limited.
void csystem_share_heap(void);

/// Allocates in one step the memory that every start writes to. Allocating a page at its first use
/// takes a thousand times as long as writing to it, and a start uses hundreds of pages.
void csystem_furnish_memory(void);

/// Returns the environment variables: `environ` is a mutable global, which Swift 6 refuses to read.
char **csystem_environment(void);

/// Returns the flag `POSIX_SPAWN_SETSID` for starting a program, which needs `_GNU_SOURCE`.
short csystem_spawn_in_own_session(void);

/// Sends this process a signal when its parent dies. In C because `prctl` is variadic.
int csystem_die_with_parent(int signal);

/// Handles SIGTERM: the signal makes the returned descriptor readable, and ends the process after a
/// number of milliseconds if it still runs, whatever its threads do. Returns -1 on failure.
///
/// Uses a signal handler, since the thread that would read the signal may hang. The signal must not
/// be blocked.
int csystem_end_within(int milliseconds);

/// Restores the terminal when the parent of this process dies: writes the bytes, restores the
/// present line settings unless another program has changed them from `taken`, discards all later
/// standard output, and raises SIGHUP. Returns 0 or an errno.
///
/// Uses a signal handler, since the shell draws its prompt at that moment, and a millisecond later
/// is too late.
int csystem_restore_without_parent(
    const void *bytes, size_t count, const struct termios *taken);

/// Starts a program with descriptors as standard input and output, and without error output; it
/// inherits no other descriptor, and all signals have their default actions. Returns 0 or an errno.
///
/// In C because `posix_spawn_file_actions_addclosefrom_np` is hidden from Swift.
int csystem_start(
    const char *path, char *const arguments[], char *const environment[], int input, int output,
    pid_t *process);

/// Starts a program, found by `PATH`, in a process group of its own. `terminal` is standard input
/// and error, `output` standard output; the program inherits no other descriptor, and all signals
/// have their default actions. With `is_terminal`, the group becomes the terminal's foreground.
/// Returns 0 or an errno. In C for the same reason as `csystem_start`.
int csystem_start_in_front(
    const char *name, char *const arguments[], char *const environment[], int terminal,
    int is_terminal, int output, pid_t *process);

/// Returns a descriptor that is readable when a child process has ended, closed on exec; -1 on
/// failure. In C because older C libraries lack the function, and `syscall` is variadic.
int csystem_watch(pid_t process);

/// Returns the signal or exit code with which a child ended: `si_status`, a macro.
int csystem_exit_status(const siginfo_t *information);

/// Creates a file in memory, closed on exec; -1 on failure. `memfd_create` is not POSIX and so
/// hidden from Swift.
int csystem_memory_file(const char *name);

/// Creates a pipe whose ends are closed on exec, and whose reading end never blocks, with `room`
/// bytes if the system allows that. Returns 0 or an errno.
int csystem_pipe(int ends[2], int room);

/// Creates an event descriptor, which is readable after eight bytes, a number above 0, were
/// written; -1 on failure.
int csystem_event(void);

/// Returns the path of the library that defines a symbol, or NULL. `dladdr` needs `_GNU_SOURCE`.
const char *csystem_library_holding(const void *symbol);

/// Handles fatal signals: writes a crash report to a new file at the path, and lets the signal end
/// the process. Returns 0 or an errno.
///
/// In C because a handler must not lock or allocate, which Swift cannot guarantee.
int csystem_report_crashes(const char *path, const char *version);

#endif
