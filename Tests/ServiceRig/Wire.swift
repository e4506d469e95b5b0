internal import Glibc

/// A connection of a test's server to its client, for bytes.
protocol Wire {
  /// Waits for bytes; empty if the client closed the connection.
  func read() -> [UInt8]
  /// Sends bytes; returns true if the client received all of them.
  func write(_ bytes: [UInt8]) -> Bool
  func close()
  /// Breaks the connection off, so that the client notices a failure.
  func reset()
}

/// A layer between a connection and its bytes, such as TLS.
protocol WireSecurity: Sendable {
  /// True if requests are received by HTTP/2.
  var speaksHTTP2: Bool { get }
  /// Returns the connection with the layer; nil if the client rejects it.
  func accept(on wire: SocketWire) -> (any Wire)?
}

/// A plain connection, whose descriptor is closed by its opener.
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
