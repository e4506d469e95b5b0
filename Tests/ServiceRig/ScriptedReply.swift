/// What the server does when it has read a request: a list of steps, so that a reply can go wrong
/// at any byte.
public struct ScriptedReply: Sendable {
  /// One thing to do.
  public enum Step: Sendable {
    /// Sends the bytes at once.
    case send([UInt8])
    /// Sends the bytes one write at a time, so many in each.
    case drip([UInt8], each: Int)
    /// Sends the bytes as a slow line does: so many at a time, with a pause after each.
    case pace([UInt8], each: Int, milliseconds: UInt32)
    /// Sends the bytes again and again until the client has had enough.
    case sendForever([UInt8])
    /// Waits until the gate is opened, or the server ends.
    case hold(Gate)
    /// Sends what comes from the tap, until it is shut.
    case flow(Tap)
    /// Tells the test that it has come so far.
    case tell(@Sendable () -> Void)
    /// Says nothing more until the client gives up, or the server ends.
    case stall
    /// Closes the connection as it should be done.
    case close
    /// Breaks the connection off, so that the client sees a reset.
    case reset
  }

  /// What is done, in order.
  public let steps: [Step]

  /// A reply made of those steps.
  public init(_ steps: [Step]) { self.steps = steps }

  /// A whole reply, with its length.
  public static func reply(
    _ status: Int = 200, _ headers: [String: String] = [:], body: [UInt8] = []
  ) -> ScriptedReply {
    var headers = headers
    if status != 204 && status != 304 { headers["Content-Length"] = String(body.count) }
    return ScriptedReply([.send(head(status, headers) + body)])
  }

  /// A whole reply with JSON in it.
  public static func json(
    _ text: String, status: Int = 200, _ headers: [String: String] = [:]
  ) -> ScriptedReply {
    var headers = headers
    headers["Content-Type"] = "application/json; charset=utf-8"
    return reply(status, headers, body: Array(text.utf8))
  }

  /// Sends the client somewhere else.
  public static func redirect(_ status: Int = 302, to location: String) -> ScriptedReply {
    reply(status, ["Location": location])
  }

  /// Exactly these characters, then whatever steps follow.
  public static func raw(_ text: String, then steps: Step...) -> ScriptedReply {
    ScriptedReply([.send(Array(text.utf8))] + steps)
  }

  /// The head of a reply, with the empty line after it.
  public static func head(_ status: Int, _ headers: [String: String] = [:]) -> [UInt8] {
    let lines = headers.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)\r\n" }
    return Array("HTTP/1.1 \(status) Scripted\r\n\(lines.joined())\r\n".utf8)
  }

  /// A chunk of a chunked body; the empty one is the last.
  public static func chunk(_ bytes: [UInt8]) -> [UInt8] {
    Array("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + Array("\r\n".utf8)
  }
}
