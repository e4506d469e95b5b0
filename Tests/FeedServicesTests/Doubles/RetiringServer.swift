import FeedDomain
import Threads

@testable import FeedServices

/// A service whose refresh tokens are good once, and at which the first access token has run out.
final class RetiringServer: Sendable {
  enum Kind: String, CaseIterable, Sendable {
    case bluesky, pixelfed, akkoma
  }

  static let origin = "https://home.example"

  let kind: Kind
  /// What happens between the trade of a token and the reply that tells the new one.
  private let trading: @Sendable () -> Void
  private let state = LockedValue((pair: 1, requests: [HTTPRequest]()))

  init(_ kind: Kind, trading: @escaping @Sendable () -> Void = {}) {
    self.kind = kind
    self.trading = trading
  }

  /// What was asked with a token that is good.
  var requests: [HTTPRequest] { state.withLock { $0.requests } }

  /// The account with the tokens of that number.
  func account(_ number: Int) -> SignedInAccount {
    let (access, refresh) = (Secret("access-\(number)"), Secret("refresh-\(number)"))
    switch kind {
    case .bluesky:
      return SignedInAccount(
        Account(service: .bluesky, person: Person.ID("did:plc:x"), handle: "sol.example.com"),
        token: BlueskyAccountSecret(
          access: access, refresh: refresh, home: BlueskyServerAndPinnedFeeds(server: Self.origin)
        ).secret)
    case .pixelfed, .akkoma:
      let kept: JSON = [
        "access": .string(access.revealed), "refresh": .string(refresh.revealed),
        "application": ["client_id": "id", "client_secret": "secret"],
        "server": ["origin": .string(Self.origin), "software": .string(kind.rawValue)],
      ]
      let account = Account(
        service: .mastodon, person: Person.ID("me"), handle: "sol", server: Self.origin)
      // As it is kept in the end, so that it can be compared.
      return SignedInAccount(
        account, token: MastodonAccountSecret(Secret(json: kept))?.secret ?? Secret(json: kept))
    }
  }

  /// Lets somebody in with new tokens, which makes all others worthless.
  func signIn() -> SignedInAccount {
    account(
      state.withLock { state in
        state.pair += 1
        return state.pair
      })
  }

  /// What is spoken to it over.
  var transport: StubTransport { StubTransport { self.answer($0) } }

  private static let posts = LockedValue(0)

  private func answer(_ request: HTTPRequest) -> HTTPReply {
    if let refresh = refreshToken(in: request) { return trade(refresh) }
    let number = state.withLock { $0.pair }
    guard number > 1, request.headers["Authorization"] == "Bearer access-\(number)" else {
      return kind == .bluesky
        ? .json(["error": "ExpiredToken", "message": "x"], status: 400)
        : .json(["error": "Unauthenticated."], status: 401)
    }
    state.withLock { $0.requests.append(request) }
    if request.url.contains("getRecord") { return .json(["error": "RecordNotFound"], status: 400) }
    // No two posts have one id, at whatever server of the tests.
    let id = Self.posts.withLock { count in
      count += 1
      return String(count)
    }
    guard kind != .bluesky else {
      return .json([
        "feed": [], "preferences": [], "views": [], "posts": [],
        "uri": .string("at://a/b/\(id)"), "cid": "c",
      ])
    }
    return .json(request.method == .get ? [] : MastodonPosts.post(id))
  }

  /// The token that is to be traded; nil where something else is asked.
  private func refreshToken(in request: HTTPRequest) -> String? {
    if request.url.hasSuffix("refreshSession") {
      return request.headers["Authorization"].map { String($0.dropFirst("Bearer ".count)) }
    }
    guard request.url.hasSuffix("/oauth/token"), case .form(let fields) = request.body else {
      return nil
    }
    return fields.first { $0.0 == "refresh_token" }?.1
  }

  private func trade(_ refresh: String) -> HTTPReply {
    let number = state.withLock { state -> Int? in
      guard refresh == "refresh-\(state.pair)" else { return nil }
      state.pair += 1
      return state.pair
    }
    guard let number else {
      return .json(["error": kind == .bluesky ? "ExpiredToken" : "invalid_grant"], status: 400)
    }
    trading()
    let (access, refresh) = (JSON.string("access-\(number)"), JSON.string("refresh-\(number)"))
    return kind == .bluesky
      ? .json(["accessJwt": access, "refreshJwt": refresh, "did": "did:plc:x"])
      : .json(["access_token": access, "refresh_token": refresh])
  }
}
