internal import FeedDomain
internal import Threads

/// A set of the fields of a Mastodon post to send, which are encoded as JSON or as a form.
struct MastodonPostFields: Equatable, Sendable {
  private var members: [JSON.JSONMember] = []
  /// True if a form states empty arrays by an empty element, to clear the array of a published
  /// post; false if it leaves them out, since some servers refuse an empty element.
  var clearsArraysInForm = false

  mutating func addPostField(_ name: String, _ value: JSON?) {
    if let value { members.append(JSON.JSONMember(name: name, value: value)) }
  }

  mutating func addPostField(_ name: String, _ text: String?) {
    addPostField(name, text.map { JSON.string($0) })
  }

  mutating func addPostField(_ name: String, _ texts: [String]) {
    addPostField(name, JSON.array(texts.map { .string($0) }))
  }

  var json: JSON { .object(members) }

  /// The fields of the Mastodon post as form fields, with names such as "poll[options][]" and
  /// "media_attributes[][id]".
  var form: [(String, String)] {
    members.flatMap { member in
      clearsArraysInForm && member.value == .array([])
        ? [("\(member.name)[]", "")] : Self.postFormFields(member.name, member.value)
    }
  }

  private static func postFormFields(_ name: String, _ value: JSON) -> [(String, String)] {
    switch value {
    case .null: []
    case .bool(let isTrue): [(name, isTrue ? "true" : "false")]
    case .string(let text), .number(let text): [(name, text)]
    case .array(let elements): elements.flatMap { postFormFields("\(name)[]", $0) }
    case .object(let members): members.flatMap { postFormFields("\(name)[\($0.name)]", $0.value) }
    }
  }
}

extension MastodonConnection {
  /// Sends the fields of a Mastodon post to the server, and returns the value that `read` makes of
  /// the reply. The fields are sent as JSON, since a form has no booleans, and some servers ignore
  /// the text "true"; as a form to servers that do not accept JSON, also after a server of unknown
  /// software has refused it.
  func sendPostFields<Value: Sendable>(
    _ fields: MastodonPostFields, _ method: HTTPRequest.HTTPMethod, to path: MastodonAPIPath,
    key: String? = nil, asForm: Bool = false,
    _ read: @Sendable (JSON, HTTPReply) throws(FeedError) -> Value
  ) async throws(FeedError) -> Value {
    // The transport must not repeat a new post unless the server recognises repeats.
    var request = HTTPRequest(method, path.text, isRepeatable: method == .put)
    if let key { request.headers["Idempotency-Key"] = key }
    guard server.software.acceptsJSON, !asForm, !refusesJSON.withLock(\.self) else {
      request.body = .form(fields.form)
      return try await client.requestJSON(request, read)
    }
    request.body = .jsonBody(fields.json)
    let failure: FeedError
    do throws(FeedError) {
      return try await client.requestJSON(request, read)
    } catch {
      failure = error
    }
    guard server.software == .other, shouldRepeatAsForm(after: failure, method) else {
      throw failure
    }
    request.body = .form(fields.form)
    let value = try await client.requestJSON(request, read)
    refusesJSON.withLock { $0 = true }
    // If this cannot be stored, the server refuses JSON again after the next start.
    try? await storedFacts?.updateAccountFacts { $0.server.refusesJSON = true }
    return value
  }

  /// Returns true if a Mastodon post's fields that the server refused as JSON are to be sent again
  /// as a form. After an error of the server only an edit is repeated, as a new post may have been
  /// published; later new posts are sent as forms.
  private func shouldRepeatAsForm(after failure: FeedError, _ method: HTTPRequest.HTTPMethod)
    -> Bool
  {
    guard case .serverFailed = failure else { return failure.isRefusal }
    if method == .post { refusesJSON.withLock { $0 = true } }
    return method == .put
  }
}
