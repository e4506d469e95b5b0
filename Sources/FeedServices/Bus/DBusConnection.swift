internal import Glibc

/// A connection to the message bus D-Bus for calls to one service. No library is used: this code is
/// small, loads nothing, and limits the time and length of every reply.
struct DBusConnection {
  /// Maximum number of other messages, such as signals, that are skipped while waiting for the
  /// reply to a D-Bus call.
  private static let maximumSkipped = 64

  private let socket: DBusSocket
  /// True if D-Bus may start the called service; false if a call fails while the service is not
  /// running.
  private let mayStart: Bool
  private var serial: UInt32 = 0
  /// The signals that arrived while the replies to D-Bus calls were awaited, the oldest first.
  private var earlierSignals: [DBusMessage] = []

  init(path: String, deadline: ContinuousClock.Instant, mayStart: Bool = true) throws(DBusError) {
    self.mayStart = mayStart
    socket = try DBusSocket(path: path, deadline: deadline)
    let user = String(geteuid()).utf8.map { byte in
      String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
    }.joined()
    try socket.sendBytes([0] + Array("AUTH EXTERNAL \(user)\r\n".utf8))
    guard try socket.receiveLine().hasPrefix("OK ") else { throw .refused("AUTH") }
    try socket.sendBytes(Array("BEGIN\r\n".utf8))
    _ = try callBusMethod(
      "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus.Hello")
  }

  mutating func callBusMethod(
    _ destination: String, _ path: String, _ method: String, _ arguments: DBusValue...
  ) throws(DBusError) -> DBusMessage {
    try callBusMethod(destination, path, method, arguments)
  }

  mutating func callBusMethod(
    _ destination: String, _ path: String, _ method: String, _ arguments: [DBusValue]
  ) throws(DBusError) -> DBusMessage {
    serial += 1
    let parts = method.split(separator: ".")
    try socket.sendBytes(
      DBusMessage(
        kind: .call, serial: serial, path: path,
        interface: parts.dropLast().joined(separator: "."), member: parts.last.map(String.init),
        destination: destination, mayStart: mayStart, body: arguments
      ).bytes)
    let asked = serial
    let answer = try receiveMatchingMessage {
      $0.replySerial == asked && ($0.kind == .reply || $0.kind == .failure)
    }
    guard answer.kind == .reply else { throw .refused(answer.errorName ?? "") }
    return answer
  }

  /// Returns the next D-Bus message for which the closure returns true, which may be a signal that
  /// arrived before the reply to an earlier call.
  mutating func receiveMatchingMessage(
    where isWanted: (DBusMessage) -> Bool
  ) throws(DBusError) -> DBusMessage {
    if let place = earlierSignals.firstIndex(where: isWanted) {
      return earlierSignals.remove(at: place)
    }
    for _ in 0..<Self.maximumSkipped {
      let prelude = try socket.receiveBytes(DBusMessage.preludeLength)
      let rest = try socket.receiveBytes(try DBusMessage.remainingMessageLength(after: prelude))
      let message = try DBusMessage(prelude + rest)
      if isWanted(message) { return message }
      if message.kind == .signal, earlierSignals.count < Self.maximumSkipped {
        earlierSignals.append(message)
      }
    }
    throw .unreadable
  }

  /// Returns the path of the socket of D-Bus's system bus, by default the usual one; nil if the
  /// environment names an address that is no socket.
  static func systemSocketPath(environment: [String: String]) -> String? {
    socketPath(in: environment["DBUS_SYSTEM_BUS_ADDRESS"], otherwise: "/run/dbus/system_bus_socket")
  }

  /// Returns the path of the socket of D-Bus's session bus; nil if the environment states none, as
  /// often over ssh.
  static func sessionSocketPath(environment: [String: String]) -> String? {
    socketPath(
      in: environment["DBUS_SESSION_BUS_ADDRESS"],
      otherwise: environment["XDG_RUNTIME_DIR"].map { "\($0)/bus" })
  }

  private static func socketPath(in address: String?, otherwise usual: String?) -> String? {
    guard let address, !address.isEmpty else { return usual }
    let first = address.prefix { $0 != ";" }
    guard first.hasPrefix("unix:") else { return nil }
    for part in first.dropFirst("unix:".count).split(separator: ",") {
      if part.hasPrefix("path=") { return unescapedValue(part.dropFirst("path=".count)) }
      // An abstract socket name begins with a zero byte.
      if part.hasPrefix("abstract=") {
        return "\0" + unescapedValue(part.dropFirst("abstract=".count))
      }
    }
    return nil
  }

  /// Returns a value of a D-Bus address with its escapes, such as "%20", decoded; a "%" without two
  /// hexadecimal digits stays as it is.
  private static func unescapedValue(_ value: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = Array(value.utf8)[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
      if byte == UInt8(ascii: "%"), digits.count == 2 {
        bytes.append(UInt8(digits[0] * 16 + digits[1]))
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// A socket connected to D-Bus, with one deadline for all sending and receiving.
final class DBusSocket {
  private let descriptor: Int32
  private let deadline: ContinuousClock.Instant

  /// The C constant `SOCK_STREAM` as a number, as the C library's module for static builds lacks
  /// it.
  private static let stream: Int32 = 1

  init(path: String, deadline: ContinuousClock.Instant) throws(DBusError) {
    self.deadline = deadline
    descriptor = socket(AF_UNIX, Self.stream | O_NONBLOCK | O_CLOEXEC, 0)
    guard descriptor >= 0 else { throw .disconnected }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let room = MemoryLayout.size(ofValue: address.sun_path)
    let name = Array(path.utf8)
    // A throwing initialiser runs `deinit` once all properties are set, which closes the socket.
    guard name.count < room else { throw .disconnected }
    // An abstract name has its exact length; a path ends with a zero byte.
    let length = MemoryLayout<sockaddr_un>.size - (name.first == 0 ? room - name.count : 0)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
    let code = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(length))
      }
    }
    guard code == 0 else { throw .disconnected }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  func sendBytes(_ bytes: [UInt8]) throws(DBusError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else {
        try waitForSocketEvents(POLLOUT)
      }
    }
  }

  func receiveBytes(_ count: Int) throws(DBusError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let step = bytes.withUnsafeMutableBytes {
        // The buffer is never empty while bytes are missing.
        recv(descriptor, $0.baseAddress! + filled, count - filled, 0)
      }
      if step == 0 { throw .disconnected }
      if step > 0 { filled += step } else { try waitForSocketEvents(POLLIN) }
    }
    return bytes
  }

  func receiveLine() throws(DBusError) -> String {
    var line: [UInt8] = []
    while line.suffix(2) != [13, 10] {
      guard line.count < 512 else { throw .unreadable }
      line += try receiveBytes(1)
    }
    return String(decoding: line.dropLast(2), as: UTF8.self)
  }

  private func waitForSocketEvents(_ events: Int32) throws(DBusError) {
    guard errno == EAGAIN || errno == EINTR else { throw .disconnected }
    let left = ContinuousClock.now.duration(to: deadline)
    guard left > .zero else { throw .timedOut }
    let (seconds, attoseconds) = left.components
    let milliseconds = min(seconds, 60) * 1000 + attoseconds / 1_000_000_000_000_000 + 1
    var waiting = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    guard poll(&waiting, 1, Int32(milliseconds)) != 0 else { throw .timedOut }
  }
}
