/// The software of the Mastodon family that a pretend server imitates.
public enum MastodonAccent: String, CaseIterable, Sendable {
  case mastodon
  case pixelfed
  case gotosocial
  case akkoma
  case snac
  case takahe
}

extension MastodonAccent {
  /// The version text that a server of this software states.
  var version: String {
    switch self {
    case .mastodon: "4.4.0"
    case .pixelfed: "3.5.3 (compatible; Pixelfed 0.12.4)"
    case .gotosocial: "0.17.3+git-0000000"
    case .akkoma: "2.7.2 (compatible; Akkoma 3.15.2)"
    case .snac: "4.0.0 (not true; really snac/2.96)"
    case .takahe: "takahe/0.11.0"
    }
  }

  /// True if servers of this software have the second version of the call `instance`.
  var hasSecondInstance: Bool { self != .akkoma && self != .snac }

  /// True if servers of this software list direct messages by conversation.
  var hasConversations: Bool { self == .mastodon || self == .gotosocial || self == .akkoma }

  /// Returns the id of the post with a number of four digits.
  public func id(_ number: Int) -> String {
    switch self {
    case .mastodon, .pixelfed, .takahe: String(number)
    case .gotosocial: "01JC5A7Q0W2D3E4F5G6H7J" + String(number)
    case .akkoma: "AnV3b9fTzQ2xYk" + String(number)
    // They may begin with a blank.
    case .snac: " 7d9f0c2b4a6e81537d9f0c2b4a6e" + String(number)
    }
  }

  /// Returns the number in the id of a post; nil for other ids.
  func number(of id: String) -> Int? { Int(id.suffix(4)) }

  /// Returns the id of the user's post with an index.
  func ownID(_ index: Int) -> String {
    self == .mastodon ? "own-\(index)" : id(9000 + index)
  }

  /// Returns the reply that refuses a request with a message.
  func refusal(_ words: String, _ status: Int) -> ScriptedReply {
    switch self {
    case .snac:
      .reply(status, ["Content-Type": "text/html"], body: Array("<h1>\(status)</h1>".utf8))
    // Whoever is let in nowhere, and what is not there, are both errors of its own.
    case .pixelfed where status == 401: .json(#"{"error":"Unauthenticated."}"#, status: 401)
    case .pixelfed where status == 404: .json(#"{"error":"Record not found"}"#, status: 500)
    default: .json(WireJSON.object(["error": .string(words)]).encoded, status: status)
    }
  }

  /// Returns the reply to a request that is refused before it is read; nil for others.
  func objection(to request: RecordedRequest) -> ScriptedReply? {
    guard self == .gotosocial, request.path.hasPrefix("/api/") else { return nil }
    guard request.header("User-Agent")?.isEmpty == false else {
      return refusal("I'm a teapot: no user-agent sent with request", 418)
    }
    let accepted = request.header("Accept") ?? "*/*"
    let takesJSON = ["*/*", "application/json", "application/*"].contains { accepted.contains($0) }
    return takesJSON ? nil : refusal("Not Acceptable", 406)
  }
}

extension MastodonAccent {
  /// Returns the reply to an edit of a post that the server cannot parse; nil for others.
  func failure(reading request: RecordedRequest) -> ScriptedReply? {
    guard !request.isJSON else { return nil }
    let form = request.form
    switch self {
    case .takahe where form["media_ids[]"] != nil:
      return .reply(500, ["Content-Type": "text/html"], body: Array("<h1>500</h1>".utf8))
    case .gotosocial where form["media_attributes[][id]"] != nil:
      return refusal("Bad Request: media_attributes", 400)
    default: return nil
    }
  }

  /// Returns true if the server marks the post of a request as sensitive.
  func isSensitive(_ request: RecordedRequest, warning: String) -> Bool {
    // A form has no booleans there, and only words cover anything.
    guard self == .snac else { return request.form["sensitive"] == "true" || !warning.isEmpty }
    return !warning.isEmpty
  }

  /// Returns the warning of a post after an edit.
  func warning(changedBy request: RecordedRequest) -> String {
    let warning = request.form["spoiler_text"] ?? ""
    guard self == .snac else { return warning }
    return request.json["sensitive"] == .bool(true) ? warning : ""
  }

  /// Returns the choices of a new post's poll, as the server parses the request.
  func answers(in request: RecordedRequest) -> [String] {
    if request.isJSON {
      return self == .snac ? [] : request.json["poll"]["options"].elements.map(\.text)
    }
    return request.text.split(separator: "&").filter { $0.hasPrefix("poll%5Boptions%5D%5B%5D=") }
      .map { WebForm.unescaped($0.drop { $0 != "=" }.dropFirst()) }
  }

  /// Returns the visibility of a post, as the server parses the request.
  func visibility(_ request: RecordedRequest, hasPoll: Bool) -> String {
    self == .snac && hasPoll ? "public" : request.form["visibility"] ?? "public"
  }
}

extension MastodonAccent {
  /// Returns a post in the form of the server's replies.
  func post(_ post: [String: WireJSON]) -> WireJSON {
    var post = post
    switch self {
    case .mastodon: break
    case .takahe: post["language"] = .null
    case .pixelfed:
      for name in ["favourited", "reblogged"] where post[name] == false { post[name] = .null }
      if post["in_reply_to_id"] == .null { post["in_reply_to_id"] = "" }
      post["reply_count"] = 0
    case .gotosocial:
      post["language"] = .null
      post["text"] = nil
    case .akkoma:
      post["quote"] = .null
      post["application"] = .null
      post["emoji_reactions"] = [["name": "🦊", "count": 1, "me": false]]
      post["pleroma"] = ["local": true]
    case .snac:
      post["language"] = "en"
      post["card"] = .null
      post["filtered"] = []
    }
    return .object(post)
  }

  /// Returns the reply to a boost.
  func boost(of post: WireJSON, by person: WireJSON) -> WireJSON {
    switch self {
    case .pixelfed, .takahe: return post
    case .akkoma:
      return [
        "id": "wrapper", "account": person, "content": "", "favourites_count": 0,
        "reblogs_count": 0, "favourited": false, "reblogged": true, "reblog": post,
      ]
    case .snac:
      return [
        "id": .string(post["id"].text.uppercased()), "account": person, "content": "",
        "reblog": post,
      ]
    case .mastodon, .gotosocial: return ["id": "b", "account": person, "reblog": post]
    }
  }

  /// Returns a picture in the form of the server's replies.
  func attachment(_ attachment: [String: WireJSON]) -> WireJSON {
    var attachment = attachment
    if self == .snac { attachment["meta"] = nil }
    return .object(attachment)
  }

  /// Returns relationships to people in the form of the server's replies.
  func relationships(_ all: [WireJSON]) -> WireJSON {
    // An array from which something was taken out is an object there.
    guard self == .pixelfed else { return .array(all) }
    return .object(Dictionary(uniqueKeysWithValues: all.enumerated().map { (String($0 + 1), $1) }))
  }
}
