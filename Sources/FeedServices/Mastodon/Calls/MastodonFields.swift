internal import FeedDomain
internal import Threads

/// What is said of a post that is sent, as JSON or under the names that a form has for it.
struct MastodonFields: Equatable, Sendable {
  private var members: [JSON.Member] = []

  /// Adds a field to the request's body; a nil value adds nothing.
  mutating func add(_ name: String, _ value: JSON?) {
    if let value { members.append(JSON.Member(name: name, value: value)) }
  }

  mutating func add(_ name: String, _ text: String?) { add(name, text.map { JSON.string($0) }) }

  mutating func add(_ name: String, _ texts: [String]) {
    add(name, JSON.array(texts.map { .string($0) }))
  }

  var json: JSON { .object(members) }

  /// The fields as "poll[options][]" and "media_attributes[][id]"; what is empty has none.
  var form: [(String, String)] { members.flatMap { Self.form($0.name, $0.value) } }

  private static func form(_ name: String, _ value: JSON) -> [(String, String)] {
    switch value {
    case .null: []
    case .bool(let isTrue): [(name, isTrue ? "true" : "false")]
    case .string(let text), .number(let text): [(name, text)]
    case .array(let elements): elements.flatMap { form("\(name)[]", $0) }
    case .object(let members): members.flatMap { form("\(name)[\($0.name)]", $0.value) }
    }
  }
}

/// Sends posts as JSON, as Mastodon documents it: a form has no booleans, and some servers read
/// "true" as nothing. Where a server refuses that, it is sent forms from then on.
extension MastodonConnection {
  /// Sends the fields of a post and reads what came of it.
  func send<Value: Sendable>(
    _ fields: MastodonFields, _ method: HTTPRequest.Method, to path: MastodonPath,
    key: String? = nil, asForm: Bool = false,
    _ read: @Sendable (JSON, HTTPReply) throws(FeedError) -> Value
  ) async throws(FeedError) -> Value {
    // The transport must not repeat a new post by itself where the server does not know a repeat.
    var request = HTTPRequest(method, path.text, isRepeatable: method == .put)
    if let key { request.headers["Idempotency-Key"] = key }
    guard server.software.readsJSON, !asForm, !refusesJSON.withLock(\.self) else {
      request.body = .form(fields.form)
      return try await client.json(request, read)
    }
    request.body = .json(fields.json)
    let failure: FeedError
    do throws(FeedError) {
      return try await client.json(request, read)
    } catch {
      failure = error
    }
    guard server.software == .other, asksAgain(after: failure, method) else {
      throw failure
    }
    request.body = .form(fields.form)
    let value = try await client.json(request, read)
    refusesJSON.withLock { $0 = true }
    // What cannot be kept is found out again.
    try? await notes?.keep { $0.server.refusesJSON = true }
    return value
  }

  /// Whether what failed as JSON is sent as a form at once. A new post may have arrived where the
  /// server failed without a reason: it is sent as a form once it has been looked for.
  private func asksAgain(
    after failure: FeedError, _ method: HTTPRequest.Method
  ) -> Bool {
    guard case .serverFailed = failure else { return failure.isRefusal }
    if method == .post { refusesJSON.withLock { $0 = true } }
    return method == .put
  }
}
