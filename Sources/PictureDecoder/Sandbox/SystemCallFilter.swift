import CSystem
import Glibc

/// The system calls that decoding needs, as a program for the kernel that ends the process at any
/// other.
struct SystemCallFilter {
  /// Allowed whatever their arguments are.
  private static let allowed: [CInt] = [
    __NR_read, __NR_write, __NR_close, __NR_munmap, __NR_mremap, __NR_brk, __NR_madvise,
    __NR_futex, __NR_rt_sigreturn, __NR_rt_sigprocmask, __NR_rt_sigaction, __NR_sigaltstack,
    __NR_restart_syscall, __NR_clock_gettime, __NR_getrandom, __NR_sched_yield, __NR_getpid,
    __NR_gettid, __NR_exit, __NR_exit_group,
  ]
  /// What a thread does besides when it begins.
  private static let beginning: [CInt] = [__NR_set_robust_list, __NR_rseq]
  /// `CLONE_THREAD`, which only GNU's headers name: a thread of the same process.
  private static let thread: UInt32 = 0x1_0000
  /// Allowed unless the memory is to be executable.
  private static let mapping: [CInt] = [__NR_mmap, __NR_mprotect]

  // Where the kernel lays out the call for the filter: its number, the architecture, and after the
  // instruction's address six arguments of 64 bits; the low half first on both architectures.
  private static let numberOffset: UInt32 = 0
  private static let architectureOffset: UInt32 = 4
  private static func argumentOffset(_ index: UInt32) -> UInt32 { 16 + index * 8 }

  /// The program for the process with that number, which may send signals to itself, as `abort`
  /// does. Nil on an architecture that the program is not written for.
  static func program(for process: pid_t, allowingThreads: Bool = false) -> [sock_filter]? {
    guard csystem_architecture != 0 else { return nil }
    var program = [load(architectureOffset)]
    program += unless(equal: csystem_architecture, then: kill)
    program.append(load(numberOffset))
    for call in allowed { program += when(equal: UInt32(call), then: [allow]) }
    if allowingThreads {
      for call in beginning { program += when(equal: UInt32(call), then: [allow]) }
      program += when(
        equal: UInt32(__NR_clone),
        then: [load(argumentOffset(0)), skip(1, unlessAny: thread), allow, kill])
      // What it is asked for is out of a filter's sight: it is not there, and the other is called.
      program += when(equal: UInt32(__NR_clone3), then: [missing])
    }
    for call in mapping {
      program += when(
        equal: UInt32(call),
        then: [load(argumentOffset(2)), skip(1, unlessAny: UInt32(PROT_EXEC)), kill, allow])
    }
    program += when(
      equal: UInt32(__NR_tgkill),
      then: [load(argumentOffset(0)), skip(1, unlessEqual: UInt32(process)), allow, kill])
    return program + [kill]
  }

  /// Has every system call pass it from here on; there is no way back.
  static func install(allowingThreads: Bool) -> Bool {
    guard var program = program(for: getpid(), allowingThreads: allowingThreads) else {
      return false
    }
    return csystem_filter_calls(&program, UInt16(program.count)) == 0
  }
}

/// The few instructions of the kernel's filter language that are needed.
extension SystemCallFilter {
  private static let allow = instruction(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
  private static let missing = instruction(
    BPF_RET | BPF_K, UInt32(SECCOMP_RET_ERRNO) | UInt32(ENOSYS))
  private static let kill = instruction(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS)

  private static func instruction(
    _ code: CInt, _ value: UInt32, yes: Int = 0, no: Int = 0
  ) -> sock_filter {
    sock_filter(code: UInt16(code), jt: UInt8(yes), jf: UInt8(no), k: value)
  }

  private static func load(_ offset: UInt32) -> sock_filter {
    instruction(BPF_LD | BPF_W | BPF_ABS, offset)
  }

  private static func skip(_ count: Int, unlessAny bits: UInt32) -> sock_filter {
    instruction(BPF_JMP | BPF_JSET | BPF_K, bits, no: count)
  }

  private static func skip(_ count: Int, unlessEqual value: UInt32) -> sock_filter {
    instruction(BPF_JMP | BPF_JEQ | BPF_K, value, no: count)
  }

  private static func when(equal value: UInt32, then steps: [sock_filter]) -> [sock_filter] {
    [skip(steps.count, unlessEqual: value)] + steps
  }

  private static func unless(equal value: UInt32, then step: sock_filter) -> [sock_filter] {
    [instruction(BPF_JMP | BPF_JEQ | BPF_K, value, yes: 1), step]
  }
}
