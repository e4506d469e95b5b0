package import FeedDomain
package import Terminal
package import UseCases

extension Wording {
  package func title(of list: PeopleList) -> SafeText {
    switch list {
    case .likers: say("Likes")
    case .boosters: say("Boosts")
    case .followers: say("Followers")
    case .following: say("Following")
    case .familiar: say("Followers you know")
    case .featured: say("Featured people")
    case .suggested: say("People you might like")
    case .directory: say("People at this server")
    case .requests: say("Follow requests")
    case .matching(let words): say("People: {words}", ["words": words])
    }
  }

  package func emptyListText(in list: PeopleList) -> SafeText {
    switch list {
    case .likers: say("No likes yet.")
    case .boosters: say("No boosts yet.")
    case .followers: say("No followers yet.")
    case .following: say("Not following anybody yet.")
    case .familiar: say("Nobody you follow follows them.")
    case .featured: say("No featured people.")
    case .suggested: say("No suggestions.")
    case .directory: say("The directory is empty.")
    case .requests: say("No follow requests.")
    case .matching(let words): say("Nobody matches “{words}”.", ["words": words])
    }
  }

  package func peopleCountText(_ count: Int) -> SafeText {
    plural("{count} person", "{count} people", count)
  }
  package var fetchingPeople: SafeText { say("Fetching people") }
  package func retryHint(key: String) -> SafeText { say("{key} tries again.", ["key": key]) }

  package func followerCountText(_ count: Int) -> SafeText {
    plural("{count} follower", "{count} followers", count)
  }
  package func followedCountText(_ count: Int) -> SafeText {
    plural("{count} following", "{count} following", count)
  }
  package func postCountText(_ count: Int) -> SafeText {
    plural("{count} post", "{count} posts", count)
  }

  package func collectionTitle(_ name: SafeText) -> SafeText {
    say("Collection: {name}", ["name": name])
  }

  package func name(of tab: ProfileScene.ProfileTabKind) -> SafeText {
    switch tab {
    case .part(.posts): say("Posts")
    case .part(.answers): say("With replies")
    case .part(.photos): say("Photos")
    case .about: say("About")
    }
  }

  package func relationshipText(_ relationship: Relationship) -> SafeText {
    switch relationship {
    case .oneself: say("This is you.")
    case .followed: say("You follow them.")
    case .requested: say("You have requested to follow them.")
    case .stranger: say("You do not follow them.")
    case .muted: say("You have muted them.")
    case .mutedFollowed: say("You follow them, but have muted them.")
    case .blocked: say("You have blocked them.")
    }
  }

  /// Returns the text about the relationship between the user and a person in a list, such as "you
  /// follow, follows you"; empty if there is none, or if it is unknown.
  package func personRelationshipText(_ person: Person) -> SafeText {
    let own: SafeText? =
      switch person.relationship {
      case .oneself: say("you")
      case .followed, .mutedFollowed: say("you follow")
      case .requested: say("requested")
      case .blocked: say("blocked")
      case .muted: say("muted")
      case .stranger, nil: nil
      }
    let other = person.relationshipFlags?.followsReader == true ? say("follows you") : nil
    return [own, other].compactMap(\.self).joined(separator: ", ")
  }

  package func relationshipSentences(for relationshipFlags: RelationshipFlags) -> [SafeText] {
    let sentences: [(isSo: Bool, words: SafeText)] = [
      (relationshipFlags.followsReader, say("They follow you.")),
      (relationshipFlags.hidesBoosts, say("Their boosts are hidden.")),
      (relationshipFlags.notifiesOfPosts, say("Alerts for their posts are on.")),
      (relationshipFlags.blocksServer, say("Their server is blocked.")),
      (relationshipFlags.isFeatured, say("Featured on your profile.")),
      (relationshipFlags.subscribesToLabels, say("Their labels are shown.")),
    ]
    return sentences.filter(\.isSo).map(\.words)
  }
  package func privateNoteText(_ note: String) -> SafeText {
    say("Your note: {note}", ["note": note])
  }
  package var noPosts: SafeText { say("No posts yet.") }
  package var notOneself: SafeText { say("You cannot follow yourself.") }
  package var signOutUnmutes: SafeText { say("Your local mutes are erased with the last account.") }
  package var signedOut: SafeText { say("Signed out. Nothing of the account is left here.") }
  package var noMessages: SafeText { say("No messages yet.") }
  package var fetchingMessages: SafeText { say("Fetching messages") }

