import Glibc

/// What the process may use; lowered once, never raised.
enum ResourceLimits {
  private static let memory: rlim_t = 512 << 20
  private static let processorSeconds: rlim_t = 5

  /// Forbids new descriptors, processes, core files and writing to files; limits memory and time.
  /// Threads are counted as processes.
  static func lower(allowingThreads: Bool) {
    lower(RLIMIT_AS, to: memory)
    lower(RLIMIT_CPU, to: processorSeconds)
    for resource in [RLIMIT_NOFILE, RLIMIT_FSIZE, RLIMIT_CORE] { lower(resource, to: 0) }
    if !allowingThreads { lower(__RLIMIT_NPROC, to: 0) }
  }

  private static func lower(_ resource: __rlimit_resource, to limit: rlim_t) {
    var limit = rlimit(rlim_cur: limit, rlim_max: limit)
    setrlimit(__rlimit_resource_t(resource.rawValue), &limit)
  }
}
