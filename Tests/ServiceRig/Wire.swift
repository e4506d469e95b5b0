internal import Glibc

/// Bytes to and from a client.
protocol Wire {
  /// Waits for bytes; none when the client is done.
  func read() -> [UInt8]
  /// Whether the client took them all.
  func write(_ bytes: [UInt8]) -> Bool
  func close()
  /// Breaks off in a way that the client notices as a failure.
  func reset()
}

/// Puts something between the client and the bytes.
protocol WireSecurity: Sendable {
  /// Whether requests come as HTTP/2.
  var speaksHTTP2: Bool { get }
  /// Nil where the client does not like it.
  func accept(on wire: SocketWire) -> (any Wire)?
}

/// A connection as it is; its descriptor is closed by the one who opened it.
struct SocketWire: Wire {
  let descriptor: CInt

  func read() -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    return count > 0 ? Array(buffer[..<count]) : []
  }

  func write(_ bytes: [UInt8]) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  func close() { shutdown(descriptor, CInt(SHUT_RDWR)) }

  func reset() {
    // With no time to linger, closing sends a reset; the descriptor is closed right after this.
    var linger = linger(l_onoff: 1, l_linger: 0)
    let size = socklen_t(MemoryLayout<Glibc.linger>.size)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, size)
  }
}
