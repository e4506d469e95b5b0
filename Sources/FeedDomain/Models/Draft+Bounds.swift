extension Post {
  /// Whether nobody sees it but those it mentions.
  public var isDirect: Bool { visibility == .mentioned }

  /// Whether it may be put before others: what only some may see is not, but by its author to
  /// their own followers.
  func canBeShared(byAuthor isOwn: Bool) -> Bool {
    switch visibility {
    case .everybody, .unlisted: true
    case .followers: isOwn
    case .mentioned, .oneself: false
    }
  }
}

extension Draft {
  /// The same draft, with all that follows it, for no more eyes than what it answers was meant for: an
  /// answer to what was said directly is never for others.
  package func bounded(by answered: Post?) -> Draft {
    guard let answered, answered.isDirect, replyTo == answered.id else { return self }
    return visible(to: .mentioned).followed(by: following.map { $0.visible(to: .mentioned) })
  }

  /// Whether more people might see it than what it answers.
  package var isWide: Bool { replyTo != nil && editing == nil && visibility != .mentioned }
}

extension DraftLimits {
  /// The same, where nothing but a direct answer may be chosen.
  package func bounded(by answered: Post?, for draft: Draft) -> DraftLimits {
    guard let answered, answered.isDirect, draft.replyTo == answered.id,
      canBeDirect
    else { return self }
    return changed(self) {
      // Where nothing else is direct, what is has limits of its own.
      if !visibilities.contains(.mentioned) { ($0.characters, $0.attachments) = (1000, 0) }
      $0.visibilities = [.mentioned]
    }
  }
}
