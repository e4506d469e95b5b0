internal import FeedDomain

/// A record of the times of a session's latest requests, by which repeated requests are avoided.
struct LatestRequestTimes {
  /// The duration for which a fetched post is not fetched again.
  private static let minimumRefetchInterval = Duration.seconds(60)
  /// Maximum number of posts of which the time of the last fetch is remembered.
  private static let maximumPosts = 200
  /// The shortest interval of prefetches for posts that the user only selects in passing.
  private static let prefetchInterval = Duration.seconds(1)
  /// The shortest interval of notification requests by timelines in neighbouring columns.
  private static let notificationPace = Duration.seconds(10)

  private var fetchTimes: [Post.ID: Timestamp] = [:]
  private var postsByFetchTime: [Post.ID] = []
  private var lastPrefetch: Timestamp?
  private var requestedNotifications: Timestamp?

  mutating func recordPostFetches(of posts: [Post.ID], at now: Timestamp) {
    for post in posts where fetchTimes.updateValue(now, forKey: post) == nil {
      postsByFetchTime.append(post)
    }
    for post in postsByFetchTime.prefix(max(0, postsByFetchTime.count - Self.maximumPosts)) {
      fetchTimes[post] = nil
    }
    postsByFetchTime.removeFirst(max(0, postsByFetchTime.count - Self.maximumPosts))
  }

  func wasPostFetchedRecently(_ post: Post.ID, at now: Timestamp) -> Bool {
    fetchTimes[post].map { $0 <= now && now.elapsedTime(since: $0) < Self.minimumRefetchInterval }
      ?? false
  }

  /// Returns true if notifications may be requested now, and records the request.
  mutating func beginNotificationRequestIfDue(at now: Timestamp) -> Bool {
    if let requestedNotifications, requestedNotifications <= now,
      now.elapsedTime(since: requestedNotifications) < Self.notificationPace
    {
      return false
    }
    requestedNotifications = now
    return true
  }

  /// Records a prefetch for a post that the user selected in passing.
  mutating func recordPrefetch(at now: Timestamp) { lastPrefetch = now }

  func prefetchDelay(at now: Timestamp) -> Duration {
    guard let lastPrefetch, lastPrefetch <= now else { return .zero }
    return max(.zero, Self.prefetchInterval - now.elapsedTime(since: lastPrefetch))
  }
}

/// A record of which timelines are stored completely up to their live updates. Posts between the
/// last fetch and the start of live updates are missing until a later fetch, or until a gap marks
/// their position.
struct LiveUpdateCompleteness {
  /// A source of live updates, which is either a timeline or the notifications.
  enum LiveFeedOrNotifications: Hashable {
    case feed(Feed)
    case notifications
  }

  /// The interval at which timelines are fetched despite live updates, since services sometimes
  /// omit posts.
  static let interval = Duration.seconds(3_600)
  /// The shortest interval of requests that are caused by live updates.
  static let minimumRequestSpacing = Duration.seconds(15)

  /// The number of times that live updates have started, which tells whether a fetch began before
  /// their latest start.
  private var number = 0
  private var coveredSources: Set<LiveFeedOrNotifications> = []
  /// The time of the fetch that completed each timeline up to its live updates; a timeline without
  /// a time may lack posts.
  private var closed: [LiveFeedOrNotifications: Timestamp] = [:]

  /// Records that live updates of these timelines began; earlier posts may be missing.
  mutating func recordLiveUpdatesStart(of parts: Set<LiveFeedOrNotifications>) {
    number += 1
    (coveredSources, closed) = (parts, [:])
  }

  mutating func recordLiveUpdatesEnd() { (coveredSources, closed) = ([], [:]) }

  /// Returns the number of the latest start of live updates, for a fetch that begins now; nil
  /// without live updates for the timeline.
  func liveUpdatesStartNumber(of part: LiveFeedOrNotifications) -> Int? {
    coveredSources.contains(part) ? number : nil
  }

  /// Records that a fetch completed a timeline up to its live updates, if the fetch began after
  /// their latest start.
  mutating func recordCompleteFetch(
    of part: LiveFeedOrNotifications, since mark: Int?, at now: Timestamp
  ) {
    if let mark, mark == number { closed[part] = now }
  }

  /// Records that a live update was missed or not stored, so that a fetch is needed.
  mutating func recordMissedUpdate(in part: LiveFeedOrNotifications) { closed[part] = nil }

  /// Returns true if a timeline is stored completely up to its live updates.
  func isStoredCompletely(of part: LiveFeedOrNotifications) -> Bool { closed[part] != nil }

  /// Returns true if a recent fetch confirmed that a timeline is stored completely up to its live
  /// updates.
  func wasCompletenessConfirmedRecently(_ part: LiveFeedOrNotifications, at now: Timestamp) -> Bool
  {
    closed[part].map { $0 <= now && now.elapsedTime(since: $0) < Self.interval } ?? false
  }
}

/// A list of the user's own new posts, shown until the stored home timeline contains them.
struct NewOwnPosts {
  private(set) var entries: [FeedEntry] = []

  var isEmpty: Bool { entries.isEmpty }

  mutating func addNewOwnPost(_ post: Post) {
    removeNewOwnPosts([post.id])
    entries.append(FeedEntry(post))
  }

  mutating func removeNewOwnPosts(_ posts: Set<Post.ID>) {
    entries.removeAll { posts.contains($0.post.id) }
  }

  /// Returns timeline rows with the user's new posts inserted by date.
  func insertingNewOwnPosts(into rows: [FeedRow], now: Timestamp) -> [FeedRow] {
    var rows = rows
    let held = Set(rows.compactMap(\.entry?.id))
    for entry in entries where !held.contains(entry.id) {
      // Boosts are skipped, since the time of a boost is unknown; so are dates in the future.
      let newer = rows.lastIndex { row in
        guard let other = row.entry, other.boostedBy == nil else { return false }
        return other.post.createdAt > entry.post.createdAt && other.post.createdAt <= now
      }
      rows.insert(.entry(entry), at: newer.map { $0 + 1 } ?? 0)
    }
    return rows
  }
}

/// A cache in memory for the details of the latest photos.
struct PhotoDetailsCache {
  private static let maximumPhotos = 500

  private var details: [Photo.ID: PhotoDetails] = [:]
  private var photosByUse: [Photo.ID] = []

  subscript(photo: Photo.ID) -> PhotoDetails? {
    get { details[photo] }
    set {
      photosByUse.removeAll { $0 == photo }
      if newValue != nil { photosByUse.append(photo) }
      details[photo] = newValue
      if photosByUse.count > Self.maximumPhotos { details[photosByUse.removeFirst()] = nil }
    }
  }
}

/// A state of fetching a service's custom emoji, which are requested at the first colon typed in a
/// draft; the last state holds their names.
enum CustomEmojiState {
  case notRequested, requested
  case fetched([String])

  /// Returns the names of custom emoji that begin with a text; none until the emoji are fetched.
  func customEmojiNames(beginning: String) -> [String] {
    guard case .fetched(let names) = self else { return [] }
    let sought = beginning.lowercased()
    return names.filter { $0.lowercased().hasPrefix(sought) }
      .sorted { ($0.count, $0) < ($1.count, $1) }
  }
}
