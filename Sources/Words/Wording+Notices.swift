package import FeedDomain
package import Terminal
package import UseCases

extension Wording {
  package var notifications: SafeText { say("Notifications") }
  package func newNotifications(_ count: Int) -> SafeText {
    plural("{count} notification", "{count} notifications", count)
  }
  package var noNotices: SafeText { say("No notifications yet.") }

  package func name(of tab: NoticeTab) -> SafeText {
    switch tab {
    case .all: say("All")
    case .mentions: say("Mentions")
    case .reactions: say("Likes and boosts")
    case .follows: say("Follows")
    case .polls: say("Polls")
    case .others: say("Other")
    }
  }

  package var nobodyAsks: SafeText { say("This is not a follow request.") }

  package func names(_ names: [SafeText], count: Int) -> SafeText {
    guard let first = names.first else { return "" }
    guard count > 1 else { return say("{name}", ["name": first]) }
    if count == 2, let other = names.dropFirst().first {
      return say("{name} and {other}", ["name": first, "other": other])
    }
    if let other = names.dropFirst().first {
      return plural(
        "{name}, {other} and {count} other", "{name}, {other} and {count} others", count - 2,
        ["name": first, "other": other])
    }
    return plural(
      "{name} and {count} other", "{name} and {count} others", count - 1, ["name": first])
  }

  /// Who did what to the reader; so many of them are named at most.
  package func happened(
    _ notice: Notice, to reader: Account, naming most: Int, _ name: (Person) -> SafeText
  ) -> SafeText {
    let people = notice.people.isEmpty ? notice.post.map { [$0.author] } ?? [] : notice.people
    return happened(
      notice.kind,
      names: names(people.prefix(most).map { name($0) }, count: max(people.count, notice.count)),
      count: max(1, notice.count), isAnswer: notice.post?.reply?.handle == reader.handle,
      subject: notice.subject?.title)
  }

  /// What so many people did; the names are theirs.
  package func happened(
    _ kind: Notice.Kind, names: SafeText, count: Int, isAnswer: Bool, subject: String? = nil
  ) -> SafeText {
    let title = SafeText(sanitizing: subject ?? "")
    let names = ["names": names, "collection": title]
    return switch kind {
    case .like: plural("{names} liked your post", "{names} liked your post", count, names)
    case .boost: plural("{names} boosted your post", "{names} boosted your post", count, names)
    case .likeOfBoosted:
      plural("{names} liked a post you boosted", "{names} liked a post you boosted", count, names)
    case .boostOfBoosted:
      plural(
        "{names} boosted a post you boosted", "{names} boosted a post you boosted", count, names)
    case .follow: plural("{names} follows you", "{names} follow you", count, names)
    case .mention where isAnswer: say("{names} replied to you", names)
    case .mention: say("{names} mentioned you", names)
    case .quote: say("{names} quoted you", names)
    case .poll: say("A poll you took part in has closed")
    case .reaction:
      plural("{names} reacted to your post", "{names} reacted to your post", count, names)
    case .request:
      plural("{names} asks to follow you", "{names} ask to follow you", count, names)
    case .published: say("{names} posted", names)
    case .edit: say("{names} edited a post you boosted", names)
    case .quoteEdit: say("{names} edited a post you quoted", names)
    case .severed: say("Servers disconnected: you lost followers, or people you follow")
    case .warning: say("The moderators of your server have warned you")
    case .report: say("{names} reported something to the moderators", names)
    case .newcomer:
      plural("{names} joined the server", "{names} joined the server", count, names)
    case .verified: say("{names} verified you", names)
    case .unverified: say("{names} no longer verifies you", names)
    case .joined: say("{names} joined through your starter pack", names)
    case .contact: say("{names}, one of your contacts, joined", names)
    case .collected where title.isEmpty: say("{names} added you to a collection", names)
    case .collected: say("{names} added you to the collection {collection}", names)
    case .collectionEdit where title.isEmpty:
      say("{names} changed a collection you are in", names)
    case .collectionEdit:
      say("{names} changed the collection {collection}, which you are in", names)
    case .other where !title.isEmpty: title
    case .other: say("Notification from {names}", names)
    }
  }
}
