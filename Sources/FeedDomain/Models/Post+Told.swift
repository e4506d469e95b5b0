extension Post {
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

extension Post.Content {
  /// The words to show first, with the rest folded away: why it is folded for the reader, and what
  /// its author put before it.
  public var cover: String? { Self.cover(fold: fold, warning: warning) }
  /// Whether it is folded away, for whatever reason.
  public var isFolded: Bool { mute != nil || cover != nil }

  /// Whether there is something to reveal.
  var hidesSomething: Bool {
    isFolded || quote?.warning != nil || photos.contains(where: \.isSensitive)
  }

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
    copy.photos = photos.filter { kept.contains($0.id.rawValue) }.map { photo in
      let words = draft.attachments.first { $0.uploaded == photo.id.rawValue }?.altText
      return photo.described(as: words ?? photo.altText)
    }
    return copy
  }
}
