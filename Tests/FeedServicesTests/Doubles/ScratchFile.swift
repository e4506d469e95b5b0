import Doubles
import Glibc

/// A place for a file of a test's own, which goes with it.
struct ScratchFile {
  private let folder = ScratchFolder()

  var path: String { folder["journal"] }
  var exists: Bool { access(path, F_OK) == 0 }
  var mode: mode_t { folder.mode(of: "journal") }
  var text: String { String(decoding: folder.bytes(of: "journal"), as: UTF8.self) }

  func write(_ text: String, appending: Bool = false, mode: mode_t = 0o600) {
    folder.write(Array(text.utf8), to: "journal", appending: appending, mode: mode)
  }
}
