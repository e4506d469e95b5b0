internal import FeedDomain

/// What Unsplash has for an account, as it says when somebody signs in and once a day after that.
struct UnsplashLook: Sendable {
  /// Asks in the account's name.
  let client: ServiceClient

  /// Its topics; nil where it does not tell.
  func topics() async throws(FeedError) -> [UnsplashKey.Topic]? {
    try await glance("/topics?per_page=8") { $0.isArray ? UnsplashKey.topics($0) : nil }
  }

  /// What somebody put together; nil where it does not tell.
  func collections(of handle: String) async throws(FeedError) -> [UnsplashKey.Collection]? {
    try await glance("/users/\(WebQuery.encoded(handle))/collections?per_page=8") {
      $0.isArray ? UnsplashKey.collections($0) : nil
    }
  }

  /// Whether photos can be liked: only a clear answer says that they cannot. A limit, or a line that
  /// is down for the moment, would otherwise take likes away until the next sign-in.
  func hasLikes() async throws(FeedError) -> Bool {
    do throws(FeedError) {
      return try await client.json(HTTPRequest(.get, "/photos?per_page=1")) { json, _ in
        json[0].isNull || json[0]["liked_by_user"].bool != nil
      }
    } catch {
      switch error {
      case .cancelled: throw error
      case .refused, .notFound: return false
      default: return true
      }
    }
  }

  /// What is good to know, and can be done without.
  private func glance<Value: Sendable>(
    _ path: String, _ read: @Sendable (JSON) -> Value?
  ) async throws(FeedError) -> Value? {
    do throws(FeedError) {
      return try await client.json(HTTPRequest(.get, path)) { json, _ in read(json) }
    } catch {
      switch error {
      case .cancelled, .signedOut: throw error
      default: return nil
      }
    }
  }
}
