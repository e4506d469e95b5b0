import Glibc

/// A place for a file of a test's own, which goes with it.
final class ScratchFile {
  let path: String
  private let directory: String

  init() {
    var template = Array("/tmp/tweetie-test-XXXXXX".utf8CString)
    directory = template.withUnsafeMutableBufferPointer {
      String(cString: mkdtemp($0.baseAddress!))
    }
    path = directory + "/journal"
  }

  deinit {
    unlink(path)
    rmdir(directory)
  }

  var exists: Bool { access(path, F_OK) == 0 }

  var mode: mode_t {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
  }

  var text: String {
    guard let file = fopen(path, "r") else { return "" }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    while case let byte = getc(file), byte != EOF { bytes.append(UInt8(byte)) }
    return String(decoding: bytes, as: UTF8.self)
  }

  func write(_ text: String, appending: Bool = false, mode: mode_t = 0o600) {
    let file = open(path, O_WRONLY | O_CREAT | (appending ? O_APPEND : O_TRUNC), mode)
    defer { close(file) }
    let bytes = Array(text.utf8)
    precondition(Glibc.write(file, bytes, bytes.count) == bytes.count)
  }
}