  /// Returns a number of unread posts, entries or conversations as text; empty for 0.
  package func unreadCountText(_ count: Int) -> SafeText {
    count == 0 ? "" : plural("{count} unread", "{count} unread", count)
  }

  /// Returns the names of the other people in a direct conversation as text; "Only you" if there
  /// are none.
  package func participantNames(_ people: [Person]) -> SafeText {
    let names = people.map {
      let name = SafeText(sanitizing: $0.spokenName)
      return name.isBlank ? SafeText(sanitizing: $0.handle) : name
    }
    return names.isEmpty ? say("Only you") : names.joined(separator: ", ")
  }

  /// Returns the last message of a direct conversation as text, marked if the user wrote it, and
  /// without the user's handle at the beginning. `isWhole` keeps the whole message, with the
  /// addresses of its links.
  package func lastMessageText(_ post: Post?, of reader: Account, isWhole: Bool = false) -> SafeText
  {
    guard let post else { return say("The last message was deleted.") }
    let words =
      foldReasonText(of: post.content)?.string
      ?? (isWhole ? post.content.text.withAddresses : post.content.text.plain)
      .split(separator: "\n").joined(separator: " ")
    let text = SafeText(
      sanitizing: isWhole ? words : words.directMessageExcerptWithoutHandle(for: reader))
    guard post.author.id == reader.person else { return text }
    return say("You: {words}", ["words": text.string])
  }

  package func conversationNotMarkedReadMessage(_ error: FeedError) -> SafeText {
    say("Not marked as read: {reason}", ["reason": sentence(for: error).string])
  }

  package var notifications: SafeText { say("Notifications") }
  package func newNotificationsText(_ count: Int) -> SafeText {
    plural("{count} notification", "{count} notifications", count)
  }
  package var noNotices: SafeText { say("No notifications yet.") }

  package func name(of tab: NotificationTab) -> SafeText {
    switch tab {
    case .all: say("All")
    case .mentions: say("Mentions")
    case .reactions: say("Likes and boosts")
    case .follows: say("Follows")
    case .polls: say("Polls")
    case .others: say("Other")
    }
  }

  package var notAFollowRequest: SafeText { say("This is not a follow request.") }

  package func joinedNames(_ names: [SafeText], count: Int) -> SafeText {
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

  /// Returns the sentence of a notification, such as "Ada and Bo liked your post", which names at
  /// most `most` people.
  package func notificationText(
    _ notice: Notification, to reader: Account, naming most: Int, _ name: (Person) -> SafeText
  ) -> SafeText {
    let people = notice.people.isEmpty ? notice.post.map { [$0.author] } ?? [] : notice.people
    return notificationTextWithNames(
      notice.kind,
      names: joinedNames(
        people.prefix(most).map { name($0) }, count: max(people.count, notice.count)),
      count: max(1, notice.count), isAnswer: notice.post?.reply?.handle == reader.handle,
      subject: notice.subject?.title)
  }

  /// Returns the sentence of a notification from its kind and the names of the people.
  package func notificationTextWithNames(
    _ kind: Notification.NotificationKind, names: SafeText, count: Int, isAnswer: Bool,
    subject: String? = nil
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
    case .request: plural("{names} wants to follow you", "{names} want to follow you", count, names)
    case .published: say("{names} posted", names)
    case .edit: say("{names} edited a post you boosted", names)
    case .quoteEdit: say("{names} edited a post you quoted", names)
    case .severed: say("Servers disconnected: you lost followers, or people you follow")
    case .warning: say("The moderators of your server have warned you")
    case .report: say("{names} reported something to the moderators", names)
    case .newcomer: plural("{names} joined the server", "{names} joined the server", count, names)
    case .verified: say("{names} verified you", names)
    case .unverified: say("{names} no longer verifies you", names)
    case .joined: say("{names} joined through your starter pack", names)
    case .contact: say("{names}, one of your contacts, joined", names)
    case .collected where title.isEmpty: say("{names} added you to a collection", names)
    case .collected: say("{names} added you to the collection {collection}", names)
    case .collectionEdit where title.isEmpty: say("{names} changed a collection you are in", names)
    case .collectionEdit:
      say("{names} changed the collection {collection}, which you are in", names)
    case .other where !title.isEmpty: title
    case .other: say("Notification from {names}", names)
    }
  }

