internal import Glibc

/// A connection to the message bus whose every wait ends at one moment.
final class BusSocket {
  private let descriptor: Int32
  private let deadline: ContinuousClock.Instant

  /// `SOCK_STREAM`, which the C library's map for static builds does not show.
  private static let stream: Int32 = 1

  /// Connects to the socket at that path.
  init(path: String, deadline: ContinuousClock.Instant) throws(BusError) {
    self.deadline = deadline
    descriptor = socket(AF_UNIX, Self.stream | O_NONBLOCK | O_CLOEXEC, 0)
    guard descriptor >= 0 else { throw .gone }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let room = MemoryLayout.size(ofValue: address.sun_path)
    let name = Array(path.utf8)
    // What was opened is closed as ever: an object that throws once it is whole is deinitialised.
    guard name.count < room else { throw .gone }
    // A name in no folder is as long as it is; a path ends with a zero.
    let length = MemoryLayout<sockaddr_un>.size - (name.first == 0 ? room - name.count : 0)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
    let code = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(length))
      }
    }
    guard code == 0 else { throw .gone }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  func send(_ bytes: [UInt8]) throws(BusError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else {
        try wait(for: POLLOUT)
      }
    }
  }

  func receive(_ count: Int) throws(BusError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let step = bytes.withUnsafeMutableBytes {
        // Never empty: there is room while less is filled than wanted.
        recv(descriptor, $0.baseAddress! + filled, count - filled, 0)
      }
      if step == 0 { throw .gone }
      if step > 0 { filled += step } else { try wait(for: POLLIN) }
    }
    return bytes
  }

  /// Receives a line, without its end.
  func receiveLine() throws(BusError) -> String {
    var line: [UInt8] = []
    while line.suffix(2) != [13, 10] {
      guard line.count < 512 else { throw .unreadable }
      line += try receive(1)
    }
    return String(decoding: line.dropLast(2), as: UTF8.self)
  }

  /// Waits until there is something to do; called where a call could not go on.
  private func wait(for events: Int32) throws(BusError) {
    guard errno == EAGAIN || errno == EINTR else { throw .gone }
    let left = ContinuousClock.now.duration(to: deadline)
    guard left > .zero else { throw .late }
    let (seconds, attoseconds) = left.components
    let milliseconds = min(seconds, 60) * 1000 + attoseconds / 1_000_000_000_000_000 + 1
    var waiting = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    guard poll(&waiting, 1, Int32(milliseconds)) != 0 else { throw .late }
  }
}
