import CSystem
import Glibc

/// Everything a decoder gives up before it looks at the first byte.
public enum Sandbox {
  /// How well it is confined.
  public enum Posture: Sendable {
    /// By everything there is.
    case full
    /// The kernel lacks Landlock or the filter of system calls: resource limits remain.
    case reduced
  }

  /// Confines the process, for ever. The order matters: Landlock needs a descriptor, so it comes
  /// before there can be no more of them; the filter forbids the calls of all the others.
  public static func enter() -> Posture {
    csystem_close_from(3)
    _ = csystem_die_with_parent(SIGKILL)
    _ = csystem_forbid_tracing()
    let isWithoutPrivileges = csystem_renounce_privileges() == 0
    let hasLandlock = Landlock.forbidEverything()
    ResourceLimits.lower()
    let hasFilter = isWithoutPrivileges && SystemCallFilter.install()
    return hasLandlock && hasFilter ? .full : .reduced
  }
}
