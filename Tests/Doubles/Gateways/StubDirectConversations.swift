package import FeedDomain

/// A service with direct conversations, two in a page, whose calls a test can make fail.
package actor StubDirectConversations: DirectConversationGateway {
  package static let pageSize = 2

  private var all: [DirectConversation]
  private var failures: [FeedError] = []
  package private(set) var read: [DirectConversation.ID] = []

  package init(_ all: [DirectConversation]) { self.all = all }

  /// Makes the next calls for direct conversations fail with these errors, one each.
  package func fail(_ errors: FeedError...) { failures += errors }

  package func directConversations(
    after cursor: Cursor?
  ) async throws(FeedError) -> Page<DirectConversation> {
    if !failures.isEmpty { throw failures.removeFirst() }
    let start = cursor.flatMap { Int($0.rawValue) } ?? 0
    let end = min(all.count, start + Self.pageSize)
    return Page(
      Array(all[start..<end]), nextCursor: end < all.count ? Cursor(String(end)) : nil)
  }

  package func markConversationRead(_ id: DirectConversation.ID) async throws(FeedError) {
    if !failures.isEmpty { throw failures.removeFirst() }
    read.append(id)
  }
}

extension DirectConversation {
  package static func sample(
    _ id: String, _ people: String..., isUnread: Bool = false, last: Post? = nil
  ) -> DirectConversation {
    DirectConversation(
      id: ID(id), people: people.map { .sample($0) }, isUnread: isUnread, latestPost: last)
  }
}
