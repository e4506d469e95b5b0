/// System functions that Swift cannot call, and the handler of fatal signals, in which no Swift
/// code may run.
#ifndef TWEETIE_CSYSTEM_H
#define TWEETIE_CSYSTEM_H

#include <signal.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/types.h>
#include <termios.h>

/// The descriptor that becomes readable when the main queue has work.
int _dispatch_get_main_queue_handle_4CF(void);
/// Runs the blocks of the main queue, as CFRunLoop does.
void _dispatch_main_queue_callback_4CF(void *message);

/// Makes the main queue run the jobs of the concurrency runtime's pool of threads.
///
/// In C because the runtime's hook is a mutable global with Swift's calling convention.
void csystem_run_pool_on_main_queue(void);

/// Names the calling thread by `pthread_setname_np`, which needs `_GNU_SOURCE`.
void csystem_name_thread(const char *name);

/// Gives the calling thread the shortest time slices, so that it gets the processor when it wakes
/// and need not wait for the end of another thread's slice, which takes milliseconds.
///
/// Linux supports that from 6.12 on; glibc has no function for it. Threads and processes started by
/// the thread have ordinary slices.
void csystem_take_short_turns(void);

/// Forks the process, which Swift cannot do by itself: only for a process that has no other thread
/// yet.
///
/// In the child, the runtime still has the parent's thread id and uses that for its locks, but the
/// kernel knows no such thread. A second thread that waits for such a lock, as for a lazily made
/// value, would wait for ever, and so would the first. So the id is corrected before anything else
/// runs.
pid_t csystem_fork(void);

/// Makes all threads share one heap: a heap for each would touch as much memory again, and reserve
/// 64 megabytes of address space, which may be limited.
void csystem_share_heap(void);

/// Allocates the memory that every start writes to, in one step.
///
/// A page that is allocated when it is first touched costs a thousand times what writing to it
/// costs, and a start touches hundreds.
void csystem_furnish_memory(void);

/// The environment variables: `environ` is a mutable global, which Swift 6 refuses to read.
char **csystem_environment(void);

/// The flag `POSIX_SPAWN_SETSID` for starting a program, which needs `_GNU_SOURCE`.
short csystem_spawn_in_own_session(void);

/// Sends this process a signal when its parent dies. In C because `prctl` is variadic.
int csystem_die_with_parent(int signal);

/// Handles SIGTERM: the signal makes the returned descriptor readable, and ends the process after
/// some milliseconds if it still runs, whatever its threads do meanwhile. -1 on failure.
///
/// In a handler, since the thread that would read the signal may be stuck. The signal must not be
/// blocked.
int csystem_end_within(int milliseconds);

/// Restores the terminal when this process's parent dies: writes the bytes, restores the current
/// line settings unless another program has changed them from `taken`, writes nothing to standard
/// output from then on, and raises SIGHUP. Returns 0, or an errno.
///
/// In a handler, since a shell draws its prompt meanwhile: a millisecond is too long.
int csystem_restore_without_parent(
    const void *bytes, size_t count, const struct termios *taken);

/// Starts a program with descriptors as standard input and output, no error output, and no other
/// descriptor of ours; all signals have their default actions. Returns 0, or an errno.
///
/// In C because `posix_spawn_file_actions_addclosefrom_np` is hidden from Swift.
int csystem_start(
    const char *path, char *const arguments[], char *const environment[], int input, int output,
    pid_t *process);

/// Starts a program, looked up in the path, in a process group of its own. The first descriptor is
/// standard input and error, the second standard output; no other descriptor of ours is inherited,
/// and all signals have their default actions. If the first is a terminal, the group becomes its
/// foreground. Returns 0, or an errno.
///
/// In C as `csystem_start`.
int csystem_start_in_front(
    const char *name, char *const arguments[], char *const environment[], int terminal,
    int is_terminal, int output, pid_t *process);

/// A descriptor that becomes readable when a child process has ended; closed on exec. -1 on
/// failure.
///
/// In C because the library's function is newer than the systems we run on, and `syscall` variadic.
int csystem_watch(pid_t process);

/// The signal or exit code with which a child ended: `si_status`, a macro.
int csystem_exit_status(const siginfo_t *information);

/// Makes a file in memory, closed on exec; `memfd_create` is not POSIX and so hidden from Swift. -1
/// on failure.
int csystem_memory_file(const char *name);

/// Makes a pipe whose ends are closed on exec, whose reading end never blocks, and which has room
/// for some bytes if the system grants them. Returns 0, or an errno.
int csystem_pipe(int ends[2], int room);

/// Makes a descriptor that becomes readable when eight bytes, a number above 0, are written. -1 on
/// failure.
int csystem_event(void);

/// The path of the library that defines the symbol, or NULL: `dladdr` needs `_GNU_SOURCE`.
const char *csystem_library_holding(const void *symbol);

/// Handles fatal signals: writes a crash report to a new file at the path, and lets the process die
/// of the signal. Returns 0, or an errno.
///
/// In C because a handler must not lock or allocate, which Swift cannot guarantee.
int csystem_report_crashes(const char *path, const char *version);

#endif
