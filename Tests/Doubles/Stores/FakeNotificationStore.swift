package import FeedDomain

/// A store of notifications in memory.
package actor FakeNotificationStore: NotificationStore {
  package private(set) var held: NotificationsWithReadTime

  /// True if storing waits until `release` is called.
  private var isHeldBack = false

  package init(_ held: [Notification] = []) { self.held = NotificationsWithReadTime(held) }

  /// Sets the stored notifications, as if from an earlier run.
  package func hold(_ notifications: [Notification], readUntil: Timestamp? = nil) {
    held = NotificationsWithReadTime(notifications, readUntil: readUntil)
  }

  package func notifications(of account: Account.ID) -> NotificationsWithReadTime { held }

  package func holdBack() { isHeldBack = true }

  package func release() { isHeldBack = false }

  package func replaceStoredNotifications(_ notifications: [Notification], of account: Account.ID)
    async
  {
    while isHeldBack { await Task.yield() }
    held = NotificationsWithReadTime(notifications, readUntil: held.readUntil)
  }

  package func setNotificationsRead(until moment: Timestamp, of account: Account.ID) {
    held = NotificationsWithReadTime(
      held.notifications, readUntil: max(moment, held.readUntil ?? moment))
  }
}
