package import FeedDomain

extension Wording {
  /// That a post answers somebody.
  package func replying(to handle: String?) -> String {
    guard let handle else { return text("replying") }
    return text("replying to @{handle}", ["handle": handle])
  }

  /// That a post is about what its reader mutes here.
  package func muted(because what: String) -> String { text("Muted: {what}", ["what": what]) }

  /// Why a post is folded away; nil where it is not.
  package func cover(of content: Post.Content) -> String? {
    let reasons = [content.mute.map(muted), content.cover].compactMap(\.self)
    return reasons.isEmpty ? nil : reasons.joined(separator: " – ")
  }

  /// What stands in place of a folded post.
  package func folded(key: String) -> String { text("folded away · {key} shows it", ["key": key]) }

  /// What stands in place of a photo that is covered.
  package func covered(key: String) -> String { text("covered · {key} shows it", ["key": key]) }

  /// That a text was too long.
  package var shortened: String { text("[…] The rest is too long to show here.") }

  /// Who may see a post; nil for everybody.
  package func audience(_ visibility: Visibility) -> String? {
    switch visibility {
    case .everybody: nil
    case .unlisted: text("unlisted")
    case .followers: text("followers only")
    case .mentioned: text("only those named")
    }
  }

  /// What a photo is, with its shape.
  package func photo(_ kind: Photo.Kind, shape: String) -> String {
    switch kind {
    case .still: text("photo {shape}", ["shape": shape])
    case .animation: text("animation {shape}", ["shape": shape])
    case .video: text("video {shape}", ["shape": shape])
    }
  }

  /// How many photos a post has, in the plain mode.
  package func photos(_ count: Int) -> String { plural("{count} photo", "{count} photos", count) }

  /// That nobody said what a photo shows.
  package var undescribed: String { text("no description") }

  /// How many voted.
  package func votes(_ count: Int) -> String { plural("{count} vote", "{count} votes", count) }

  /// How many people did, where each may have voted for several answers.
  package func voters(_ count: Int) -> String { plural("{count} voter", "{count} voters", count) }

  /// That the reader did, where it is not told for what.
  package var youVoted: String { text("you voted") }

  /// That a poll is over.
  package var pollClosed: String { text("closed") }

  /// When a poll ends.
  package func pollCloses(in time: String) -> String { text("closes in {time}", ["time": time]) }

  /// A time to come, in its largest unit.
  package func span(_ duration: Duration) -> String {
    let minutes = max(1, duration.components.seconds / 60)
    if minutes < 60 { return text("{count} min", ["count": String(minutes)]) }
    if minutes < 48 * 60 { return text("{count} h", ["count": String(minutes / 60)]) }
    let days = Int(clamping: minutes / 1_440)
    return plural("{count} day", "{count} days", days)
  }

  /// Counts in words, for the plain mode.
  package func replies(_ count: Int) -> String { plural("{count} reply", "{count} replies", count) }
  /// Boosts in words.
  package func boosts(_ count: Int, own: Bool) -> String {
    own
      ? plural("{count} boost, yours too", "{count} boosts, yours too", count)
      : plural("{count} boost", "{count} boosts", count)
  }
  /// Likes in words.
  package func likes(_ count: Int, own: Bool) -> String {
    own
      ? plural("{count} like, yours too", "{count} likes, yours too", count)
      : plural("{count} like", "{count} likes", count)
  }
  /// That the reader likes it, where nobody tells how many do.
  package var liked: String { text("liked") }
  /// That the reader boosted it, where nobody tells how many did.
  package var boosted: String { text("boosted") }
  /// That the reader keeps it.
  package var bookmarked: String { text("bookmarked") }
  /// Who boosted it, in the plain mode.
  package func boosted(by name: String) -> String { text("boosted by {name}", ["name": name]) }
  /// That its author changed it, and when, where there is room for that.
  package func edited(at time: String?) -> String {
    time.map { text("edited {time}", ["time": $0]) } ?? text("edited")
  }
  /// That something has not reached the service, in the plain mode.
  package var notSent: String { text("not sent yet") }
}

extension Wording {
  /// Why a key does nothing.
  package func noLikes(at service: Service?, isSignedIn: Bool = false) -> String {
    switch service {
    case .unsplash where isSignedIn:
      text("Unsplash takes no likes from programs. A bookmark keeps the photo in your collection.")
    case .instagram: text("Instagram lets no program like a photo.")
    case .unsplash, .flickr: text("Nobody is signed in who could like it: a key only looks.")
    case .tweetie, .mastodon, .bluesky, nil: text("This service has no likes.")
    }
  }
  /// Why a key does nothing.
  package var noOwnLikes: String { text("Flickr lets nobody like their own photos.") }
  /// Why a key does nothing.
  package func untold(_ list: PeopleLists) -> String {
    list.contains(.boosters) ? noBoosts : text("This service tells nobody who liked a post.")
  }
  /// Why a key does nothing.
  package var noAnswers: String { text("Nothing can be said about this post.") }
  /// Why a key does nothing.
  package var noQuotes: String { text("This service shows no post inside another.") }
  /// Why a key does nothing.
  package var notToQuote: String { text("Its author does not want it quoted.") }
  /// Why a key does nothing.
  package var onlyWords: String { text("Comments can only be read and answered here.") }
  /// Why a key does nothing.
  package var noBoosts: String { text("This service has no boosts.") }
  /// Why a key does nothing.
  package var noBookmarks: String { text("This service has no bookmarks.") }
  /// Why a key does nothing.
  package var notToHide: String { text("Only what others say about your posts can be hidden.") }
  /// That nobody else sees it.
  package var hidden: String { text("hidden") }
  /// Why a key does nothing.
  package var noPeople: String { text("This service tells nothing about people.") }
  package var noOthers: String { text("This service tells of nobody but you.") }
  /// Why a key does nothing.
  package var noFollowers: String { text("This service does not tell who follows whom.") }
  /// Why a key does nothing.
  package var noWriting: String { text("This service is for looking only.") }
  /// Why a key does nothing.
  package var notYours: String { text("Only your own posts can be deleted.") }
  /// Why a key does nothing.
  package var noEdits: String { text("Posts stay as they are at this service.") }
  /// Why a key does nothing.
  package var notYoursToChange: String { text("Only your own posts can be changed.") }
  /// Why a key does nothing.
  package var notToDelete: String { text("Only what you wrote can be deleted from here.") }
  /// Why a key does nothing.
  package var nothingHidden: String { text("Nothing is hidden in this post.") }
  /// Why a key does nothing.
  package var noLink: String { text("There is no link in this post.") }
  /// That a link is on the clipboard.
}
