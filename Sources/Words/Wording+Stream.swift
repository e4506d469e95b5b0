package import FeedDomain

extension Wording {
  /// The name of a stream, for its tab.
  package func name(of feed: Feed) -> String {
    switch feed {
    case .home: text("Home")
    case .local: text("Local")
    case .federated: text("Federated")
    case .photos: text("Photos")
    case .trending: text("Trending")
    case .nearby(let place):
      text("Near {place}", ["place": place.name.isEmpty ? coordinates(place) : place.name])
    case .tag(let tag): "#" + tag
    case .search(let words): "“\(words)”"
    case .person: text("Posts")
    case .likes: text("Likes")
    case .bookmarks: text("Bookmarks")
    case .list(_, let name): name
    }
  }

  /// How many posts above have not been seen.
  package func unread(_ count: Int) -> String { plural("{count} new ↑", "{count} new ↑", count) }
  /// The same without a sign.
  package func unreadAbove(_ count: Int) -> String {
    plural("{count} new above", "{count} new above", count)
  }
  /// How many posts below have not been seen, where the newest are at the bottom.
  package func unreadDown(_ count: Int) -> String {
    plural("{count} new ↓", "{count} new ↓", count)
  }
  /// The same without a sign.
  package func unreadBelow(_ count: Int) -> String {
    plural("{count} new below", "{count} new below", count)
  }
  /// How many changes wait, in the plain mode.
  package func waiting(_ count: Int) -> String {
    plural("{count} waiting", "{count} waiting", count)
  }

  /// What goes on.
  package var refreshing: String { text("refreshing") }
  /// What goes on where nothing comes.
  package var noAnswerYet: String { text("no answer yet") }
  /// For how long nothing has come.
  package func noAnswer(for time: Duration) -> String {
    text("no answer for {seconds} s", ["seconds": String(max(0, time.components.seconds))])
  }
  /// What can be done about it.
  package func asksAnew(key: String) -> String { text("{key} asks anew", ["key": key]) }
  /// What goes on.
  package var opening: String { text("opening") }
  /// What goes on.
  package var fillingGap: String { text("loading") }
  /// What goes on.
  package var loadingOlder: String { text("Loading older posts") }
  /// That there is nothing further down.
  package var endOfStream: String { text("That is all there is.") }

  /// How long a stream that was fetched counts as up to date.
  package static let fresh = Duration.seconds(60)

  /// When a stream was fetched; later, in words that stay true while nothing is drawn.
  package func fetched(_ moment: Timestamp, now: Timestamp) -> String {
    switch now.since(moment) {
    case ..<Self.fresh: text("up to date")
    case ..<RelativeTime.datesFrom: text("as of {time}", ["time": clockTime(moment)])
    default: text("as of {time}", ["time": relativeTime(moment, now: now)])
    }
  }

  /// That a stream could not be fetched: why, what is shown instead, and when it is tried again.
  package func standing(_ error: FeedError, fetchedAt: Timestamp?, retryAt: Timestamp?) -> String {
    var parts = [short(error)]
    if let fetchedAt { parts.append(text("as of {time}", ["time": clockTime(fetchedAt)])) }
    if let retryAt { parts.append(text("next try {time}", ["time": clockTime(retryAt)])) }
    return parts.joined(separator: " · ")
  }

  /// That a service is still gathering a stream.
  package var stillGathering: String {
    text("The server is still gathering this stream; it is asked again by itself.")
  }
  /// The same for the top line, and when it is asked again.
  package func unfinished(retryAt: Timestamp) -> String {
    let next = text("next try {time}", ["time": clockTime(retryAt)])
    return "\(text("incomplete")) · \(next)"
  }

  private func short(_ error: FeedError) -> String {
    switch error {
    case .unreachable: text("offline")
    case .untrusted: text("not trusted")
    case .signedOut, .invalidCredentials: text("signed out")
    case .rateLimited: text("asked to slow down")
    case .serverFailed, .badReply: text("service in trouble")
    case .refused, .notFound: text("refused")
    case .misconfigured: text("wrong setting")
    case .cancelled: text("called off")
    }
  }

  /// What a refresh that failed tells, and what to do.
  package func refreshFailed(_ error: FeedError, key: String) -> String {
    // A limit is a limit, whoever presses what.
    if case .rateLimited = error {
      return text("Could not refresh: {reason}", ["reason": reason(error)])
    }
    return text(
      "Could not refresh: {reason} {key} tries again.",
      ["reason": ended(reason(error)), "key": key])
  }

  /// That nothing can be shown.
  package func nothingToShow(_ error: FeedError) -> String {
    text("Nothing can be shown: {reason}", ["reason": reason(error)])
  }

  /// What to do next.
  package func pressToTryAgain(key: String) -> String { text("{key} tries again.", ["key": key]) }
  /// When it is tried by itself, and how to do it now.
  package func triesAgain(at moment: Timestamp, key: String) -> String {
    text(
      "Tries again at {time}; {key} does it now.", ["time": clockTime(moment), "key": key])
  }

  /// The first time.
  package var firstUse: String { text("Fetching this stream for the first time") }
  /// That a stream has no posts.
  package func emptyStream(_ feed: Feed) -> String {
    switch feed {
    case .home: text("Nobody you follow has posted yet.")
    case .likes: text("You have not liked anything yet.")
    case .bookmarks: text("You have no bookmarks yet.")
    case .tag(let tag): text("No posts with #{tag}.", ["tag": tag])
    case .search(let words): text("No posts with “{words}”.", ["words": words])
    case .nearby: text("Nobody has taken a photo around here yet.")
    default: text("There is nothing in this stream yet.")
    }
  }
  /// What to do next in an empty stream.
  package func emptyNext(next: String, refresh: String) -> String {
    text(
      "{next} shows the next stream, {refresh} looks again.", ["next": next, "refresh": refresh])
  }

  /// That a wall or a carousel has nothing to show.
  package var noPhotos: String { text("There are no photos in this stream so far.") }
  /// What to do about that.
  package func noPhotosNext(key: String) -> String { text("{key} shows the posts.", ["key": key]) }

  /// A stretch that was not fetched.
  package func gap(key: String) -> String {
    text("posts not loaded · {key} loads them", ["key": key])
  }
  /// A stretch that is being fetched.
  package var loadingGap: String { text("loading posts") }
  /// That there is one stream only.
  package var noSuchStream: String { text("There is no such stream.") }
}
