import CSystem

/// The kernel's own list of what a process may do with files, the network and other processes; here
/// an empty one.
enum Landlock {
  /// What each version added to the actions on files that can be forbidden.
  private static let files: [UInt64] = [0x1FFF, 0x3FFF, 0x7FFF, 0x7FFF, 0xFFFF]

  /// Forbids all that this kernel can forbid; false where it has no Landlock.
  static func forbidEverything() -> Bool {
    let version = Int(csystem_landlock_version())
    guard version > 0 else { return false }
    let files = files[min(version, files.count) - 1]
    // Binding and connecting; reaching other processes by abstract sockets and signals.
    let network: UInt64 = version >= 4 ? 3 : 0
    let scopes: UInt64 = version >= 6 ? 3 : 0
    return csystem_landlock_forbid(files, network, scopes) == 0
  }
}
