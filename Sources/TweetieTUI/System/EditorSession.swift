import Glibc
internal import Groundwork

/// A text that is open in the person's editor.
struct EditorSession {
  /// Longer than anybody writes, short enough to read at once.
  private static let limit = 1 << 20

  let process: pid_t
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
    // What cannot be read was not edited.
    guard succeeded,
      let bytes = try? OpenFile(file, O_RDONLY).bytes(Self.limit + 1), bytes.count <= Self.limit
    else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    return text.hasSuffix("\n") ? String(text.dropLast()) : text
  }
}
