import FeedDomain
import Glibc
import Testing

@testable import TweetieTUI

struct LoggedServicesTests {
  private let directory: String
  private let services: LoggedServices

  init() throws {
    var template = Array("/tmp/tweetie-calls-XXXXXX".utf8CString)
    try #require(template.withUnsafeMutableBufferPointer { mkdtemp($0.baseAddress!) } != nil)
    directory = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    var stub = ServiceStub(pages: [FeedPage([], older: nil)])
    stub.signOutFailure = .refused("Ada may not leave")
    let log = FileLog(
      path: "\(directory)/log", thresholds: [.network: .info], world: WorldStub())
    services = LoggedServices(services: stub, log: log, world: WorldStub())
  }

  /// The lines of the log without their times; the log goes with them.
  private func lines() throws -> [String] {
    defer {
      unlink("\(directory)/log")
      rmdir(directory)
    }
    let text = try #require(SourceTree.text(at: "\(directory)/log"))
    return text.split(separator: "\n").map { String($0.split(separator: " ", maxSplits: 1)[1]) }
  }

  @Test func `a call is noted by its kind, its answer and its time`() async throws {
    let connection = try #require(services.connection(for: CommandStage.ada))

    _ = try await connection.feeds.page(of: .tag("secret"), .latest)
    _ = try await connection.publishing?.send(
      .mark(Post.ID("77"), .liked, true), key: OutboxItem.ID("k"))

    #expect(
      try lines() == [
        "info network: page of tag, latest: 0 entries, 0 ms",
        "info network: send mark 1 on: done, 0 ms",
      ])
  }

  @Test func `a failure is noted without names or the service's words`() async throws {
    let gateway = try #require(services.signIn(to: .tweetie))

    await #expect(throws: FeedError.self) {
      try await gateway.signIn(Credentials(user: "ada", password: Secret("wrong")))
    }
    await #expect(throws: FeedError.self) { try await gateway.signOut(CommandStage.ada) }

    #expect(
      try lines() == [
        "info network: sign in: invalid credentials, 0 ms",
        "error network: sign out: refused, 0 ms",
      ])
  }
}
