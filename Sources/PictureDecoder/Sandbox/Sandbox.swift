import CSystem
import Glibc

/// A namespace for the sandbox that the decoder program enters before it decodes a picture.
package enum DecoderSandbox {
  package enum SandboxProtectionLevel: Sendable {
    case full
    /// A degree of protection by the sandbox: reduced, as Landlock or the filter of system calls is
    /// missing, but with resource limits.
    case reduced
  }

  /// Enters the sandbox for the rest of the process, and returns the degree of its protection;
  /// threads are allowed if a picture library needs them. The order of steps matters: Landlock
  /// needs a descriptor, and the filter forbids the system calls of the other steps.
  package static func enterSandbox(allowingThreads: Bool = false) -> SandboxProtectionLevel {
    csystem_close_from(3)
    _ = csystem_die_with_parent(SIGKILL)
    _ = csystem_forbid_tracing()
    let isWithoutPrivileges = csystem_renounce_privileges() == 0
    let hasLandlock = Landlock.forbidActionsByLandlock()
    ResourceLimits.lowerResourceLimits(allowingThreads: allowingThreads)
    let hasFilter =
      isWithoutPrivileges && SystemCallFilter.installFilter(allowingThreads: allowingThreads)
    return hasLandlock && hasFilter ? .full : .reduced
  }
}

/// A namespace for the use of Landlock, by which the kernel restricts a process's use of files,
/// network and other processes; here everything is forbidden.
enum Landlock {
  /// The bit masks of the file actions that each version of Landlock can forbid.
  private static let files: [UInt64] = [0x1FFF, 0x3FFF, 0x7FFF, 0x7FFF, 0xFFFF]

  /// Forbids the decoder process all actions that Landlock can forbid; returns false if the kernel
  /// lacks Landlock.
  static func forbidActionsByLandlock() -> Bool {
    let version = Int(csystem_landlock_version())
    guard version > 0 else { return false }
    let files = files[min(version, files.count) - 1]
    // Network: binding and connecting. Scopes: abstract sockets and signals to other processes.
    let network: UInt64 = version >= 4 ? 3 : 0
    let scopes: UInt64 = version >= 6 ? 3 : 0
    return csystem_landlock_forbid(files, network, scopes) == 0
  }
}

/// A namespace for the resource limits of the decoder process, which cannot be raised again.
enum ResourceLimits {
  private static let memory: rlim_t = 512 << 20
  private static let processorSeconds: rlim_t = 5

  /// Lowers the resource limits of the process: forbids new descriptors, core files, writing and,
  /// unless threads are allowed, new processes (threads count as such); limits memory and time.
  static func lowerResourceLimits(allowingThreads: Bool) {
    lowerResourceLimit(RLIMIT_AS, to: memory)
    lowerResourceLimit(RLIMIT_CPU, to: processorSeconds)
    for resource in [RLIMIT_NOFILE, RLIMIT_FSIZE, RLIMIT_CORE] {
      lowerResourceLimit(resource, to: 0)
    }
    if !allowingThreads { lowerResourceLimit(__RLIMIT_NPROC, to: 0) }
  }

  private static func lowerResourceLimit(_ resource: __rlimit_resource, to limit: rlim_t) {
    var limit = rlimit(rlim_cur: limit, rlim_max: limit)
    setrlimit(__rlimit_resource_t(resource.rawValue), &limit)
  }
}

/// A filter of system calls, which kills the process at any call that is not allowed.
struct SystemCallFilter {
  /// The numbers of the system calls that the sandbox allows with any arguments.
  private static let allowed: [CInt] = [
    __NR_read, __NR_write, __NR_close, __NR_munmap, __NR_mremap, __NR_brk, __NR_madvise,
    __NR_futex, __NR_rt_sigreturn, __NR_rt_sigprocmask, __NR_rt_sigaction, __NR_sigaltstack,
    __NR_restart_syscall, __NR_clock_gettime, __NR_getrandom, __NR_sched_yield, __NR_getpid,
    __NR_gettid, __NR_exit, __NR_exit_group,
  ]
  /// The numbers of the system calls that a new thread makes first.
  private static let beginning: [CInt] = [__NR_set_robust_list, __NR_rseq]
  /// The kernel's flag `CLONE_THREAD`, which only GNU's headers define.
  private static let thread: UInt32 = 0x1_0000
  /// The numbers of the system calls that the sandbox allows unless they make memory executable.
  private static let mapping: [CInt] = [__NR_mmap, __NR_mprotect]

