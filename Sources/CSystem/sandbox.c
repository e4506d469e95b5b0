#define _GNU_SOURCE
#include "sandbox.h"

#include <errno.h>
#include <linux/audit.h>
#include <sys/prctl.h>
#include <unistd.h>

#if defined(__x86_64__)
const uint32_t csystem_architecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
const uint32_t csystem_architecture = AUDIT_ARCH_AARCH64;
#else
const uint32_t csystem_architecture = 0;
#endif

/// The structure of newer kernels. An older kernel uses the part it knows, if the rest is zero.
struct landlock_rules {
  uint64_t files, network, scopes;
};

// The numbers of system calls, equal on every architecture; older headers lack them.
enum { create_ruleset = 444, restrict_self = 446, close_range_call = 436, version_flag = 1 };

int csystem_landlock_version(void) {
  long version = syscall(create_ruleset, NULL, 0, version_flag);
  return version < 0 ? 0 : (int)version;
}

int csystem_landlock_forbid(uint64_t files, uint64_t network, uint64_t scopes) {
  struct landlock_rules rules = {files, network, scopes};
  long ruleset = syscall(create_ruleset, &rules, sizeof rules, 0);
  if (ruleset < 0) return errno;
  int code = syscall(restrict_self, ruleset, 0) == 0 ? 0 : errno;
  close((int)ruleset);
  return code;
}

int csystem_renounce_privileges(void) {
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 ? 0 : errno;
}

int csystem_forbid_tracing(void) { return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) == 0 ? 0 : errno; }

int csystem_filter_calls(struct sock_filter *filter, unsigned short count) {
  struct sock_fprog program = {count, filter};
  long code = syscall(
      SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program);
  // A positive result is the id of a thread to which the filter could not be applied.
  return code == 0 ? 0 : code < 0 ? errno : ESRCH;
}

void csystem_close_from(unsigned descriptor) { syscall(close_range_call, descriptor, ~0u, 0); }
