import Glibc

/// Where a file lies, from wherever the program was started.
package enum RootedPath {
  /// The path of a file from the root on; itself where there is no such file.
  package static func path(_ path: String) -> String {
    guard let whole = realpath(path, nil) else { return path }
    defer { free(whole) }
    return String(cString: whole)
  }
}
