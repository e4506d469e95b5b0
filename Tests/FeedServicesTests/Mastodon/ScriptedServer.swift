import Doubles
import FeedDomain
import Testing
import Threads

@testable import FeedServices

/// A server of the family that says of itself what each says, and lets in whoever has a token.
struct ScriptedServer: Sendable {
  /// What it is called in a table.
  let name: String
  /// What it calls itself.
  let software: String
  /// What it says of itself in the newer layout; nil where it has but the older.
  var newer: JSON?
  /// The same in the older.
  var older: JSON = [:]

  /// Those that are known, Mastodon's own in three versions.
  static let all = [
    mastodon("4.6", "4.6.0", api: 10), mastodon("4.4", "4.4.8", api: 6),
    mastodon("4.2", "4.2.27", api: nil),
    ScriptedServer(
      name: "GoToSocial", software: "gotosocial",
      newer: ["version": "0.20.1+git-0000000", "configuration": [:]]),
    ScriptedServer(
      name: "Akkoma", software: "akkoma",
      older: ["version": "2.7.2 (compatible; Akkoma 3.15.2)", "max_toot_chars": 5000]),
    ScriptedServer(
      name: "snac", software: "snac", older: ["version": "4.0.0 (not true; really snac/2.96)"]),
    ScriptedServer(
      name: "Pixelfed", software: "pixelfed",
      newer: [
        "version": "3.5.3 (compatible; Pixelfed 0.12.4)",
        "configuration": ["polls": ["max_options": 0]],
      ]),
    ScriptedServer(name: "Takahē", software: "takahe", older: ["version": "takahe/0.11.0"]),
  ]

  private static func mastodon(_ name: String, _ version: String, api: Int?) -> ScriptedServer {
    ScriptedServer(
      name: "Mastodon \(name)", software: "mastodon",
      newer: [
        "version": .string(version),
        "api_versions": api.map { ["mastodon": .number(String($0))] } ?? .null,
        "configuration": ["urls": ["streaming": "wss://home.example"]],
      ])
  }

  /// What an account there is offered.
  func connection() async throws -> ServiceConnection {
    let transport = StubTransport { request in
      let path = String(request.url.dropFirst("https://home.example".count).prefix { $0 != "?" })
      return answer(path).map { .json($0) } ?? .json(["error": "Record not found"], status: 404)
    }
    let fixture = NetworkContext.forTests(over: transport)
    let services = MastodonGatewayFactory(network: fixture, accounts: .none)
    let account = try await services.signIn.account(
      way: 1, [.server: Secret("home.example"), .token: Secret("token")])
    return try #require(services.connection(for: account))
  }

  private func answer(_ path: String) -> JSON? {
    switch path {
    case "/.well-known/nodeinfo":
      [
        "links": [
          [
            "rel": "http://nodeinfo.diaspora.software/ns/schema/2.0",
            "href": "https://home.example/nodeinfo/2.0",
          ]
        ]
      ]
    case "/nodeinfo/2.0": ["software": ["name": .string(software)]]
    case "/api/v2/instance": newer
    case "/api/v1/instance": older
    case "/api/v1/accounts/verify_credentials": ["id": "1", "acct": "sol", "username": "sol"]
    case "/api/v1/lists": []
    default: nil
    }
  }
}
