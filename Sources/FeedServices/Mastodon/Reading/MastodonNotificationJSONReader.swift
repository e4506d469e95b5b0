internal import FeedDomain

struct MastodonNotificationReader {
  private let reader: MastodonReader

  init(_ reader: MastodonReader) { self.reader = reader }

  /// Parses a list of single Mastodon notifications; groups those of several people who liked or
  /// boosted one post, and those of followers.
  func notifications(_ json: JSON) -> [Notification] {
    var notifications: [Notification] = []
    var places: [String: Int] = [:]
    let shown = json.array.filter { reader.filterDecision($0["status"]) != .hide }
    for notification in shown.parsedElements({ notification($0) }) {
      guard let groupKey = notification.groupKey else {
        notifications.append(notification)
        continue
      }
      if let place = places[groupKey] {
        notifications[place] = notifications[place].merged(with: notification)
      } else {
        places[groupKey] = notifications.count
        notifications.append(notification)
      }
    }
    return notifications
  }

  /// Parses one Mastodon notification; with `isGrouped`, the key of its group is kept. nil for one
  /// that cannot be shown.
  func notification(_ json: JSON, isGrouped: Bool = false) -> Notification? {
    guard let id = json["id"].id else { return nil }
    let people = reader.person(json["account"]).map { [$0] } ?? []
    let post = reader.post(json["status"])
    let kind = Notification.Kind(mastodon: json["type"].string ?? "")
    let subject = notificationSubject(of: json, kind)
    // A notification without person, post and subject cannot be shown.
    guard !people.isEmpty || post != nil || subject != nil || kind.needsNobody else { return nil }
    return Notification(
      id: Notification.ID(id), kind: kind, people: people,
      group: isGrouped ? json["group_key"].nonEmptyString : nil, post: post, subject: subject,
      at: json["created_at"].string.flatMap(ISODate.timestamp) ?? Timestamp(milliseconds: 0))
  }

  /// Returns the subject of a Mastodon notification: its collection, or for an unknown type the
  /// server's own sentence; nil for other types.
  private func notificationSubject(
    of json: JSON, _ kind: Notification.Kind, in collections: [String: JSON] = [:]
  ) -> Notification.Subject? {
    switch kind {
    case .collected, .collectionEdit:
      let known = json["collection_id"].id.flatMap { collections[$0] } ?? .null
      let collection = json["collection"].isObject ? json["collection"] : known
      guard let name = collection["name"].nonEmptyString else { return nil }
      let url = MastodonReader.address(collection["url"])
      return Notification.Subject(
        title: name, url: url ?? MastodonReader.address(collection["uri"]))
    case .other:
      let title = HTMLReader.richText(json["fallback"]["title"].string ?? "").plain.trimmingBlanks
      return title.isEmpty ? nil : Notification.Subject(title: title)
    default: return nil
    }
  }

  /// Parses Mastodon's list of grouped notifications, whose people and posts are separate lists in
  /// the reply.
  func groupedNotifications(_ json: JSON) -> [Notification] {
    let people = Self.elementsByID(in: json["accounts"])
    let posts = Self.elementsByID(in: json["statuses"])
    let collections = Self.elementsByID(in: json["collections"])
    func postJSON(_ group: JSON) -> JSON { group["status_id"].id.flatMap { posts[$0] } ?? .null }
    let shown = json["notification_groups"].array.filter {
      reader.filterDecision(postJSON($0)) != .hide
    }
    return shown.parsedElements { group in
      guard let id = group["most_recent_notification_id"].id else { return nil }
      let kind = Notification.Kind(mastodon: group["type"].string ?? "")
      let names = group["sample_account_ids"].array.compactMap(\.id)
      let doers = names.compactMap { people[$0].flatMap(reader.person) }
      let post = reader.post(postJSON(group))
      let subject = notificationSubject(of: group, kind, in: collections)
      guard !doers.isEmpty || post != nil || subject != nil || kind.needsNobody else { return nil }
      return Notification(
        id: Notification.ID(id), kind: kind, people: doers,
        count: kind.isAboutPeople ? MastodonReader.countOrZero(group["notifications_count"]) : 0,
        group: group["group_key"].nonEmptyString, post: post, subject: subject,
        at: group["latest_page_notification_at"].string.flatMap(ISODate.timestamp)
          ?? (post?.isDated == true ? post?.createdAt : nil) ?? Timestamp(milliseconds: 0))
    }
  }

  private static func elementsByID(in json: JSON) -> [String: JSON] {
    Dictionary(json.array.compactMap { one in one["id"].id.map { ($0, one) } }) { first, _ in first
    }
  }
}

extension Notification.Kind {
  /// True if a notification of this kind can be shown without a person and a post.
  fileprivate var needsNobody: Bool { self == .severed || self == .warning }

  /// True if each notification in a group of this kind comes from another person.
  fileprivate var isAboutPeople: Bool {
    switch self {
    case .like, .boost, .follow, .reaction, .request, .newcomer: true
    default: false
    }
  }
}

extension Notification {
  /// The key of the group in which single Mastodon notifications are shown together; nil for a
  /// notification that is shown alone.
  fileprivate var groupKey: String? {
    switch kind {
    case .like, .boost, .reaction: post.map { "\(kind.rawValue):\($0.id.rawValue)" }
    case .follow: "follow"
    default: nil
    }
  }
}

extension Notification.Kind {
  /// The names of Mastodon's notification types with a kind of their own; for other types the
  /// server's sentence is shown.
  static let mastodonTypes = [
    "mention", "status", "reblog", "follow", "follow_request", "favourite", "poll", "update",
    "quote", "quoted_update", "severed_relationships", "moderation_warning", "admin.sign_up",
    "admin.report", "added_to_collection", "collection_update",
  ]

  /// Returns the kind of a notification with a type name of Mastodon, Pleroma or Pixelfed.
  init(mastodon name: String) {
    self =
      switch name {
      case "favourite": .like
      case "reblog", "share": .boost
      case "follow": .follow
      case "follow_request": .request
      case "mention", "direct", "comment", "tagged": .mention
      case "poll": .poll
      case "quote": .quote
      case "status": .published
      case "update": .edit
      case "quoted_update": .quoteEdit
      case "severed_relationships": .severed
      case "moderation_warning": .warning
      case "admin.report", "pleroma:report": .report
      case "admin.sign_up": .newcomer
      case "added_to_collection": .collected
      case "collection_update": .collectionEdit
      case "reaction", "pleroma:emoji_reaction": .reaction
      default: .other
      }
  }
}
