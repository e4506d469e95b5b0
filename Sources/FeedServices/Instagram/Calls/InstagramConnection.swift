internal import FeedDomain

/// What Instagram offers to one account: its own media and what is said about them.
struct InstagramConnection: Sendable {
  let account: Account
  /// Asks in the account's name.
  let client: ServiceClient
  /// Fetches pictures, in nobody's name.
  let files: ServiceClient
  let world: any World
  let renewal: InstagramRenewal
  let usage = InstagramUsage()

  var reader: InstagramReader { InstagramReader(me: account, now: world.now) }

  @_semantics("optimize.sil.specialize.generic.never")
  func get<Value: Sendable>(
    _ path: InstagramPath, _ read: @Sendable (JSON) throws(FeedError) -> Value
  ) async throws(FeedError) -> Value {
    try await ask(HTTPRequest(.get, path.text), read)
  }

  /// Asks for something, or has something done; how much is used up is learnt from every reply.
  @_semantics("optimize.sil.specialize.generic.never")
  func ask<Value: Sendable>(
    _ request: HTTPRequest, _ read: @Sendable (JSON) throws(FeedError) -> Value
  ) async throws(FeedError) -> Value {
    let listen: @Sendable (HTTPReply) -> Result<Value, FeedError>? = { [usage, world] reply in
      usage.note(reply, at: world.now)
      return nil
    }
    return try await client.json(request, judging: listen) { json, _ throws(FeedError) in
      try read(json)
    }
  }

  /// Asks for media in full, and where a field of it is refused for what every account may know.
  func media<Value: Sendable>(
    _ path: @Sendable (_ fields: [String]) -> InstagramPath,
    _ read: @Sendable (JSON) throws(FeedError) -> Value
  ) async throws(FeedError) -> Value {
    do throws(FeedError) {
      return try await get(path(InstagramReader.fields), read)
    } catch {
      guard case .refused = error else { throw error }
      return try await get(path(InstagramReader.plainFields), read)
    }
  }

  /// A medium of one's own.
  func post(_ medium: String) async throws(FeedError) -> Post {
    try await media { fields in
      InstagramPath(medium, fields: fields)
    } _: { json throws(FeedError) in
      guard let post = reader.post(json) else { throw .badReply }
      return post
    }
  }

  /// The position of the next page. Its address has the token in it and is left alone.
  static func next(in json: JSON) -> String? {
    let paging = json["paging"]
    return paging["next"].isNull ? nil : paging["cursors"]["after"].filledString
  }
}
