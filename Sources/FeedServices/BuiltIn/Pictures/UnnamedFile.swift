internal import Glibc

/// A file that is in no folder, and gone with the program: what is in it is read by another program,
/// by a path that leads through this one.
final class UnnamedFile: Sendable {
  private let descriptor: CInt

  /// A file with these bytes; nil where there is no room for one.
  init?(_ bytes: [UInt8]) {
    var template = Array("/tmp/tweetie-film-XXXXXX".utf8CString)
    descriptor = mkstemp(&template)
    guard descriptor >= 0 else { return nil }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    unlink(template)
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return nil }
      rest = rest.dropFirst(count)
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  var path: String { "/proc/\(getpid())/fd/\(descriptor)" }
}