  package var isMuted: SafeText { say("muted") }

  package func title(of subject: ListingScene.ListingSubject) -> SafeText {
    switch subject {
    case .editions: say("Edits")
    case .announcements: say("Announcements")
    case .server: say("About this server")
    case .lists(with: nil): say("Your lists")
    case .lists: say("On your lists")
    case .trends: say("Trends")
    case .scheduled: say("Scheduled posts")
    case .filters: say("Filters of the server")
    case .statistics: say("Statistics")
    case .feeds(matching: nil): say("Feeds")
    case .feeds(let words?): say("Feeds: {words}", ["words": words])
    }
  }

  package func emptyListText(in subject: ListingScene.ListingSubject) -> SafeText {
    switch subject {
    case .editions: say("This post was never edited.")
    case .announcements: say("No announcements.")
    case .server: say("This server has no description.")
    case .lists: say("No lists yet. :new-list creates one.")
    case .trends: say("Nothing is trending.")
    case .scheduled: say("No scheduled posts.")
    case .filters: say("You have no filters at this server.")
    case .statistics: say("No statistics available.")
    case .feeds(matching: nil): say("No feeds are suggested.")
    case .feeds: say("No feed matches.")
    }
  }

  package func revisionTitle(at time: SafeText, isFirst: Bool) -> SafeText {
    isFirst ? say("Written {time}", ["time": time]) : say("Edited {time}", ["time": time])
  }

  package var rules: SafeText { say("Rules") }
  package func administratorText(_ handle: String) -> SafeText {
    say("Run by @{handle}", ["handle": handle])
  }
  package func serverVersionText(_ version: String) -> SafeText {
    say("version {version}", ["version": version])
  }
  package func monthlyActivePeopleText(_ count: Int) -> SafeText {
    plural("{count} person active this month", "{count} people active this month", count)
  }
  package func announcedAtText(at time: SafeText?) -> SafeText {
    time.map { say("Announced {time}", ["time": $0]) } ?? say("Announced")
  }

  package func peopleTalkingText(_ people: Int) -> SafeText {
    plural("{count} person is talking about it", "{count} people are talking about it", people)
  }

  package func name(of kind: AllPhotosStatistic.AllPhotosStatisticKind) -> SafeText {
    switch kind {
    case .views: say("Views")
    case .downloads: say("Downloads")
    }
  }

  package var amongYourStreams: SafeText { say("in your streams") }

  package func scheduledTimeText(_ moment: SafeText) -> SafeText {
    say("Scheduled for {moment}", ["moment": moment])
  }

  package func filterEffectText(of filter: WordFilter, until end: SafeText?) -> SafeText {
    let places = WordFilter.WordFilterContext.allCases.filter(filter.places.contains).map {
      name(of: $0)
    }
    let isEverywhere = places.count == WordFilter.WordFilterContext.allCases.count
    let parts =
      [
        filter.isHiding ? say("removed") : say("folded"),
        isEverywhere ? say("everywhere") : places.joined(separator: ", "),
      ] + (end.map { [filterEndText($0)] } ?? [])
    return parts.joined(separator: " · ")
  }

  package func filterEndText(_ moment: SafeText) -> SafeText {
    say("until {moment}", ["moment": moment])
  }

  package func name(of place: WordFilter.WordFilterContext) -> SafeText {
    switch place {
    case .home: say("home and lists")
    case .notifications: say("notifications")
    case .thread: say("conversations")
    case .anywhere: say("public streams")
    case .profiles: say("profiles")
    }
  }
}

extension String {
  /// Returns the beginning of a direct message, without the user's own handle in front.
  fileprivate func directMessageExcerptWithoutHandle(for reader: Account) -> String {
    var text = prefix(400)
    let mentions = ["@" + reader.handle, "@" + reader.fullHandle]
    while let word = text.split(separator: " ", maxSplits: 1).first,
      mentions.contains(String(word))
    {
      text = text[word.endIndex...].drop { $0 == " " }
    }
    return String(text)
  }
}
