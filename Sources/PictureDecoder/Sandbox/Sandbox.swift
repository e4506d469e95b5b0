import CSystem
import Glibc

/// Everything a decoder gives up before it looks at the first byte.
package enum Sandbox {
  /// How well it is confined.
  package enum Posture: Sendable {
    case full
    /// The kernel lacks Landlock or the filter of system calls; resource limits remain.
    case reduced
  }

  /// Confines the process for good; to threads of its own, where a library cannot do without. The
  /// order matters: Landlock needs a descriptor, so it comes
  /// before descriptors are forbidden; the filter comes last, since it forbids the calls of the
  /// other steps.
  package static func enter(allowingThreads: Bool = false) -> Posture {
    csystem_close_from(3)
    _ = csystem_die_with_parent(SIGKILL)
    _ = csystem_forbid_tracing()
    let isWithoutPrivileges = csystem_renounce_privileges() == 0
    let hasLandlock = Landlock.forbidEverything()
    ResourceLimits.lower(allowingThreads: allowingThreads)
    let hasFilter =
      isWithoutPrivileges && SystemCallFilter.install(allowingThreads: allowingThreads)
    return hasLandlock && hasFilter ? .full : .reduced
  }
}
