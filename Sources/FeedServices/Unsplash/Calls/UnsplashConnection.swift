internal import FeedDomain

/// What Unsplash offers to whoever has a key, and to whoever signed in.
struct UnsplashConnection: Sendable {
  /// Who looks with a key alone: nobody at the service.
  static let nobody = Person.ID("")
  /// What such an account is called here.
  static let handle = "guest"

  /// Asks with the key.
  let client: ServiceClient
  /// Fetches pictures, without it.
  let files: ServiceClient
  /// Where whoever signed in keeps photos; nil for who has but a key.
  var shelf: UnsplashShelf?
  /// Asks with the application's key for whoever took back what they allowed; nil where that is how
  /// it is asked anyway.
  var guest: ServiceClient?
  let world: any World
  /// Keeps what is learnt of the account; nil where nothing is.
  var notes: AccountNotes<UnsplashKey>?
  let revocation = Revocation()

  var reader: UnsplashReader {
    UnsplashReader(now: world.now, me: shelf?.handle, isBlind: revocation.isKnown)
  }

  /// What is the reader's own is not asked for with the key.
  @_semantics("optimize.sil.specialize.generic.never")
  func get<Value: Sendable>(
    _ path: String, isOwn: Bool = false,
    judging: @Sendable (HTTPReply) -> Result<Value, FeedError>? = { _ in nil },
    _ read: @Sendable (JSON, HTTPReply) throws(FeedError) -> Value
  ) async throws(FeedError) -> Value {
    try await revocation.ask(client, or: isOwn ? nil : guest) { client throws(FeedError) in
      try await client.json(HTTPRequest(.get, path), judging: judging, read)
    }
  }

  /// A page of a list, and the one after it where there is one.
  func page<Element: Sendable>(
    _ number: Int, of stream: UnsplashStream, isOwn: Bool = false,
    _ read: @Sendable (JSON) -> [Element]
  ) async throws(FeedError) -> Page<Element> {
    try await get(stream.page(number), isOwn: isOwn) { reply in
      // It takes the words for spam: nothing of it is gone.
      stream.isSearch && reply.status == 410
        ? .failure(.refused(reply.unsplashComplaint)) : nil
    } _: { json, reply throws(FeedError) in
      let page = json.isArray ? json : json["results"]
      guard page.isArray else { throw .badReply }
      // Nothing in it: whatever a link says, nothing follows.
      let goesOn =
        !page.array.isEmpty
        && (LinkHeader(reply).next != nil || number < json["total_pages"].count ?? 0)
      return Page(read(page), next: goesOn ? .page(number + 1) : nil)
    }
  }

  static func path(of photo: String) -> String { "/photos/\(WebQuery.encoded(photo))" }
}
