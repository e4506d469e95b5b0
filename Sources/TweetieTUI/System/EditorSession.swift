import Glibc

/// A text that is open in the person's editor.
struct EditorSession {
  /// Longer than anybody writes, short enough to read at once.
  private static let limit = 1 << 20

  /// The editor.
  let process: pid_t
  /// The file it edits.
  let file: String

  /// Writes a text to a new file that only its owner can read; nil where that cannot be done.
  static func file(in directory: String, _ text: String) -> String? {
    var path = Array("\(directory)/tweetie-XXXXXX.txt".utf8CString)
    let descriptor = mkstemps(&path, 4)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    let name = String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard write(descriptor, text, text.utf8.count) == text.utf8.count else {
      unlink(name)
      return nil
    }
    return name
  }

  /// Takes the text back and removes the file; nil where the editor failed or the text is too long.
  func finish(succeeded: Bool) -> String? {
    defer { unlink(file) }
    guard succeeded, let descriptor = Optional(Glibc.open(file, O_RDONLY | O_NOFOLLOW)),
      descriptor >= 0
    else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: Self.limit + 1)
    var count = 0
    while count < bytes.count {
      let got = bytes.withUnsafeMutableBytes { buffer in
        read(descriptor, buffer.baseAddress! + count, buffer.count - count)
      }
      guard got > 0 else { break }
      count += got
    }
    guard count <= Self.limit else { return nil }
    let text = String(decoding: bytes[..<count], as: UTF8.self)
    return text.hasSuffix("\n") ? String(text.dropLast()) : text
  }
}
