internal import Glibc

/// The system's message bus, as far as it takes to ask one service something.
///
/// Ours, rather than a library's: it is little, loads nothing, and every answer has a limit in time
/// and length, whoever sits at the other end.
struct BusConnection {
  /// Where the bus is where the environment does not say.
  static let usualPath = "/run/dbus/system_bus_socket"
  /// So many messages that were not asked for are passed over before we hang up.
  private static let patience = 64

  private let socket: BusSocket
  private var serial: UInt32 = 0

  /// Connects, and says who we are.
  init(path: String, deadline: ContinuousClock.Instant) throws(BusError) {
    socket = try BusSocket(path: path, deadline: deadline)
    let user = String(geteuid()).utf8.map { byte in
      String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
    }.joined()
    try socket.send([0] + Array("AUTH EXTERNAL \(user)\r\n".utf8))
    guard try socket.receiveLine().hasPrefix("OK ") else { throw .refused("AUTH") }
    try socket.send(Array("BEGIN\r\n".utf8))
    _ = try call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus.Hello")
  }

  /// Calls a method, named with its interface, and waits for its answer.
  mutating func call(
    _ destination: String, _ path: String, _ method: String, _ arguments: BusValue...
  ) throws(BusError) -> BusMessage {
    serial += 1
    let parts = method.split(separator: ".")
    try socket.send(
      BusMessage(
        kind: .call, serial: serial, path: path,
        interface: parts.dropLast().joined(separator: "."), member: parts.last.map(String.init),
        destination: destination, body: arguments
      ).bytes)
    let asked = serial
    let answer = try next {
      $0.replySerial == asked && ($0.kind == .reply || $0.kind == .failure)
    }
    guard answer.kind == .reply else { throw .refused(answer.errorName ?? "") }
    return answer
  }

  /// Waits for a message.
  func next(where isMeant: (BusMessage) -> Bool) throws(BusError) -> BusMessage {
    for _ in 0..<Self.patience {
      let prelude = try socket.receive(BusMessage.preludeLength)
      let rest = try socket.receive(try BusMessage.lengthAfter(prelude))
      let message = try BusMessage(prelude + rest)
      if isMeant(message) { return message }
    }
    throw .unreadable
  }

  /// Where the system's bus is; nil where it is no socket in a file.
  static func path(environment: [String: String]) -> String? {
    guard let address = environment["DBUS_SYSTEM_BUS_ADDRESS"], !address.isEmpty else {
      return usualPath
    }
    let first = address.prefix { $0 != ";" }
    guard first.hasPrefix("unix:") else { return nil }
    let name = "path="
    return first.dropFirst("unix:".count).split(separator: ",").first { $0.hasPrefix(name) }
      .map { String($0.dropFirst(name.count)) }
  }
}
