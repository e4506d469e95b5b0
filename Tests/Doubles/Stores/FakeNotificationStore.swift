package import FeedDomain

/// Keeps notices in memory.
package actor FakeNotificationStore: NotificationStore {
  package private(set) var held: CachedNotifications

  package init(_ held: [Notification] = []) { self.held = CachedNotifications(held) }

  /// Holds these as from an earlier run.
  package func hold(_ notices: [Notification], readUntil: Timestamp? = nil) {
    held = CachedNotifications(notices, readUntil: readUntil)
  }

  package func notices(of account: Account.ID) -> CachedNotifications { held }

  package func keep(_ notices: [Notification], of account: Account.ID) {
    held = CachedNotifications(notices, readUntil: held.readUntil)
  }

  package func setNoticesRead(until moment: Timestamp, of account: Account.ID) {
    held = CachedNotifications(held.notices, readUntil: max(moment, held.readUntil ?? moment))
  }
}
