import Glibc

/// The two descriptors the process has.
enum StandardStreams {
  /// All of standard input, up to a limit, after what was read of it. Memory that is not needed is
  /// never touched.
  static func read(atMost limit: Int, after beginning: [UInt8] = []) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: limit) { room, count in
      count = room.update(fromContentsOf: beginning)
      while count < limit {
        let read = Glibc.read(STDIN_FILENO, room.baseAddress! + count, limit - count)
        if read == 0 || (read < 0 && errno != EINTR) { break }
        count += max(0, read)
      }
    }
  }

  /// Writes everything; false when nobody reads any more.
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
