/// System calls for the sandbox of a process. glibc has no functions for some of them, and Swift
/// cannot call the variadic `syscall` and `prctl`.
#ifndef TWEETIE_CSYSTEM_SANDBOX_H
#define TWEETIE_CSYSTEM_SANDBOX_H

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stdint.h>
#include <sys/syscall.h>

/// Returns the version of the kernel's sandbox Landlock; 0 if the kernel has none.
int csystem_landlock_version(void);
/// Forbids file, network and scope actions, given as bits, to the calling thread and to threads
/// that it starts. Returns 0 or an errno.
int csystem_landlock_forbid(uint64_t files, uint64_t network, uint64_t scopes);
/// Sets `PR_SET_NO_NEW_PRIVS`, which forbids gaining privileges. Returns 0 or an errno.
int csystem_renounce_privileges(void);
/// Sets `PR_SET_DUMPABLE` to 0, which forbids tracing the process. Returns 0 or an errno.
int csystem_forbid_tracing(void);
/// Installs a filter for the system calls of all threads. Returns 0 or an errno.
int csystem_filter_calls(struct sock_filter *filter, unsigned short count);
/// Closes all file descriptors from a number on, by `close_range`.
void csystem_close_from(unsigned descriptor);

/// The kernel's number of the architecture for which this file was compiled; 0 if unknown.
extern const uint32_t csystem_architecture;

#endif
