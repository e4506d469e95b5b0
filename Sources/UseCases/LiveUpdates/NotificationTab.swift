package import FeedDomain

/// A tab of the notifications scene.
package enum NotificationTab: CaseIterable, Sendable {
  case all
  /// A tab with mentions and quotes.
  case mentions
  /// A tab with likes, boosts and reactions.
  case reactions
  /// A tab with follows and follow requests.
  case follows
  case polls
  /// A tab with all other kinds of notifications.
  case others

  /// Returns the tabs for the kinds a service sends; none if one would suffice.
  package static func parts(of kinds: Set<Notification.Kind>) -> [NotificationTab] {
    let parts = Set(kinds.map(NotificationTab.init))
    return parts.count < 2 ? [] : allCases.filter { $0 == .all || parts.contains($0) }
  }

  /// Returns whether a notification belongs in the tab.
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
