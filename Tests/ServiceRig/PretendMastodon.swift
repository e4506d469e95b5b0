internal import Threads

/// A server of the family on this machine: it keeps what is done to it, and lets in only who has
/// its code or its token.
public final class PretendMastodon: Sendable {
  /// What its browser page shows.
  public static let code = "the-code"
  /// What it lets in with.
  public static let token = "the-token"
  /// A post that refuses every like.
  public static let modest = "1490"

  struct State {
    /// The ids of the home stream, newest first.
    var posts = (1000..<1500).reversed().map { String($0) }
    var likes: Set<String> = []
    var boosts: Set<String> = []
    var bookmarks: Set<String> = []
    var written: [String: (id: String, text: String, reply: String?)] = [:]
    var isTokenGood = false
  }

  private let state = Guarded(State())
  private let server: Guarded<LoopbackServer?>

  /// Starts it, without anybody let in.
  public init() throws {
    server = Guarded(nil)
    let started = try LoopbackServer { [state] request in
      state.withLock { PretendMastodon.answer(request, &$0) }
    }
    server.withLock { $0 = started }
  }

  /// Its address, as "http://127.0.0.1:4711".
  public var origin: String { server.withLock { $0?.origin } ?? "" }
  /// What it was asked.
  public var requests: [RecordedRequest] { server.withLock { $0?.requests } ?? [] }
  /// The posts that were liked.
  public var likes: Set<String> { state.withLock { $0.likes } }
  /// The posts that were boosted.
  public var boosts: Set<String> { state.withLock { $0.boosts } }
  /// The posts that were bookmarked.
  public var bookmarks: Set<String> { state.withLock { $0.bookmarks } }
  /// What was written, with what it answers.
  public var written: [(text: String, reply: String?)] {
    state.withLock { $0.written.values.sorted { $0.id < $1.id }.map { ($0.text, $0.reply) } }
  }
  /// Whether it lets in whoever has the token.
  public var isTokenGood: Bool { state.withLock { $0.isTokenGood } }

  /// Makes the token worthless, as somebody might in the server's settings.
  public func spoilToken() { state.withLock { $0.isTokenGood = false } }

  /// Lets the settings of the server make a token.
  public func makeToken() { state.withLock { $0.isTokenGood = true } }

  /// So many people post something.
  public func post(_ count: Int) {
    state.withLock { state in
      let start = 1000 + state.posts.count
      state.posts = (start..<start + count).reversed().map { String($0) } + state.posts
    }
  }
}

extension PretendMastodon {
  private static func answer(_ request: RecordedRequest, _ state: inout State) -> ScriptedReply {
    if let reply = door(request, &state) { return reply }
    guard state.isTokenGood, request.header("Authorization") == "Bearer \(token)" else {
      return reply(["error": "The access token is invalid"], 401)
    }
    let parts = request.path.split(separator: "/").dropFirst(2).map(String.init)
    switch (request.method, parts.first, parts.last) {
    case ("GET", "accounts", "verify_credentials"): return reply(person("sol"))
    case ("GET", "accounts", "relationships"):
      return reply([["id": "ada", "following": true]])
    case ("GET", "accounts", "statuses"): return page(request, state.posts, state)
    case ("GET", "accounts", _): return reply(person(parts[1]))
    case ("GET", "timelines", "home"), ("GET", "timelines", "swift"):
      return page(request, state.posts, state)
    case ("GET", "bookmarks", _):
      return page(request, state.posts.filter(state.bookmarks.contains), state)
    case ("GET", "statuses", "favourited_by"):
      return reply(.array((state.likes.contains(parts[1]) ? ["sol", "ada"] : ["ada"]).map(person)))
    case ("GET", "notifications", _):
      return reply([
        [
          "id": "1", "type": "favourite", "created_at": "2026-11-20T18:00:00Z",
          "account": person("ada"), "status": post("1000", state),
        ]
      ])
    case ("POST", "statuses", "statuses"): return publish(request, &state)
    case ("POST", "statuses", let verb?): return mark(parts[1], verb, &state)
    case ("GET", "statuses", _): return reply(post(parts[1], state))
    default: return reply(["error": "Record not found"], 404)
    }
  }

