internal import FeedDomain

/// The notices that are known, the latest first, those together that tell the same.
struct NotificationList: Equatable {
  /// So many are held at most.
  static let limit = 400

  private(set) var notices: [Notification] = []
  /// How to ask for what is older than all that was fetched; nil at the end.
  private(set) var next: Cursor?
  /// Whether anything was fetched yet; before that the end is not known.
  private(set) var isFetched = false

  /// Begins with what is held.
  init(_ held: [Notification] = []) { notices = held }

  /// Takes the newest page.
  ///
  /// What is held and older stays, where the page reaches down to it; else something may be missing
  /// between them, and the page begins anew.
  mutating func takeLatest(_ page: Page<Notification>) {
    let held = notices
    let oldest = page.elements.map(\.at).min()
    let reachesDown =
      page.next == nil || oldest.map { edge in held.contains { $0.at >= edge } } ?? true
    notices = reachesDown && page.next != nil ? held : []
    merge(page.elements, from: nil, held: held)
    if !isFetched || !reachesDown || page.next == nil { next = page.next }
    isFetched = true
  }

  /// Takes one that the service told by itself; false where it was known.
  mutating func takeNew(_ notice: Notification) -> Bool {
    let place = notices.firstIndex { $0.topic == notice.topic }
    if let place, notices[place].id == notice.id { return false }
    let joined = place.map { notices.remove(at: $0).adding(notice) } ?? notice
    notices = (notices + [joined]).sorted { ($0.at, $0.id.rawValue) > ($1.at, $1.id.rawValue) }
    notices = Array(notices.prefix(Self.limit))
    return true
  }

  /// Takes the page below the fetched ones; returns whether it has anything new. The list ends at a
  /// page that has nothing new and leads to itself: older snac servers ignore the position, and send
  /// their whole list each time.
  mutating func takeOlder(_ page: Page<Notification>) -> Bool {
    let before = notices
    merge(page.elements, from: page.elements.map(\.at).max(), held: notices)
    let isNew = notices != before
    next = !isNew && page.next == next ? nil : page.next
    return isNew
  }

  /// Forgets those notices; true where there were any.
  mutating func forget(where isGone: (Notification) -> Bool) -> Bool {
    let count = notices.count
    notices.removeAll(where: isGone)
    return notices.count < count
  }

  mutating func confirm(_ post: Post) {
    notices = notices.map { $0.post?.id == post.id ? $0.with(post) : $0 }
  }

  /// Puts a page in place of what is held of its time.
  private mutating func merge(_ page: [Notification], from latest: Timestamp?, held: [Notification])
  {
    guard let oldest = page.map(\.at).min() else { return }
    let topics = Set(page.map(\.topic))
    let rest = notices.filter { notice in
      !topics.contains(notice.topic)
        && (notice.at < oldest || latest.map { notice.at > $0 } ?? false)
    }
    let known = Dictionary(held.map { ($0.topic, $0) }) { first, _ in first }
    let fresh = page.map { notice in known[notice.topic].map { notice.joined(by: $0) } ?? notice }
    notices = (fresh + rest).sorted { ($0.at, $0.id.rawValue) > ($1.at, $1.id.rawValue) }
    notices = Array(notices.prefix(Self.limit))
  }
}

extension Page<Notification> {
  /// The same page, where what has a date that cannot be right stays where the service told it.
  func dated(now: Timestamp) -> Page {
    let dates = elements.map(\.at).ordered(now: now)
    return Page(zip(elements, dates).map { $0.dated($1) }, next: next)
  }
}
