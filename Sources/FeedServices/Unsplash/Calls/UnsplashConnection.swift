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

  var reader: UnsplashReader { UnsplashReader(me: shelf?.handle) }

  func get<Value: Sendable>(
    _ path: String, _ read: @Sendable (JSON, HTTPReply) throws(FeedError) -> Value
  ) async throws(FeedError) -> Value {
    try await client.json(HTTPRequest(.get, path), read)
  }

  static func path(of photo: String) -> String { "/photos/\(WebQuery.encoded(photo))" }
}
