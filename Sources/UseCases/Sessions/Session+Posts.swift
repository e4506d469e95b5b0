internal import FeedDomain

extension Session {
  /// The posts, as they came from the service, with what is held of them where it did not tell.
  func filled(_ posts: [Post], told place: Post.Telling) async -> [Post] {
    var filled: [Post] = []
    for post in posts { filled.append(post.merged(with: await held(post.id), told: place)) }
    return filled
  }

  /// Keeps posts that were told elsewhere than where they may be held, and tells whoever shows them;
  /// returns them as they are held now.
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

  /// The post that a draft answers, as far as it matters for who may see the draft; nil where that is
  /// settled, or where it is not held.
  func bounds(of draft: Draft) async throws(StoreError) -> Post? {
    guard draft.isWide, let answered = draft.replyTo else { return nil }
    return try await shelf.feeds.post(answered, account: account.id)
  }
}

extension Session {
  /// Whether the service may know more of a conversation than is held: not where nothing answers
  /// the post and all that it answers is held, nor where all of it was fetched and no answer came
  /// since.
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

  /// A conversation as the service tells it. The post is not asked for as well where it was told a
  /// moment ago, nor where somebody only passes.
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

  /// Keeps a conversation as it came, and takes note of what came whole with it; returns it with what
  /// is covered where it was read before covered here.
  func keep(_ conversation: Conversation) async throws(StoreError) -> Conversation {
    let kept = try await keep(conversation.nodes.map(\.post))
    lately.note(conversation.nodes.map(\.post.id), at: world.now)
    try await shelf.feeds.noteConversation(of: conversation.answered, account: account.id)
    return conversation.showing(kept)
  }
}

extension Conversation {
  /// The posts of which it has what answers them, as far as it can be known.
  fileprivate var answered: [Post.ID] {
    guard let start = nodes.firstIndex(where: { $0.post.id == focus }) else { return [] }
    let below = hasMore ? [] : nodes[(start + 1)...].prefix { $0.depth > nodes[start].depth }
    return [focus] + below.map(\.post.id).filter { !cut.contains($0) }
  }
}
