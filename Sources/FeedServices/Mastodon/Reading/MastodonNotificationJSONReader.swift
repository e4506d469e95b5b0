internal import FeedDomain

struct MastodonNotificationJSONReader {
  private let reader: MastodonJSONReader

  init(_ reader: MastodonJSONReader) { self.reader = reader }

  /// Parses Mastodon notifications that the server sends one by one; groups likes, boosts and
  /// reactions of the same post, and new followers.
  func parsedNotificationsGroupingSimilar(_ json: JSON) -> [Notification] {
    var notifications: [Notification] = []
    var places: [String: Int] = [:]
    let shown = json.array.filter { reader.parsedEffectOfMatchingFilters($0["status"]) != .hide }
    for notification in shown.parsedElements({ parsedNotification($0) }) {
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

  /// Parses one Mastodon notification, with the key of its group if `includesGroupKey`; nil for a
  /// notification that cannot be shown.
  func parsedNotification(_ json: JSON, includesGroupKey: Bool = false) -> Notification? {
    guard let id = json["id"].id else { return nil }
    let people = reader.parsedPersonWithPortrait(json["account"]).map { [$0] } ?? []
    let post = reader.parsedPost(json["status"])
    let kind = Notification.NotificationKind(mastodon: json["type"].string ?? "")
    let subject = subjectBesidesPost(of: json, kind)
    // A notification without person, post and subject cannot be shown.
    guard !people.isEmpty || post != nil || subject != nil || kind.isShownWithoutPeople else {
      return nil
    }
    return Notification(
      id: Notification.ID(id), kind: kind, people: people,
      group: includesGroupKey ? json["group_key"].nonEmptyString : nil, post: post,
      subject: subject,
      createdAt: json["created_at"].isoDate ?? Timestamp(milliseconds: 0))
  }

  /// Returns the subject of a Mastodon notification besides its post: the collection, or for a type
  /// that Tweetie does not know the server's own sentence, a chat message or the person's new
  /// account; nil for other types.
  private func subjectBesidesPost(
    of json: JSON, _ kind: Notification.NotificationKind, in collections: [String: JSON] = [:]
  ) -> Notification.NotificationSubjectBesidesPost? {
    switch kind {
    case .collected, .collectionEdit:
      let known = json["collection_id"].id.flatMap { collections[$0] } ?? .null
      let collection = json["collection"].isObject ? json["collection"] : known
      guard let name = collection["name"].nonEmptyString else { return nil }
      return Notification.NotificationSubjectBesidesPost(
        title: name, url: collection["url"].webAddress ?? collection["uri"].webAddress)
    case .other:
      let title = HTMLTextReader.richTextFromPostHTML(json["fallback"]["title"].string ?? "").plain
        .trimmingBlanks
      guard title.isEmpty else { return Notification.NotificationSubjectBesidesPost(title: title) }
      return chatMessageSubject(of: json) ?? accountMoveSubject(of: json)
    default: return nil
    }
  }

  /// Returns the author and the words of the chat message that a notification of Pleroma is about;
  /// nil for a notification without a message.
  private func chatMessageSubject(of json: JSON) -> Notification.NotificationSubjectBesidesPost? {
    let words = HTMLTextReader.richTextFromPostHTML(json["chat_message"]["content"].string ?? "")
      .plain
      .withSingleBlanks
    guard let person = reader.parsedPerson(json["account"]), !words.isEmpty else { return nil }
    return Notification.NotificationSubjectBesidesPost(title: "\(person.name): \(words)")
  }

  /// Returns the former and the new account of the person whose move a Mastodon notification is
  /// about; nil for other notifications.
  private func accountMoveSubject(of json: JSON) -> Notification.NotificationSubjectBesidesPost? {
    guard let person = reader.parsedPerson(json["account"]),
      let target = reader.parsedPerson(json["target"])
    else { return nil }
    return Notification.NotificationSubjectBesidesPost(
      title: "\(person.name) → @\(target.handle)", url: target.url)
  }

  /// Parses Mastodon's list of grouped notifications, whose people and posts are separate lists.
  func parsedGroupedNotifications(_ json: JSON) -> [Notification] {
    let people = Self.elementsByID(in: json["accounts"])
    let posts = Self.elementsByID(in: json["statuses"])
    let collections = Self.elementsByID(in: json["collections"])
    func jsonOfPost(_ group: JSON) -> JSON { group["status_id"].id.flatMap { posts[$0] } ?? .null }
    let shown = json["notification_groups"].array.filter {
      reader.parsedEffectOfMatchingFilters(jsonOfPost($0)) != .hide
    }
    return shown.parsedElements { group in
      guard let id = group["most_recent_notification_id"].id else { return nil }
      let kind = Notification.NotificationKind(mastodon: group["type"].string ?? "")
      let names = group["sample_account_ids"].array.compactMap(\.id)
      let doers = names.compactMap { people[$0].flatMap(reader.parsedPersonWithPortrait) }
      let post = reader.parsedPost(jsonOfPost(group))
      let subject = subjectBesidesPost(of: group, kind, in: collections)
      guard !doers.isEmpty || post != nil || subject != nil || kind.isShownWithoutPeople else {
        return nil
      }
      return Notification(
        id: Notification.ID(id), kind: kind, people: doers,
        count: kind.isAboutPeople ? group["notifications_count"].countOrZero : 0,
        group: group["group_key"].nonEmptyString, post: post, subject: subject,
        createdAt: group["latest_page_notification_at"].isoDate
          ?? (post?.isDated == true ? post?.createdAt : nil) ?? Timestamp(milliseconds: 0))
    }
  }

  private static func elementsByID(in json: JSON) -> [String: JSON] {
    Dictionary(json.array.compactMap { one in one["id"].id.map { ($0, one) } }) { first, _ in first
    }
  }
}

extension Notification.NotificationKind {
  /// True if a Mastodon notification of this kind is shown even if it names no person and no post.
  fileprivate var isShownWithoutPeople: Bool { self == .severed || self == .warning }

  /// True if Mastodon notifications of this kind can be shown as a group of the people who caused
  /// them, such as likes.
  fileprivate var isAboutPeople: Bool {
    switch self {
    case .like, .boost, .follow, .reaction, .request, .newcomer: true
    default: false
    }
  }
}

extension Notification {
  /// The key of the group in which a Mastodon notification is shown; nil if it is shown alone.
  fileprivate var groupKey: String? {
    switch kind {
    case .like, .boost, .reaction: post.map { "\(kind.rawValue):\($0.id.rawValue)" }
    case .follow: "follow"
    default: nil
    }
  }
}

extension Notification.NotificationKind {
  /// The names of those Mastodon notification types for which the program has a kind; the server's
  /// sentence is shown for other types.
  static let mastodonTypes = [
    "mention", "status", "reblog", "follow", "follow_request", "favourite", "poll", "update",
    "quote", "quoted_update", "severed_relationships", "moderation_warning", "admin.sign_up",
    "admin.report", "added_to_collection", "collection_update",
  ]

  /// Creates the notification kind for a type name of Mastodon, its forks, Pleroma or Pixelfed.
  init(mastodon name: String) {
    self =
      switch name {
      case "favourite": .like
      case "reblog", "share": .boost
      case "follow": .follow
      case "follow_request": .request
      case "mention", "direct", "comment", "tagged": .mention
      case "poll": .poll
      case "quote", "status_reference": .quote
      case "status", "list_status": .published
      case "update": .edit
      case "quoted_update": .quoteEdit
      case "severed_relationships": .severed
      case "moderation_warning": .warning
      case "admin.report", "pleroma:report": .report
      case "admin.sign_up": .newcomer
      case "added_to_collection": .collected
      case "collection_update": .collectionEdit
      case "reaction", "emoji_reaction", "pleroma:emoji_reaction": .reaction
      default: .other
      }
  }
}
