internal import FeedDomain

/// Known notifications, latest first, grouped by topic.
struct NotificationList: Equatable {
  /// Maximum number of notifications.
  static let limit = 400

  private(set) var notifications: [Notification] = []
  /// The cursor to older notifications; nil at the end.
  private(set) var next: Cursor?
  /// True if a page was fetched.
  private(set) var isFetched = false

  init(_ held: [Notification] = []) { notifications = held }

  /// Adds the newest page. Stored notifications stay if the page overlaps them; otherwise some may
  /// be missing, and the list starts again with the page.
  mutating func takeLatest(_ page: Page<Notification>) {
    let held = notifications
    let oldest = page.elements.map(\.at).min()
    let reachesDown =
      page.next == nil || oldest.map { edge in held.contains { $0.at >= edge } } ?? true
    notifications = reachesDown && page.next != nil ? held : []
    merge(page.elements, from: nil, held: held)
    if !isFetched || !reachesDown || page.next == nil { next = page.next }
    isFetched = true
  }

  /// Adds a live notification; false if it is known.
  mutating func takeNew(_ notice: Notification) -> Bool {
    let place = notifications.firstIndex { $0.topic == notice.topic }
    if let place, notifications[place].id == notice.id { return false }
    let joined = place.map { notifications.remove(at: $0).adding(notice) } ?? notice
    notifications = (notifications + [joined]).sorted { ($0.at, $0.id.rawValue) > ($1.at, $1.id.rawValue) }
    notifications = Array(notifications.prefix(Self.limit))
    return true
  }

  /// Appends an older page; true if it has anything new. The list ends at a page without anything
  /// new that leads to itself, as old snac servers ignore the cursor.
  mutating func takeOlder(_ page: Page<Notification>) -> Bool {
    let before = notifications
    merge(page.elements, from: page.elements.map(\.at).max(), held: notifications)
    let isNew = notifications != before
    next = !isNew && page.next == next ? nil : page.next
    return isNew
  }

  /// Removes notifications; true if there were any.
  mutating func forget(where isGone: (Notification) -> Bool) -> Bool {
    let count = notifications.count
    notifications.removeAll(where: isGone)
    return notifications.count < count
  }

  mutating func confirm(_ post: Post) {
    notifications = notifications.map { $0.post?.id == post.id ? $0.with(post) : $0 }
  }

  /// Replaces the notifications in the page's time span.
  private mutating func merge(_ page: [Notification], from latest: Timestamp?, held: [Notification])
  {
    guard let oldest = page.map(\.at).min() else { return }
    let topics = Set(page.map(\.topic))
    let rest = notifications.filter { notice in
      !topics.contains(notice.topic)
        && (notice.at < oldest || latest.map { notice.at > $0 } ?? false)
    }
    let known = Dictionary(held.map { ($0.topic, $0) }) { first, _ in first }
    let fresh = page.map { notice in known[notice.topic].map { notice.joined(by: $0) } ?? notice }
    notifications = (fresh + rest).sorted { ($0.at, $0.id.rawValue) > ($1.at, $1.id.rawValue) }
    notifications = Array(notifications.prefix(Self.limit))
  }
}

extension Page<Notification> {
  /// Returns the page with implausible dates replaced, so that the service's order stays.
  func dated(now: Timestamp) -> Page {
    let dates = elements.map(\.at).ordered(now: now)
    return Page(zip(elements, dates).map { $0.dated($1) }, next: next)
  }
}
