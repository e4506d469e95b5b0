internal import FeedDomain

/// A Bluesky notification as JSON, without the post that the notification is about.
struct BlueskyNotification: Sendable {
  let json: JSON
  let kind: Notification.NotificationKind
  /// The `at://` address of the post that the Bluesky notification is about; nil for a notification
  /// without a post.
  let post: String?

  init?(_ json: JSON) {
    guard let uri = json["uri"].nonEmptyString else { return nil }
    self.json = json
    let reason = json["reason"].string ?? ""
    kind = Notification.NotificationKind(bluesky: reason)
    let address =
      switch reason {
      case "mention", "reply", "quote", "subscribed-post": uri
      // The subject is a repost, whose record contains the address of the post.
      case "like-via-repost", "repost-via-repost":
        json["record"]["subject"]["uri"].nonEmptyString
      default: json["reasonSubject"].nonEmptyString
      }
    post = address.flatMap { ATProtocolAddress($0)?.collection == "app.bsky.feed.post" ? $0 : nil }
  }

  /// The key shared by Bluesky notifications that are shown as one, such as likes of a post; nil
  /// for a notification that is shown alone.
  fileprivate var groupKey: String? {
    switch kind {
    case .like, .boost, .likeOfBoosted, .boostOfBoosted: post.map { "\(kind.rawValue):\($0)" }
    case .follow: "follow"
    default: nil
    }
  }
}

struct BlueskyNotificationReader {
  private let reader: BlueskyJSONReader

  init(_ reader: BlueskyJSONReader) { self.reader = reader }

  /// Parses Bluesky notifications; joins likes or boosts of one post by several people into one
  /// notification, and new followers likewise. `posts` are the posts' JSON by address.
  func groupedNotifications(_ all: [BlueskyNotification], about posts: [String: JSON])
    -> [Notification]
  {
    var notifications: [Notification] = []
    var places: [String: Int] = [:]
    for one in all {
      guard let notification = parsedNotification(one, about: posts) else { continue }
      guard let groupKey = one.groupKey, let place = places[groupKey] else {
        if let groupKey = one.groupKey { places[groupKey] = notifications.count }
        notifications.append(notification)
        continue
      }
      notifications[place] = notifications[place].merged(with: notification)
    }
    return notifications
  }

  private func parsedNotification(_ notification: BlueskyNotification, about posts: [String: JSON])
    -> Notification?
  {
    let json = notification.json
    guard let id = json["uri"].nonEmptyString,
      let person = reader.parsedPersonWithPortrait(json["author"])
    else {
      return nil
    }
    let isBySomebody = notification.post == id
    // A mention or reply comes with the notification, but without counts and own marks.
    let whole = notification.post.flatMap { posts[$0] }
    let post =
      whole.map { reader.parsedPost($0) }
      ?? (isBySomebody ? reader.parsedPost(json)?.withoutCounts : nil)
    // A hidden post must not be announced by its notification.
    if isBySomebody, post == nil { return nil }
    return Notification(
      id: Notification.ID(id), kind: notification.kind, people: [person], post: post,
      createdAt: json["indexedAt"].isoDate ?? Timestamp(milliseconds: 0))
  }
}

extension Post {
  /// This post of a Bluesky notification, marked as fetched without details: its counts are
  /// unknown, as are likes, boosts and bookmarks of the user unless the post shows them.
  fileprivate var withoutCounts: Post {
    let marks: UserPostMarks = [.liked, .boosted, .bookmarked]
    return replacingCountsAndMarks(counts: .unknown, marks: userMarks).removingMarksAsUnknown(
      marks.subtracting(userMarks))
  }
}

extension Notification.NotificationKind {
  init(bluesky reason: String) {
    self =
      switch reason {
      case "like": .like
      case "repost": .boost
      // The post is usually another person's, which the user only boosted.
      case "like-via-repost": .likeOfBoosted
      case "repost-via-repost": .boostOfBoosted
      case "follow": .follow
      case "mention", "reply": .mention
      case "quote": .quote
      case "subscribed-post": .published
      case "verified": .verified
      case "unverified": .unverified
      case "starterpack-joined": .joined
      case "contact-match": .contact
      default: .other
      }
  }
}
