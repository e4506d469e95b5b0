extension Post {
  /// Where a service told of a post.
  public enum Telling: Hashable, Sendable {
    /// In a stream, as the reader wants to see it: what folds it away, or no longer does, is told.
    case inStream
    /// Somewhere else, as in a conversation, a search or a notice, where the reader's filters may not
    /// have been asked.
    case elsewhere
  }

  /// The post as it is known once a service told of it: as told, and as it is held where nothing was
  /// told.
  ///
  /// Kept are the marks and counts that were not told, when it was written or received first, where it
  /// was taken, whose post it answers, and its translation where it still says the same.
  /// What was told elsewhere is no less covered than what is held. Everything else is as it was told.
  public func merged(with held: Post?, told place: Telling) -> Post {
    var copy = self
    copy.own = own.union(held?.own.intersection(untold) ?? [])
    copy.untold = []
    copy.isDated = true
    if !isDated, let held { copy.createdAt = held.createdAt }
    guard let held else { return copy }
    copy.counts = counts.filled(from: held.counts)
    copy.content = content.placed(as: held.content).translated(as: held.content)
    copy.reply = reply?.filled(from: held.reply)
    if place == .elsewhere { copy.content = copy.content.covered(as: held.content) }
    return copy
  }

  /// The post as it is held, with what the service tells once somebody acted on it: the reader's
  /// own marks, the counts, the poll and the reactions.
  ///
  /// Everything else was read where the post is shown, under the reader's own filters.
  public func taking(marksOf told: Post) -> Post {
    let told = told.merged(with: self, told: .elsewhere)
    let polled = content.with(told.content.poll ?? content.poll)
    return with(polled.with(told.content.reactions))
      .with(counts: told.counts, own: told.own)
  }
}

extension Post.Counts {
  fileprivate func filled(from held: Post.Counts) -> Post.Counts {
    Post.Counts(
      replies: replies ?? held.replies, boosts: boosts ?? held.boosts, likes: likes ?? held.likes)
  }
}

extension Post.Reply {
  fileprivate func filled(from held: Post.Reply?) -> Post.Reply {
    guard handle == nil, let held, held.post == post else { return self }
    return held
  }
}

extension Post.Content {
  fileprivate func covered(as held: Post.Content) -> Post.Content {
    let sensitive = Set(held.photos.lazy.filter(\.isSensitive).map(\.id))
    var copy = self
    copy.fold = fold ?? held.fold
    copy.photos = photos.map { sensitive.contains($0.id) ? $0.covered : $0 }
    return copy
  }
}

extension Photo {
  /// The same, covered until somebody wants to see it.
  fileprivate var covered: Photo { changed(self) { $0.isSensitive = true } }
}
