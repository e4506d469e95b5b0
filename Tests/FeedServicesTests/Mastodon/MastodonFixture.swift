import Doubles
import FeedDomain
import Threads

@testable import FeedServices

/// A connection to a server whose every answer is chosen by the test.
struct MastodonFixture {
  let world = PassingWorld(at: MastodonSample.now.milliseconds)
  let transport: StubTransport
  let connection: MastodonConnection

  init(
    _ software: MastodonSoftware = .mastodon, apiVersion: Int = 10,
    answer: @escaping @Sendable (HTTPRequest) throws(TransportError) -> HTTPReply
  ) {
    var server = MastodonServer(address: "https://home.example")
    server.software = software
    server.apiVersion = apiVersion
    self.init(at: server, answer: answer)
  }

  init(
    at server: MastodonServer,
    answer: @escaping @Sendable (HTTPRequest) throws(TransportError) -> HTTPReply
  ) {
    transport = StubTransport { request throws(TransportError) in try answer(request) }
    let fixture = NetworkContext.forTests(over: transport, world: world)
    connection = MastodonConnection(
      account: Account(
        service: .mastodon, person: Person.ID("me"), handle: "sol", server: server.origin),
      server: server,
      client: fixture.serviceClient(
        at: server.origin, token: Secret("canary"), requestRules: MastodonRequestRules()),
      files: fixture.pictureClient(at: server.origin), world: world)
  }

  /// One that answers the same to everything.
  init(_ software: MastodonSoftware = .mastodon, apiVersion: Int = 10, always json: JSON) {
    self.init(software, apiVersion: apiVersion) { _ in .json(json) }
  }

  init(at server: MastodonServer, always json: JSON) {
    self.init(at: server) { _ in .json(json) }
  }

  var addresses: MastodonLinkResolver { MastodonLinkResolver(connection: connection) }
  var editing: MastodonPostEditor { MastodonPostEditor(connection: connection) }
  var completion: MastodonTagAndEmojiCompletion {
    MastodonTagAndEmojiCompletion(connection: connection)
  }
  var extras: MastodonOptionalInformation { MastodonOptionalInformation(connection: connection) }
  var feeds: MastodonFeeds { MastodonFeeds(connection: connection) }
  var markers: MastodonReadingMarks { MastodonReadingMarks(connection: connection) }
  var messages: MastodonDirectConversations { MastodonDirectConversations(connection: connection) }
  var notifications: MastodonNotifications { MastodonNotifications(connection: connection) }
  var people: MastodonPeople { MastodonPeople(connection: connection) }
  var photos: MastodonPhotos { MastodonPhotos(connection: connection) }
  var publishing: MastodonPublishing { MastodonPublishing(connection: connection) }
  var uploads: MastodonUploads { MastodonUploads(connection: connection) }

  /// What was asked, as "GET /path?query".
  var asked: [String] { transport.requests.map(\.line) }
}

extension HTTPRequest {
  /// The method with the path and query, and the form after them; JSON as a form with that word
  /// before it.
  var line: String {
    let home = "https://home.example"
    let path = url.hasPrefix(home) ? String(url.dropFirst(home.count)) : url
    let sent: String
    switch body {
    case .form(let fields): sent = fields.map { " \($0.0)=\($0.1)" }.joined()
    case .bytes(_, type: "application/json"): sent = " json" + Self.texts("", sentJSON)
    default: sent = ""
    }
    return "\(method.rawValue) \(path)\(sent)"
  }

  private static func texts(_ name: String, _ json: JSON) -> String {
    switch json {
    case .null: " \(name)=null"
    case .bool(let value): " \(name)=\(value)"
    case .string(let text), .number(let text): " \(name)=\(text)"
    case .array(let elements): elements.map { texts("\(name)[]", $0) }.joined()
    case .object(let members):
      members.map { texts(name.isEmpty ? $0.name : "\(name)[\($0.name)]", $0.value) }.joined()
    }
  }
}

extension HTTPReply {
  static func json(
    _ json: JSON, status: Int = 200, _ headers: HTTPHeaders = [:]
  ) -> HTTPReply {
    HTTPReply(status: status, headers: headers, body: json.encodedBytes())
  }
}

/// Invents posts.
enum MastodonPosts {
  static func post(_ id: String, photo: Bool = false, by author: String = "ada") -> JSON {
    [
      "id": .string(id), "created_at": "2026-11-20T18:00:00Z", "content": .string("<p>\(id)</p>"),
      "account": ["id": .string(author), "acct": .string(author)],
      "media_attachments": photo
        ? [["id": "1", "type": "image", "url": "https://files.example/1.jpg"]] : [],
    ]
  }

  static func page(_ ids: String...) -> JSON { .array(ids.map { post($0) }) }
}
