internal import FeedDomain

extension Session {
  /// Returns posts from the service merged with the stored ones.
  func filled(_ posts: [Post], told place: Post.Origin) async -> [Post] {
    var filled: [Post] = []
    for post in posts { filled.append(post.merged(with: await held(post.id), told: place)) }
    return filled
  }

  /// Stores posts from outside a timeline, and notifies listeners; returns them merged.
  @discardableResult func keep(_ posts: [Post]) async throws(StoreError) -> [Post] {
    let (kept, changes) = try await shelf.feeds.keepMerged(
      posts, account: account.id, now: world.now)
    stored(changes)
    return kept
  }

  func held(_ post: Post.ID) async -> Post? {
    do throws(StoreError) {
      return try await shelf.feeds.post(post, account: account.id)
    } catch {
      note(error, doing: "read a post")
      return nil
    }
  }

  /// Returns the post that limits a draft's visibility; nil if there is none or it is not stored.
  func bounds(of draft: Draft) async throws(StoreError) -> Post? {
    guard draft.isWide, let answered = draft.replyTo else { return nil }
    return try await shelf.feeds.post(answered, account: account.id)
  }
}

extension Session {
  /// Returns whether a request may add to a stored conversation: not if it is complete without
  /// replies, or all replies were fetched.
  func mayLearn(of post: Post.ID, holding held: Conversation?) async -> Bool {
    guard let held, let focus = held.nodes.first(where: { $0.post.id == post })?.post else {
      return true
    }
    if focus.counts.replies == 0, held.nodes.first?.post.reply == nil { return false }
    do throws(StoreError) {
      return try await !shelf.feeds.hasConversation(of: post, account: account.id)
    } catch {
      note(error, doing: "read whether a conversation is held")
      return true
    }
  }

  /// Fetches a conversation. Saves the request for the post itself if it was fetched recently, or
  /// if the reader only passes.
  func askForConversation(
    of post: Post.ID, _ purpose: RequestPurpose
  ) async throws(FeedError) -> Conversation {
    let gateway = connection.feeds
    let isNew = purpose == .passing || lately.hasTold(post, at: world.now)
    let told = isNew ? await held(post) : nil
    return try await purpose.asking { () async throws(FeedError) in
      guard let told else { return try await gateway.conversation(of: post) }
      return try await gateway.conversation(of: post, told: told)
    }
  }

  /// Stores a conversation and its completeness; returns it with the folds of stored posts.
  func keep(_ conversation: Conversation) async throws(StoreError) -> Conversation {
    let kept = try await keep(conversation.nodes.map(\.post))
    lately.note(conversation.nodes.map(\.post.id), at: world.now)
    try await shelf.feeds.noteConversation(of: conversation.answered, account: account.id)
    return conversation.showing(kept)
  }
}

extension Conversation {
  /// The posts whose replies are complete, as far as known.
  fileprivate var answered: [Post.ID] {
    guard let start = nodes.firstIndex(where: { $0.post.id == focus }) else { return [] }
    let below = hasMore ? [] : nodes[(start + 1)...].prefix { $0.depth > nodes[start].depth }
    return [focus] + below.map(\.post.id).filter { !cut.contains($0) }
  }
}
