import Doubles
import FeedDomain
import ServiceRig
import Testing
import Threads

@testable import FeedServices

/// What goes wrong between here and the services of photos.
@Suite struct PhotoServiceFaultTests {
  /// Something that a server does, and what it means.
  enum Fault: String, CaseIterable, Sendable {
    case reset, truncated, page, nothing, problem, refusedToken, patience, deep, noObject
    case badChunk

    var reply: ScriptedReply {
      switch self {
      case .reset: ScriptedReply([.reset])
      case .truncated: .raw("HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n[", then: .close)
      case .page: .reply(200, ["Content-Type": "text/html"], body: Array("<html>Hello".utf8))
      case .nothing: .reply(200)
      case .problem: .reply(502, ["Content-Type": "text/html"], body: Array("<html>".utf8))
      case .refusedToken: .json(#"{"error":"no"}"#, status: 401)
      case .patience: .json("{}", status: 429, ["Retry-After": "70"])
      case .deep: .json(String(repeating: "[", count: 5000))
      case .noObject: .json(#""a text""#)
      case .badChunk:
        .raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n[]", then: .close)
      }
    }

    func means(_ error: FeedError?, at now: Timestamp) -> Bool {
      switch self {
      case .reset, .truncated: error == .unreachable
      case .page, .nothing, .deep, .noObject: error == .badReply
      case .problem: error == .serverFailed(502)
      case .refusedToken: error == .signedOut
      case .patience: error == .rateLimited(until: now.timeAdvanced(by: .seconds(70)))
      case .badChunk: error == .unreachable || error == .badReply
      }
    }
  }

  private let world = PassingWorld(at: 1_795_199_400_000)

  /// What an account that was signed in to before meets at a server.
  private func connection(
    to service: Service, at server: LoopbackServer
  ) throws -> ServiceConnection {
    let services = AllServices.forTests(world: world, hosts: .photoServices(at: server.origin))
    let account = SignedInAccount(
      Account(service: service, person: Person.ID("1"), handle: "me"),
      token: service.token(obtainedAt: world.now))
    return try #require(services.connection(for: account))
  }

  private func stream(of service: Service) -> Feed { service == .flickr ? .trending : .photos }

  @Test(arguments: [Service.unsplash, .flickr, .instagram], Fault.allCases)
  func `each network fault maps to its error`(service: Service, fault: Fault) async throws {
    let server = try LoopbackServer { _ in fault.reply }
    let connection = try connection(to: service, at: server)

    let error = await failure {
      try await connection.feeds.feedPage(of: stream(of: service), .latest)
    }

    #expect(fault.means(error, at: world.now), "\(String(describing: error))")
  }

  @Test(arguments: [Service.unsplash, .flickr, .instagram], [301, 302, 307, 308])
  func `a redirect of a service request is not followed`(service: Service, status: Int) async throws
  {
    let elsewhere = try LoopbackServer { _ in .json("[]") }
    let server = try LoopbackServer { [origin = elsewhere.origin] request in
      .redirect(status, to: origin + request.target)
    }
    let connection = try connection(to: service, at: server)

    let error = await failure {
      try await connection.feeds.feedPage(of: stream(of: service), .latest)
    }

    #expect(error == .badReply)
    #expect(elsewhere.requests == [])
  }

  @Test(arguments: [Service.unsplash, .flickr, .instagram])
  func `a picture address in the local network is refused without a request`(
    service: Service
  ) async throws {
    let hidden = try LoopbackServer { _ in .reply(200, body: [1]) }
    let server = try LoopbackServer { _ in .reply(404) }
    let photos = try #require(try connection(to: service, at: server).photos)

    let error = await failure {
      try await photos.fetchPhotoBytes(
        of: .init(url: "\(hidden.origin)/1.jpg", size: PhotoSize(width: 1, height: 1))
      ) { _ in }
    }

    #expect(error == .refused(nil))
    #expect(hidden.requests == [])
  }
}
