import Glibc
import ServiceRig
import TerminalRig
import Testing

@testable import FeedServices

/// What never ends takes no more room than what may be kept of it.
@Suite struct TransportMemoryTests {
  private enum Flood: String, CaseIterable {
    case packed, plain, line, cookies

    var reply: ScriptedReply {
      let head = ["Content-Encoding": "gzip", "Transfer-Encoding": "chunked"]
      switch self {
      case .packed:
        return ScriptedReply([
          .send(ScriptedReply.head(200, head) + ScriptedReply.chunk(GzipBomb.beginning)),
          .sendForever(ScriptedReply.chunk(GzipBomb.zeros)),
        ])
      case .plain:
        return ScriptedReply([
          .send(ScriptedReply.head(200, ["Transfer-Encoding": "chunked"])),
          .sendForever(ScriptedReply.chunk([UInt8](repeating: 7, count: 1 << 16))),
        ])
      case .line:
        let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 16)
        return .raw("HTTP/1.1 200 OK\r\nX-Long: ", then: .sendForever(piece))
      case .cookies:
        let cookie = "Set-Cookie: a=\(String(repeating: "b", count: 90))\r\n"
        let cookies = String(repeating: cookie, count: 600)
        return .raw("HTTP/1.1 200 OK\r\n", then: .sendForever(Array(cookies.utf8)))
      }
    }
  }

  /// In a process of its own, whose memory nobody else takes.
  @Test(arguments: [true, false])
  func `an oversized reply is ended before it uses more memory than allowed`(isMedia: Bool) async {
    await #expect(processExitsWith: .success) { [isMedia] in
      let kind: HTTPRequest.TransferKind = isMedia ? .media : .api
      let server = try LoopbackServer { request in
        Flood(rawValue: String(request.path.dropFirst()))?.reply ?? .json("{}")
      }
      let transport = CurlTransport.forTests()
      _ = try await transport.send(HTTPRequest(.get, server.origin, kind: kind))
      let most = HTTPRequest(.get, server.origin, kind: kind).maximumBytes + 8 << 20

      for flood in Flood.allCases {
        let before = Self.peak
        let request = HTTPRequest(.get, "\(server.origin)/\(flood.rawValue)", kind: kind)
        guard case .failure(let error) = await transport.result(of: request) else { exit(2) }
        guard [.tooLarge(.body), .tooLarge(.headers), .malformed, .connectionLost].contains(error)
        else {
          exit(3)
        }
        let growth = Self.peak - before
        // Whoever reads of it wants to know how much it was.
        guard growth < most else { exit(CInt(growth >> 20)) }
      }
    }
  }

  /// The most memory that this process has had so far.
  private static var peak: Int { ProcessFacts(pid: getpid()).peakKilobytes << 10 }
}
