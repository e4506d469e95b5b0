extension Post {
  /// The post as it is held, with what the service tells once somebody acted on it: the reader's
  /// own marks, the counts and the poll.
  ///
  /// Everything else was read where the post is shown, under the reader's own filters.
  public func taking(marksOf told: Post) -> Post {
    with(content.with(told.content.poll ?? content.poll)).with(counts: told.counts, own: told.own)
  }

  /// The post as it was told somewhere else than where it is held: no less covered, and answering
  /// somebody by name.
  public func covered(as held: Post) -> Post {
    let sensitive = Set(held.content.photos.lazy.filter(\.isSensitive).map(\.id))
    let reply = reply.map { reply in
      Reply(
        to: reply.post,
        handle: reply.handle ?? (held.reply?.post == reply.post ? held.reply?.handle : nil))
    }
    var copy = self
    copy.content.fold = content.fold ?? held.content.fold
    copy.content.photos = content.photos.map { sensitive.contains($0.id) ? $0.covered : $0 }
    copy.reply = reply
    return copy
  }
}

extension Post.Content {
  /// The words to show first, with the rest folded away: why it is folded for the reader, and what
  /// its author put before it.
  public var cover: String? { Self.cover(fold: fold, warning: warning) }

  /// Both in one line; nil where there is neither.
  public static func cover(fold: String?, warning: String?) -> String? {
    let parts = [fold, warning].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: " – ")
  }
}

extension Post.Content {
  /// The same, saying what the draft says: its words stay plain until the service has read them.
  func rewritten(as draft: Draft) -> Post.Content {
    let warning = draft.warning.flatMap { $0.isEmpty ? nil : $0 }
    let kept = draft.attachments.compactMap(\.uploaded)
    var copy = self
    if draft.text != text.plain { copy.text = RichText(draft.text) }
    copy.warning = warning
    copy.photos = photos.filter { kept.contains($0.id.rawValue) }
    return copy
  }
}

extension Photo {
  /// The same, covered until somebody wants to see it.
  fileprivate var covered: Photo {
    var copy = self
    copy.isSensitive = true
    return copy
  }
}

extension FeedStore {
  /// Keeps posts that were told somewhere else than where they may be held, no less covered than
  /// they are there; returns them so.
  func keepCovered(
    _ posts: [Post], account: Account.ID
  ) async throws(StoreError) -> [Post] {
    var covered: [Post] = []
    for told in posts {
      let held = try await post(told.id, account: account)
      covered.append(held.map { told.covered(as: $0) } ?? told)
    }
    _ = try await keep(covered, account: account)
    return covered
  }
}
