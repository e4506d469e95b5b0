package import FeedDomain

/// A gateway for servers that are read without an account, with the test's replies.
package actor StubPublicServers: AccountlessReadingGateway {
  private let page: FeedPage
  private let conversation: Conversation?
  private let error: FeedError?
  package private(set) var asked: [String] = []

  package init(
    page: FeedPage = FeedPage([], older: nil), conversation: Conversation? = nil,
    error: FeedError? = nil
  ) {
    (self.page, self.conversation, self.error) = (page, conversation, error)
  }

  package func publicTimelinePage(
    of host: String, _ fetchRange: FetchRange
  ) async throws(FeedError) -> FeedPage {
    asked.append(host)
    if let error { throw error }
    return page
  }

  package func conversation(of post: Post.ID) async throws(FeedError) -> Conversation {
    asked.append(post.rawValue)
    if let error { throw error }
    guard let conversation else { throw .notFound }
    return conversation
  }

  /// Returns the host and id in an address such as "https://HOST/@NAME/ID"; nil for other posts.
  package nonisolated func idAtOriginalServer(of post: Post) -> AccountlessEntityID? {
    guard AccountlessEntityID(post.id) == nil, let parts = post.url?.split(separator: "/"),
      parts.count == 4
    else { return nil }
    return AccountlessEntityID(host: String(parts[1]), id: String(parts[3]))
  }
}
