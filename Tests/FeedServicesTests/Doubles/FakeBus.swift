import Glibc

@testable import FeedServices

/// A message bus with a location service on it: one conversation, from connecting to hanging up, on
/// a thread of its own that ends with it.
final class FakeBus: Sendable {
  /// How it behaves.
  enum InputKind: Sendable {
    /// It takes the connection and never says a word.
    case silent
    /// It refuses to believe who is there.
    case refusing
    /// It answers calls so; a call without an answer is never answered.
    case answering(@Sendable (DBusMessage) -> [[UInt8]])
    /// It lets one in, and sends these bytes to the first call.
    case babbling([UInt8])
  }

  let path: String

  init(_ manner: InputKind) throws {
    let directory = "/tmp/tweetie-bus-\(UInt64.random(in: 0 ... .max))"
    mkdir(directory, 0o700)
    path = directory + "/bus"
    let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
    let code = Self.at(path) { bind(listener, $0, $1) }
    guard code == 0, listen(listener, 4) == 0 else {
      let failure = Failure(number: errno)
      close(listener)
      throw failure
    }
    let conversation = Unmanaged.passRetained(Conversation(listener: listener, manner: manner))
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      {
        // Balances the retain of the one who started the thread.
        Unmanaged<Conversation>.fromOpaque($0!).takeRetainedValue().run()
        return nil
      }, conversation.toOpaque())
    pthread_detach(thread)
  }

  deinit {
    // A thread that still waits for somebody gets somebody who hangs up.
    let visitor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
    _ = Self.at(path) { connect(visitor, $0, $1) }
    close(visitor)
    unlink(path)
    rmdir(String(path.dropLast("/bus".count)))
  }

  private static func at(
    _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }

  struct Failure: Error { let number: Int32 }

  var environment: [String: String] { ["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=\(path),guid=1"] }

  var sessionEnvironment: [String: String] { ["DBUS_SESSION_BUS_ADDRESS": "unix:path=\(path)"] }

  /// An answer to a call.
  static func reply(_ call: DBusMessage, _ body: DBusValue..., from sender: String = ":1.7")
    -> [UInt8]
  {
    DBusMessage(
      kind: .reply, serial: 1, replySerial: call.serial, sender: sender, body: body
    ).bytes
  }

  /// A refusal of a call.
  static func failure(_ call: DBusMessage, _ name: String) -> [UInt8] {
    DBusMessage(kind: .failure, serial: 1, errorName: name, replySerial: call.serial).bytes
  }
}

private final class Conversation: Sendable {
  private let listener: Int32
  private let manner: FakeBus.InputKind

  init(listener: Int32, manner: FakeBus.InputKind) {
    self.listener = listener
    self.manner = manner
  }

  func run() {
    let peer = accept(listener, nil, nil)
    close(listener)
    guard peer >= 0 else { return }
    defer { close(peer) }
    // The byte before the first word, and the word.
    guard receive(1, from: peer) == [0], let hello = line(from: peer),
      hello.hasPrefix("AUTH EXTERNAL ")
    else { return }
    switch manner {
    case .silent:
      // Until the other side has had enough.
      while receive(1, from: peer) != nil {}
    case .refusing: send("REJECTED KERBEROS_V4\r\n", to: peer)
    case .babbling(let bytes):
      send("OK 0123\r\n", to: peer)
      _ = line(from: peer)
      guard nextCall(from: peer) != nil else { return }
      send(bytes, to: peer)
      while receive(1, from: peer) != nil {}
    case .answering(let answers):
      send("OK 0123\r\n", to: peer)
      _ = line(from: peer)
      while let call = nextCall(from: peer) {
        for answer in answers(call) { send(answer, to: peer) }
      }
    }
  }

  private func nextCall(from peer: Int32) -> DBusMessage? {
    guard let prelude = receive(DBusMessage.preludeLength, from: peer),
      let length = try? DBusMessage.remainingMessageLength(after: prelude),
      let rest = receive(length, from: peer)
    else { return nil }
    return try? DBusMessage(prelude + rest)
  }

  private func line(from peer: Int32) -> String? {
    var bytes: [UInt8] = []
    while bytes.suffix(2) != [13, 10] {
      guard let byte = receive(1, from: peer) else { return nil }
      bytes += byte
    }
    return String(decoding: bytes.dropLast(2), as: UTF8.self)
  }

  private func receive(_ count: Int, from peer: Int32) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    guard count > 0 else { return [] }
    return recv(peer, &bytes, count, Int32(MSG_WAITALL)) == count ? bytes : nil
  }

  private func send(_ text: String, to peer: Int32) { send(Array(text.utf8), to: peer) }

  private func send(_ bytes: [UInt8], to peer: Int32) {
    _ = Glibc.send(peer, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }
}
