import Glibc

/// The two descriptors the process has.
enum StandardStreams {
  /// All of standard input, or its first bytes.
  static func read(atMost limit: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    let step = 1 << 20
    while bytes.count < limit {
      let start = bytes.count
      var read = 0
      bytes.append(
        contentsOf: [UInt8](unsafeUninitializedCapacity: min(step, limit - start)) { room, count in
          read = Glibc.read(STDIN_FILENO, room.baseAddress, room.count)
          count = max(0, read)
        })
      if read == 0 || (read < 0 && errno != EINTR) { break }
    }
    return bytes
  }

  /// Writes everything; false where nobody reads any more.
  static func write(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { bytes in
      var written = 0
      while written < bytes.count {
        let count = Glibc.write(STDOUT_FILENO, bytes.baseAddress! + written, bytes.count - written)
        if count < 0 && errno != EINTR { return false }
        written += max(0, count)
      }
      return true
    }
  }
}
