import Glibc
import Testing

@testable import FeedServices

/// Servers that let one knock.
@Suite struct UnansweredRequestTests {
  private static let impatient = {
    var limits = TransferTimeLimits.patient
    (limits.connectTimeout, limits.slowTimeout) = (.milliseconds(150), .seconds(2))
    return limits
  }()

  @Test(arguments: ["http", "https"], [true, false])
  func `a server that does not accept the connection times out`(
    scheme: String, isCrowded: Bool
  ) async throws {
    let door = try SilentServer(isCrowded: isCrowded)
    // Without TLS an open door is a connection, and what follows has another limit.
    guard scheme == "https" || isCrowded else { return }

    let result = await CurlTransport.forTests(limits: Self.impatient).result(
      of: HTTPRequest(.get, "\(scheme)://127.0.0.1:\(door.port)/"))

    // Nothing of the request was sent.
    #expect(result == .failure(.notConnected))
  }
}

/// A port at which connections are made, and nobody comes; a crowded one has no room for another,
/// so that the system drops whatever knocks.
private final class SilentServer {
  private struct Stuck: Error {}

  private var files: [CInt] = []
  private(set) var port = 0

  init(isCrowded: Bool) throws {
    let listener = socket(AF_INET, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    files.append(listener)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isOpen = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(listener, address, length) == 0 && listen(listener, isCrowded ? 0 : 8) == 0
          && getsockname(listener, address, &length) == 0
      }
    }
    guard isOpen else { throw Stuck() }
    port = Int(UInt16(bigEndian: address.sin_port))
    for number in 0..<(isCrowded ? 3 : 0) {
      // The first waits until it has taken the only place.
      let patience = number == 0 ? 0 : SOCK_NONBLOCK.rawValue
      let visitor = socket(
        AF_INET, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | patience), 0)
      files.append(visitor)
      withUnsafePointer(to: &address) { address in
        address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          _ = connect(visitor, $0, length)
        }
      }
    }
  }

  deinit { for file in files { close(file) } }
}
