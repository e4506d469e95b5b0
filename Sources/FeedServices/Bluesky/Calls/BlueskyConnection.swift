internal import FeedDomain

/// A server of Bluesky's kind as one account has it: what all calls to it need.
struct BlueskyConnection: Sendable {
  let account: Account
  /// Where the account lives; its server asks others for what it does not know.
  let server: String
  /// Asks the server in the account's name.
  let client: ServiceClient
  /// Fetches pictures, in nobody's name.
  let files: ServiceClient
  let identity: BlueskyIdentity
  let world: any World
  let memory: BlueskyMemory
  /// In which languages the reader writes.
  let languages: [String]

  /// The one whose account it is.
  var me: Person.ID { account.person }

  /// Asks for something and reads it, away from the caller's actor.
  @_semantics("optimize.sil.specialize.generic.never")
  func get<Value: Sendable>(
    _ method: String, _ query: [(String, String?)] = [], labelers: [String] = [],
    _ read: @Sendable (JSON) throws(FeedError) -> Value
  ) async throws(FeedError) -> Value {
    var request = HTTPRequest(.get, XRPC(method, query).path)
    if !labelers.isEmpty {
      request.headers["atproto-accept-labelers"] = labelers.joined(separator: ", ")
    }
    return try await client.json(request) { json, _ throws(FeedError) in try read(json) }
  }

  /// Does something. All that we do has the same effect when done twice.
  func post(_ method: String, _ body: JSON) async throws(FeedError) {
    _ = try await client.send(
      HTTPRequest(.post, XRPC(method).path, body: .json(body), isRepeatable: true))
  }
}
