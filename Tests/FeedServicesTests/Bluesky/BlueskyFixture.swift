import Doubles
import FeedDomain
import Threads

@testable import FeedServices

/// A connection to a server whose every answer is chosen by the test; what a connection asks before
/// it reads anything is answered by itself.
struct BlueskyFixture {
  static let server = "https://home.example"
  static let session = BlueskyAccountSecret(
    access: Secret("access-1"), refresh: Secret("refresh-1"),
    home: BlueskyServerAndPinnedFeeds(server: server))
  private static let preferences = "/xrpc/app.bsky.actor.getPreferences"
  private static let labels = "/xrpc/app.bsky.labeler.getServices"

  let world = PassingWorld(at: BlueskySample.now.milliseconds)
  let transport: StubTransport
  let connection: BlueskyConnection

  init(
    preferences: JSON = ["preferences": []], languages: [String] = [], stateFolder: String? = nil,
    answer: @escaping @Sendable (HTTPRequest) throws(TransportError) -> HTTPReply
  ) {
    transport = StubTransport { request throws(TransportError) in
      if request.url == Self.server + Self.preferences { return .json(preferences) }
      if request.url.hasPrefix(Self.server + Self.labels) { return .json(["views": []]) }
      return try answer(request)
    }
    let fixture = NetworkContext.forTests(over: transport, world: world)
    let account = Account(service: .bluesky, person: BlueskySample.me, handle: "sol.example.com")
    let file = ModerationPreferencesFile(of: account.id, in: stateFolder)
    file.createPreferencesFileOnDisk()
    connection = BlueskyConnection(
      account: account,
      server: Self.server,
      client: fixture.serviceClient(
        at: Self.server, token: Self.session.secret, requestRules: BlueskyRequestRules()),
      files: fixture.pictureClient(at: Self.server),
      identity: BlueskyIdentityResolver(network: fixture, hosts: BlueskyPublicServers()),
      world: world,
      cache: BlueskyAccountCache(file), languages: languages)
  }

  /// One that answers the same to everything.
  init(
    preferences: JSON = ["preferences": []], stateFolder: String? = nil, always json: JSON
  ) {
    self.init(preferences: preferences, stateFolder: stateFolder) { _ in .json(json) }
  }

  var addresses: BlueskyLinkResolver { BlueskyLinkResolver(connection: connection) }
  var chats: BlueskyChats { BlueskyChats(connection: connection) }
  var extras: BlueskyOptionalInformation { BlueskyOptionalInformation(connection: connection) }
  var feeds: BlueskyFeeds { BlueskyFeeds(connection: connection) }
  var markers: BlueskyReadingMarks { BlueskyReadingMarks(connection: connection) }
  var notifications: BlueskyNotifications { BlueskyNotifications(connection: connection) }
  var people: BlueskyPeople { BlueskyPeople(connection: connection) }
  var photos: BlueskyPhotos { BlueskyPhotos(connection: connection) }
  var publishing: BlueskyPublishing { BlueskyPublishing(connection: connection) }
  var uploads: BlueskyUploads { BlueskyUploads(connection: connection) }

  /// What was asked besides what always is, as "GET method?query" or "POST method {…}".
  var asked: [String] {
    transport.requests.map(\.call).filter {
      !$0.contains("getPreferences") && !$0.contains("labeler.getServices")
    }
  }
}

extension HTTPRequest {
  /// The method of the server with what it is asked.
  var call: String {
    let home = "\(BlueskyFixture.server)/xrpc/"
    let path = url.hasPrefix(home) ? String(url.dropFirst(home.count)) : url
    switch body {
    case .bytes(let bytes, "application/json"):
      return "\(method.rawValue) \(path) \(String(decoding: bytes, as: UTF8.self))"
    case .bytes(let bytes, let type): return "\(method.rawValue) \(path) \(bytes.count) \(type)"
    default: return "\(method.rawValue) \(path)"
    }
  }

  /// The JSON in the body; nothing where there is none.
  var sentJSON: JSON {
    guard case .bytes(let bytes, "application/json") = body else { return .null }
    return (try? JSON(bytes)) ?? .null  // What is no JSON equals nothing that a test expects.
  }
}

/// Invents posts.
enum BlueskyPosts {
  static let author = "did:plc:ada"

  static func uri(_ name: String) -> String { "at://\(author)/app.bsky.feed.post/\(name)" }

  static func post(
    _ name: String, photo: Bool = false, viewer: JSON = [:], reply: JSON = nil
  ) -> JSON {
    [
      "uri": .string(uri(name)), "cid": .string("cid-\(name)"),
      "author": ["did": .string(author), "handle": "ada.example"],
      "record": [
        "text": .string(name), "createdAt": "2026-11-20T18:00:00.000Z", "reply": reply,
      ],
      "embed": photo
        ? [
          "$type": "app.bsky.embed.images#view",
          "images": [["thumb": "https://cdn.example/1.jpg", "alt": ""]],
        ] : nil, "viewer": viewer,
    ]
  }

  static func feed(_ names: String..., cursor: JSON = nil) -> JSON {
    ["feed": .array(names.map { ["post": post($0)] }), "cursor": cursor]
  }
}

extension FeedPage {
  /// The last parts of the entries' addresses.
  var names: [String] { entries.map { String($0.id.rawValue.split(separator: "/").last ?? "") } }
}
