internal import Glibc

/// Where the running program lies.
enum ExecutablePath {
  /// The path of the file that is being executed, whatever name and path it was called by; nil
  /// where the kernel does not tell.
  static var current: String? {
    guard let path = realpath("/proc/self/exe", nil) else { return nil }
    defer { free(path) }
    return String(cString: path)
  }
}
