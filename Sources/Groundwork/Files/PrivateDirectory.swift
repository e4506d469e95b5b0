internal import Glibc

/// A directory for its owner alone.
package struct PrivateDirectory {
  /// The absolute path of the directory.
  package let path: String

  package init(path: String) { self.path = path }

  /// Creates the directory and its parents if missing, and removes other users' permissions.
  package func prepare() throws(SystemError) {
    var descriptor = openItself()
    if descriptor < 0, errno == ENOENT {
      try make()
      descriptor = openItself()
    }
    guard descriptor >= 0 else {
      let code = errno
      guard code == ELOOP || code == ENOTDIR else {
        throw SystemError(doing: "opening \(path)", code: code)
      }
      throw SystemError(
        doing: "opening \(path)", because: "it is not a directory; move it out of the way")
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw SystemError(doing: "examining \(path)")
    }
    guard status.st_uid == geteuid() else {
      throw SystemError(doing: "opening \(path)", because: "it belongs to somebody else")
    }
    if status.st_mode & 0o077 != 0, fchmod(descriptor, 0o700) != 0 {
      throw SystemError(doing: "protecting \(path)")
    }
  }

  private func openItself() -> Int32 {
    open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
  }

  private func make() throws(SystemError) {
    var partial = ""
    for name in path.split(separator: "/") {
      partial += "/\(name)"
      guard mkdir(partial, 0o700) == 0 || errno == EEXIST else {
        let code = errno
        // Above a home that cannot be written there may be directories we cannot even see.
        var status = stat()
        if stat(partial, &status) == 0 { continue }
        throw SystemError(doing: "creating \(partial)", code: code)
      }
    }
  }
}
