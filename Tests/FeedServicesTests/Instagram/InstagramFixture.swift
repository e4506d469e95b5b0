import Doubles
import FeedDomain

@testable import FeedServices

/// Instagram, with every answer chosen by the test.
struct InstagramFixture {
  static let account = Account(
    service: .instagram, person: Person.ID("17841400000000001"), handle: "lantern.room.invented")

  let stub: StubNetwork
  let connection: InstagramConnection

  init(answer: @escaping @Sendable (HTTPRequest) throws(TransportError) -> HTTPReply) {
    stub = StubNetwork(answer: answer)
    let token = InstagramAccountSecret(access: Secret("canary"), obtainedAt: stub.world.now)
    connection = InstagramConnection(
      account: Self.account,
      client: stub.network.serviceClient(
        at: "\(StubNetwork.home)/v25.0", token: token.secret, requestRules: InstagramRequestRules()),
      files: stub.network.serviceClient(
        at: StubNetwork.home, requestRules: InstagramRequestRules()),
      world: stub.world, renewal: InstagramTokenRenewer(token, renewal: nil, world: stub.world))
  }

  /// One that answers the same to everything.
  init(always json: JSON, status: Int = 200) { self.init { _ in .json(json, status: status) } }

  static func failure(_ code: Int, _ more: (String, JSON)...) -> JSON {
    let members = [("code", JSON.number(String(code))), ("message", "No")] + more
    return ["error": .object(members.map { JSON.JSONMember(name: $0.0, value: $0.1) })]
  }

  var feeds: InstagramFeeds { InstagramFeeds(connection: connection) }
  var photos: InstagramPhotos { InstagramPhotos(connection: connection) }
  var publishing: InstagramPublishing { InstagramPublishing(connection: connection) }

  /// What was asked, without the fields that were wanted.
  var asked: [String] {
    stub.asked.map { line in
      let parts = line.split(separator: "?", maxSplits: 1).map(String.init)
      let query = parts.count > 1 ? parts[1].split(separator: "&") : []
      let rest = query.filter { !$0.hasPrefix("fields=") }.joined(separator: "&")
      return rest.isEmpty ? parts[0] : "\(parts[0])?\(rest)"
    }
  }
}
