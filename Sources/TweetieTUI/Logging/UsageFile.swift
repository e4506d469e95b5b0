internal import Glibc

/// The file in which uses are counted: a name and a number a line.
enum UsageFile {
  /// The counts in the file; none where there is no file, or none that is ours.
  static func read(_ path: String) -> [String: Int] {
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return [:] }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = bytes.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
    var counts: [String: Int] = [:]
    for line in String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split(separator: "\n")
    {
      let words = line.split(separator: " ")
      guard words.count == 2, let number = Int(words[1]), number > 0 else { continue }
      counts[String(words[0])] = number
    }
    return counts
  }

  /// Puts the counts in place of the file, whole or not at all.
  static func write(_ counts: [String: Int], to path: String) -> Bool {
    let temporary = "\(path).\(getpid())"
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    unlink(temporary)
    let descriptor = open(temporary, flags, 0o600)
    guard descriptor >= 0 else { return false }
    let text = counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)\n" }.joined()
    let bytes = Array(text.utf8)
    let isWritten =
      bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) } == bytes.count
    close(descriptor)
    guard isWritten, rename(temporary, path) == 0 else {
      unlink(temporary)
      return false
    }
    return true
  }
}
