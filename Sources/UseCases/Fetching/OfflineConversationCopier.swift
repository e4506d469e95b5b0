internal import FeedDomain

/// Fetches the conversations of posts for offline reading.
@MainActor struct OfflineConversationCopier {
  private let ledger: OfflineCopyProgress

  init(_ ledger: OfflineCopyProgress) { self.ledger = ledger }

  /// Fetches the conversations of posts with ancestors or replies; returns the other posts in them.
  func run(for posts: [Post]) async -> [Post] {
    let wanted = Dictionary(posts.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    var begun: Set<Post.ID> = []
    var found: [Post.ID: Post] = [:]
    func take(_ conversation: Conversation) {
      if let first = conversation.nodes.first?.post.id { begun.insert(first) }
      for node in conversation.nodes where wanted[node.post.id] == nil {
        found[node.post.id] = node.post
      }
      ledger.offlineCopy.conversations = begun.count
    }
    // With the first of several comes what answers it: the others need no asking then.
    var looked: Set<Post.ID> = []
    for post in posts.flatMap({ [$0.topmost(among: wanted), $0] })
    where post.isInConversation && looked.insert(post.id).inserted {
      guard let held = await held(post.id) else { break }
      if await !session.mayLearn(of: post.id, holding: held) {
        take(held)
      } else if let told = await ledger.ask({ () async throws(FetchFailure) -> Conversation? in
        try await conversation(of: post)
      }), let told {
        take(told)
      }
    }
    return Array(found.values)
  }
}

extension OfflineConversationCopier {
  private var session: Session { ledger.session }

  private func held(_ post: Post.ID) async -> Conversation? {
    await ledger.read { () async throws(StoreError) in
      try await session.shelf.feeds.conversation(of: post, account: session.account.id)
    } ?? nil
  }

  /// Fetches and stores a conversation; nil if it is unavailable.
  private func conversation(of post: Post) async throws(FetchFailure) -> Conversation? {
    ledger.noteAnswer()
    let told: Conversation
    do throws(FeedError) {
      told = try await session.connection.feeds.conversation(of: post.id, told: post)
    } catch {
      // It is gone, or not for the reader's eyes: the others may still be had.
      guard error == .notFound || error.isRefusal else { throw .service(error) }
      return nil
    }
    guard !Task.isCancelled, !session.isOver else { throw .overtaken }
    do throws(StoreError) { return try await session.keep(told) } catch { throw .store(error) }
  }
}

extension Post {
  /// True if the post is a reply or has replies.
  fileprivate var isInConversation: Bool { reply != nil || (counts.replies ?? 0) > 0 }

  /// Returns the topmost ancestor among some posts.
  fileprivate func topmost(among posts: [ID: Post]) -> Post {
    var (top, seen) = (self, Set([id]))
    while let above = top.reply.flatMap({ posts[$0.post] }), seen.insert(above.id).inserted {
      top = above
    }
    return top
  }
}
