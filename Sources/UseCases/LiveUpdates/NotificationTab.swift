package import FeedDomain

/// A part of what happened to the reader, which can be looked at by itself.
package enum NotificationTab: CaseIterable, Sendable {
  case all
  /// What somebody wrote to the reader, or about words of theirs.
  case mentions
  /// What somebody did to their posts without a word.
  case reactions
  /// Whoever follows them, or asks to.
  case follows
  case polls
  /// What is told besides.
  case others

  /// The parts that there can be where a service tells of these; none where they are one.
  package static func parts(of kinds: Set<Notification.Kind>) -> [NotificationTab] {
    let parts = Set(kinds.map(NotificationTab.init))
    return parts.count < 2 ? [] : allCases.filter { $0 == .all || parts.contains($0) }
  }

  /// Whether what happened belongs there.
  package func holds(_ notice: Notification) -> Bool {
    self == .all || self == NotificationTab(notice.kind)
  }

  private init(_ kind: Notification.Kind) {
    self =
      switch kind {
      case .mention, .quote: .mentions
      case .like, .boost, .reaction, .likeOfBoosted, .boostOfBoosted: .reactions
      case .follow, .request, .newcomer, .joined, .contact: .follows
      case .poll: .polls
      case .published, .edit, .quoteEdit, .severed, .warning, .report, .verified, .unverified,
        .collected, .collectionEdit, .other:
        .others
      }
  }
}