  // The offsets in the filter's data about a system call: the call's number, the architecture, the
  // address of the instruction, then six arguments of 64 bits, their low half first on both
  // architectures.
  private static let numberOffset: UInt32 = 0
  private static let architectureOffset: UInt32 = 4
  private static func systemCallArgumentOffset(_ index: UInt32) -> UInt32 { 16 + index * 8 }

  /// Returns the compiled filter of system calls; nil on an unknown architecture. The process with
  /// the id `process` may send signals to itself, as `abort` does.
  static func compiledFilter(for process: pid_t, allowingThreads: Bool = false) -> [sock_filter]? {
    guard csystem_architecture != 0 else { return nil }
    var program = [loadInstruction(architectureOffset)]
    program += branchInstructions(equal: csystem_architecture, then: kill)
    program.append(loadInstruction(numberOffset))
    for call in allowed { program += branchInstructions(equal: UInt32(call), then: [allow]) }
    if allowingThreads {
      for call in beginning { program += branchInstructions(equal: UInt32(call), then: [allow]) }
      program += branchInstructions(
        equal: UInt32(__NR_clone),
        then: [
          loadInstruction(systemCallArgumentOffset(0)), skipInstruction(1, unlessAny: thread),
          allow, kill,
        ])
      // A filter cannot see the arguments of `clone3`, so it reports that call as missing, and the
      // C library uses `clone` instead.
      program += branchInstructions(equal: UInt32(__NR_clone3), then: [missing])
    }
    for call in mapping {
      program += branchInstructions(
        equal: UInt32(call),
        then: [
          loadInstruction(systemCallArgumentOffset(2)),
          skipInstruction(1, unlessAny: UInt32(PROT_EXEC)),
          kill, allow,
        ])
    }
    program += branchInstructions(
      equal: UInt32(__NR_tgkill),
      then: [
        loadInstruction(systemCallArgumentOffset(0)),
        skipInstruction(1, unlessEqual: UInt32(process)), allow,
        kill,
      ])
    return program + [kill]
  }

  /// Installs the filter of system calls for the process; returns false if the kernel refuses it.
  static func installFilter(allowingThreads: Bool) -> Bool {
    guard var program = compiledFilter(for: getpid(), allowingThreads: allowingThreads) else {
      return false
    }
    return csystem_filter_calls(&program, UInt16(program.count)) == 0
  }

  private static let allow = filterInstruction(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
  private static let missing = filterInstruction(
    BPF_RET | BPF_K, UInt32(SECCOMP_RET_ERRNO) | UInt32(ENOSYS))
  private static let kill = filterInstruction(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS)

  private static func filterInstruction(
    _ code: CInt, _ value: UInt32, yes: Int = 0, no: Int = 0
  ) -> sock_filter {
    sock_filter(code: UInt16(code), jt: UInt8(yes), jf: UInt8(no), k: value)
  }

  private static func loadInstruction(_ offset: UInt32) -> sock_filter {
    filterInstruction(BPF_LD | BPF_W | BPF_ABS, offset)
  }

  private static func skipInstruction(_ count: Int, unlessAny bits: UInt32) -> sock_filter {
    filterInstruction(BPF_JMP | BPF_JSET | BPF_K, bits, no: count)
  }

  private static func skipInstruction(_ count: Int, unlessEqual value: UInt32) -> sock_filter {
    filterInstruction(BPF_JMP | BPF_JEQ | BPF_K, value, no: count)
  }

  private static func branchInstructions(equal value: UInt32, then steps: [sock_filter])
    -> [sock_filter]
  {
    [skipInstruction(steps.count, unlessEqual: value)] + steps
  }

  private static func branchInstructions(equal value: UInt32, then step: sock_filter)
    -> [sock_filter]
  {
    [filterInstruction(BPF_JMP | BPF_JEQ | BPF_K, value, yes: 1), step]
  }
}
