/// An HTTP reply as a list of steps, so that it can go wrong at any byte.
public struct ScriptedReply: Sendable {
  /// A step of a scripted HTTP reply.
  public enum Step: Sendable {
    /// A step of a reply: sends bytes at once.
    case send([UInt8])
    /// A step of a reply: sends bytes in writes of a number of bytes each.
    case drip([UInt8], each: Int)
    /// A step of a reply: sends bytes as a slow line does, a number at a time with a pause after
    /// each.
    case pace([UInt8], each: Int, milliseconds: UInt32)
    /// A step of a reply: sends bytes again and again until the client closes the connection.
    case sendForever([UInt8])
    /// A step of a reply: waits until a gate is opened, or the server ends.
    case hold(Gate)
    /// A step of a reply: sends the bytes from a tap, until it is shut.
    case flow(Tap)
    /// A step of a reply: calls a closure of the test.
    case tell(@Sendable () -> Void)
    /// A step of a reply: sends nothing more until the client gives up, or the server ends.
    case stall
    /// A step of a reply: closes the connection properly.
    case close
    /// A step of a reply: breaks the connection off, so that the client sees a reset.
    case reset
  }

  public let steps: [Step]

  public init(_ steps: [Step]) { self.steps = steps }

  /// Returns the steps of a complete HTTP reply that states its length.
  public static func reply(
    _ status: Int = 200, _ headers: [String: String] = [:], body: [UInt8] = []
  ) -> ScriptedReply {
    var headers = headers
    if status != 204 && status != 304 { headers["Content-Length"] = String(body.count) }
    return ScriptedReply([.send(head(status, headers) + body)])
  }

  /// Returns the steps of a complete HTTP reply with JSON.
  public static func json(
    _ text: String, status: Int = 200, _ headers: [String: String] = [:]
  ) -> ScriptedReply {
    var headers = headers
    headers["Content-Type"] = "application/json; charset=utf-8"
    return reply(status, headers, body: Array(text.utf8))
  }

  /// Returns an HTTP reply that redirects to an address.
  public static func redirect(_ status: Int = 302, to location: String) -> ScriptedReply {
    reply(status, ["Location": location])
  }

  /// Returns a reply of exactly these characters and the steps after them.
  public static func raw(_ text: String, then steps: Step...) -> ScriptedReply {
    ScriptedReply([.send(Array(text.utf8))] + steps)
  }

  /// Returns the head of a reply, with the empty line after it.
  public static func head(_ status: Int, _ headers: [String: String] = [:]) -> [UInt8] {
    let lines = headers.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)\r\n" }
    return Array("HTTP/1.1 \(status) Scripted\r\n\(lines.joined())\r\n".utf8)
  }

  /// Returns a chunk of a chunked body; the empty one is the last.
  public static func chunk(_ bytes: [UInt8]) -> [UInt8] {
    Array("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + Array("\r\n".utf8)
  }
}
