import Doubles
import FeedDomain
import ServiceRig
import Testing
import Threads

@testable import FeedServices

/// What goes wrong between here and a server of Mastodon's family, for each kind of request.
@Suite struct MastodonFaultTests {
  /// Something that is asked of the server.
  enum Call: String, CaseIterable, Sendable {
    case home, older, newer, conversation, like, publish, upload, notifications, search, profile,
      marks

    func make(at connection: ServiceConnection) async throws {
      let key = OutboxItem.ID("key")
      switch self {
      case .home: _ = try await connection.feeds.feedPage(of: .home, .latest)
      case .older: _ = try await connection.feeds.feedPage(of: .home, .older(Cursor("max_id=7")))
      case .newer: _ = try await connection.feeds.feedPage(of: .home, .newer(FeedEntry.ID("7")))
      case .conversation: _ = try await connection.feeds.conversation(of: Post.ID("7"))
      case .like:
        _ = try await connection.publishing?.sendChange(.mark(Post.ID("7"), .liked, true), key: key)
      case .publish:
        let draft = Draft(id: Draft.ID("d"), text: "Hello")
        _ = try await connection.publishing?.sendChange(.publish(draft), key: key)
      case .upload:
        let picture = PreparedPicture(
          bytes: Array(repeating: 7, count: 70_000), mediaType: "image/jpeg",
          size: PhotoSize(width: 1, height: 1))
        _ = try await connection.uploads?.uploadPicture(picture, altText: "A", key: "k") { _ in }
      case .notifications: _ = try await connection.notifications?.notifications(after: nil)
      case .search: _ = try await connection.feeds.foundPosts(matching: "fog", after: nil)
      case .profile: _ = try await connection.people?.person(Person.ID("ada"))
      case .marks: _ = try await connection.markers?.lastReadEntry(in: .home)
      }
    }
  }

  /// Something that the server does, and what it means.
  enum Fault: String, CaseIterable, Sendable {
    case reset, resetInside, truncated, badChunk, bomb, page, errorPage, token, patience
    case patienceForever, impatience, nothing, nulls

    func reply(bomb: [UInt8]) -> ScriptedReply {
      let page = Array("<html>Hello".utf8)
      return switch self {
      case .reset: ScriptedReply([.reset])
      case .resetInside:
        ScriptedReply([.send(ScriptedReply.head(200, ["Content-Length": "900"]) + [0x5b]), .reset])
      case .truncated: .raw("HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n[", then: .close)
      case .badChunk:
        .raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n[]", then: .close)
      case .bomb: .reply(200, ["Content-Encoding": "gzip"], body: bomb)
      case .page: .reply(200, ["Content-Type": "text/html"], body: page)
      case .errorPage: .reply(502, ["Content-Type": "text/html"], body: page)
      case .token: .json(#"{"error":"The access token is invalid"}"#, status: 401)
      case .patience: .json("{}", status: 429, ["Retry-After": "70"])
      case .patienceForever: .json("{}", status: 429, ["Retry-After": "99999999"])
      case .impatience: .json("{}", status: 429)
      case .nothing: .reply(200)
      case .nulls: .reply(200, body: [UInt8](repeating: 0, count: 500))
      }
    }

    func meaning(at now: Timestamp) -> FeedError {
      switch self {
      case .reset, .resetInside, .truncated, .badChunk: .unreachable
      case .bomb: .tooLarge
      case .page, .nothing, .nulls: .badReply
      case .errorPage: .serverFailed(502)
      case .token: .signedOut
      case .patience: .rateLimited(until: now.timeAdvanced(by: .seconds(70)))
      case .patienceForever: .rateLimited(until: now.timeAdvanced(by: .seconds(900)))
      // The first wait where a server says nothing.
      case .impatience: .rateLimited(until: now.timeAdvanced(by: .seconds(30)))
      }
    }
  }

  private let world = PassingWorld(at: 1_795_199_400_000)
  private let log = LogSpy()

  private func connection(to server: LoopbackServer) throws -> ServiceConnection {
    let services = AllServices.forTests(world: world, log: log)
    var home = MastodonServer(address: server.origin)
    home.software = .mastodon
    home.apiVersion = 7
    let token = MastodonAccountSecret(access: Secret("canary"), application: nil, server: home)
    let account = Account(service: .mastodon, person: Person.ID("sol"), handle: "sol")
    return try #require(services.connection(for: SignedInAccount(account, token: token.secret)))
  }

  @Test(arguments: Call.allCases, Fault.allCases)
  func `each network fault maps to its error after one request`(call: Call, fault: Fault)
    async throws
  {
    let bomb = fault == .bomb ? GzipBomb.twentyMegabytesOfZeros : []
    let server = try LoopbackServer { _ in fault.reply(bomb: bomb) }
    let connection = try connection(to: server)

    let error = await failure { try await call.make(at: connection) }

    let meaning = fault.meaning(at: world.now)
    // Whether a post arrived whose reply was lost nobody knows.
    let isLost = call == .publish && meaning == .unreachable
    #expect(error == (isLost ? .outcomeUnknown : meaning))
    #expect(server.requests.count == 1)
    #expect(server.requests.allSatisfy { $0.header("Authorization") == "Bearer canary" })
    #expect(server.requests.allSatisfy { !$0.target.contains("canary") })
    #expect(!log.facts.joined().contains("canary"))
  }

  @Test(arguments: Call.allCases, [301, 302, 303, 307, 308])
  func `no API request follows a redirect to another host`(
    call: Call, status: Int
  ) async throws {
    let elsewhere = try LoopbackServer { _ in .json("[]") }
    let server = try LoopbackServer { [origin = elsewhere.origin] request in
      .redirect(status, to: origin + request.target)
    }
    let connection = try connection(to: server)

    let error = await failure { try await call.make(at: connection) }

    #expect(error == .badReply)
    #expect(elsewhere.requests == [])
    #expect(server.requests.count == 1)
  }

  @Test(arguments: [Fault.patience, .patienceForever, .impatience])
  func `a rate-limited server gets no request until the pause is over`(fault: Fault) async throws {
    let isOver = LockedValue(false)
    let server = try LoopbackServer { _ in
      isOver.withLock { $0 } ? .json("[]") : fault.reply(bomb: [])
    }
    let connection = try connection(to: server)
    let expected = fault.meaning(at: world.now)
    _ = await failure { try await connection.feeds.feedPage(of: .home, .latest) }

    for call in Call.allCases {
      let error = await failure { try await call.make(at: connection) }
      #expect(error == expected, "\(call)")
    }
    #expect(server.requests.count == 1)
    isOver.withLock { $0 = true }
    world.pass(.seconds(901))

    #expect(try await connection.feeds.feedPage(of: .home, .latest).entries == [])
  }
}
