/// The parts of the system that Swift cannot call, and the one thing Swift must not do: run in the
/// handler of a fatal signal.
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
/// Runs what waits on the main queue. CFRunLoop drains it the same way.
void _dispatch_main_queue_callback_4CF(void *message);

/// Lets the main queue run what would go to the concurrency runtime's pool of threads.
///
/// In C because the runtime's hook is a mutable global with Swift's calling convention.
void csystem_run_pool_on_main_queue(void);

/// `pthread_setname_np` for the calling thread, which needs `_GNU_SOURCE`.
void csystem_name_thread(const char *name);

/// Has the calling thread run in the shortest turns there are, so that it gets the processor when it
/// wakes and need not wait for the end of somebody else's turn, which takes milliseconds.
///
/// Linux grants that from 6.12 on; glibc has no function for it. Threads and processes started from
/// here have ordinary turns.
void csystem_take_short_turns(void);

/// `fork`, which Swift does not offer: only for a process that has no other thread yet.
///
/// In the child, the runtime still knows the thread by the parent's number and uses that for its
/// locks. The kernel knows no such thread here. A second thread that has to wait for such a lock, as
/// for a value that is made when it is first asked for, would wait for ever, and so would the first.
/// So the number is put right before anything else runs.
pid_t csystem_fork(void);

/// Has all threads share one heap: each would touch as much anew, and take 64 megabytes of the address
/// space for itself, of which a process may have few.
void csystem_share_heap(void);

/// Gets the memory that every start writes to in one go.
///
/// A page that is provided when it is first touched costs a thousand times what writing to it costs,
/// and a start touches hundreds.
void csystem_furnish_memory(void);

/// `environ` is a mutable global, which Swift 6 refuses to read.
char **csystem_environment(void);

/// `POSIX_SPAWN_SETSID`, which needs `_GNU_SOURCE`.
short csystem_spawn_in_own_session(void);

/// `prctl` is variadic: sends this process that signal when its parent dies.
int csystem_die_with_parent(int signal);

/// From now on SIGTERM makes the returned descriptor readable, and ends the process by that signal
/// after so many milliseconds if it is not over by then, whatever its threads do meanwhile. -1 where
/// that cannot be had.
///
/// In a handler, since a thread that would read the signal may be the one that does nothing else
/// any more. The signal must not be blocked.
int csystem_end_within(int milliseconds);

/// When its parent dies, has this process write these bytes, put the line back as it is now unless
/// somebody has changed it from how it was `taken`, write nothing to standard output from then on, and
/// get SIGHUP. Returns 0, or an errno.
///
/// In a handler, since a shell draws its prompt meanwhile: a millisecond is too long.
int csystem_restore_without_parent(
    const void *bytes, size_t count, const struct termios *taken);

/// Starts a program with these as standard input and output, no error output, and no other descriptor
/// of ours; every signal does there what it does by default. Returns 0, or an errno.
///
/// In C because `posix_spawn_file_actions_addclosefrom_np` is hidden from Swift.
int csystem_start(
    const char *path, char *const arguments[], char *const environment[], int input, int output,
    pid_t *process);

/// Starts a program, looked for in the path, in a process group of its own, with these as standard
/// input and errors and as standard output, and no other descriptor of ours; every signal does there
/// what it does by default. Where the first is a terminal, the group is put in front there. Returns 0,
/// or an errno.
///
/// In C for the same reason.
int csystem_start_in_front(
    const char *name, char *const arguments[], char *const environment[], int terminal,
    int is_terminal, int output, pid_t *process);

/// A descriptor that turns readable when a child of ours has ended; it is closed on exec. -1 on
/// failure.
///
/// In C because the library's function is newer than the systems we run on, and `syscall` variadic.
int csystem_watch(pid_t process);

/// `si_status`, a macro: by which signal, or with which code, a child ended.
int csystem_exit_status(const siginfo_t *information);

/// A file in memory, closed on exec; `memfd_create` is not POSIX and hidden from Swift. -1 on failure.
int csystem_memory_file(const char *name);

/// A pipe whose ends are closed on exec, the reading one never blocks, and with room for so many
/// bytes where the system grants it. Returns 0, or an errno.
int csystem_pipe(int ends[2], int room);

/// A descriptor that turns readable when eight bytes, a number above 0, are written. -1 on failure.
int csystem_event(void);

/// The path of the library that holds the symbol, or null: `dladdr` needs `_GNU_SOURCE`.
const char *csystem_library_holding(const void *symbol);

/// On a fatal signal, writes what is known to a new file at that path and dies of the signal.
///
/// In C because a handler may call nothing that takes a lock or memory, which Swift cannot promise.
/// Returns 0, or an errno.
int csystem_report_crashes(const char *path, const char *version);

#endif