  /// What can be asked by everybody.
  private static func door(_ request: RecordedRequest, _ state: inout State) -> ScriptedReply? {
    switch (request.method, request.path) {
    case ("GET", "/api/v2/instance"):
      return reply(["domain": "pretend.example", "api_versions": ["mastodon": 7]])
    case ("POST", "/api/v1/apps"): return reply(["client_id": "app", "client_secret": "s"])
    case ("POST", "/oauth/token"):
      guard request.form["code"] == code, request.form["client_secret"] == "s" else {
        return reply(["error": "invalid_grant"], 400)
      }
      state.isTokenGood = true
      return reply(["access_token": .string(token), "token_type": "Bearer"])
    case ("POST", "/oauth/revoke"):
      if request.form["token"] == token { state.isTokenGood = false }
      return reply([:])
    default: return nil
    }
  }

  private static func page(
    _ request: RecordedRequest, _ ids: [String], _ state: State
  ) -> ScriptedReply {
    let limit = request.query["limit"].flatMap { Int($0) } ?? 20
    var rows = ids[...]
    if let below = request.query["max_id"] {
      rows = rows.drop { $0 != below }.dropFirst().prefix(limit)
    } else if let above = request.query["min_id"] {
      rows = rows.prefix { $0 != above }.suffix(limit)
    }
    rows = rows.prefix(limit)
    var headers: [String: String] = [:]
    if let first = rows.first, let last = rows.last {
      let next = last == ids.last ? "" : "<http://x\(request.path)?max_id=\(last)>; rel=\"next\", "
      headers["Link"] = next + "<http://x\(request.path)?min_id=\(first)>; rel=\"prev\""
    }
    return reply(.array(rows.map { post($0, state) }), headers: headers)
  }

  private static func mark(
    _ id: String, _ verb: String, _ state: inout State
  ) -> ScriptedReply {
    switch verb {
    case "favourite" where id == modest: return reply(["error": "Too modest"], 422)
    case "favourite": state.likes.insert(id)
    case "unfavourite": state.likes.remove(id)
    case "bookmark": state.bookmarks.insert(id)
    case "reblog":
      state.boosts.insert(id)
      return reply(["id": "b", "account": person("sol"), "reblog": post(id, state)])
    default: return reply(["error": "Record not found"], 404)
    }
    return reply(post(id, state))
  }

  private static func publish(_ request: RecordedRequest, _ state: inout State) -> ScriptedReply {
    let key = request.header("Idempotency-Key") ?? ""
    if state.written[key] == nil {
      let id = "own-\(state.written.count)"
      state.written[key] = (id, request.form["status"] ?? "", request.form["in_reply_to_id"])
      state.posts.insert(id, at: 0)
    }
    return reply(post(state.written[key]?.id ?? "", state))
  }

  private static func person(_ id: String) -> PretendJSON {
    ["id": .string(id), "acct": .string(id), "display_name": .string(id), "followers_count": 3]
  }

  private static func post(_ id: String, _ state: State) -> PretendJSON {
    let own = state.written.values.first { $0.id == id }
    return [
      "id": .string(id), "created_at": "2026-11-20T18:00:00Z",
      "account": person(own == nil ? "ada" : "sol"),
      "content": .string("<p>\(own?.text ?? "Post \(id)")</p>"), "visibility": "public",
      "in_reply_to_id": own?.reply.map { .string($0) } ?? .null,
      "favourites_count": state.likes.contains(id) ? 1 : 0,
      "favourited": .bool(state.likes.contains(id)), "reblogged": .bool(state.boosts.contains(id)),
      "bookmarked": .bool(state.bookmarks.contains(id)),
    ]
  }

  private static func reply(
    _ json: PretendJSON, _ status: Int = 200, headers: [String: String] = [:]
  ) -> ScriptedReply {
    .json(json.text, status: status, headers)
  }
}
