package import FeedDomain
package import Terminal
package import UseCases

extension Wording {
  /// The name of a stream, for its tab; nil is what is around the reader, wherever that is.
  package func name(of feed: Feed?) -> SafeText {
    switch feed {
    case nil: say("Nearby")
    case .home: say("Home")
    case .everything: say("Everything")
    case .local: say("Local")
    case .federated: say("Federated")
    case .photos: say("Photos")
    case .trending: say("Trending")
    case .nearby(let place):
      say("Near {place}", ["place": place.name.isEmpty ? coordinates(place).string : place.name])
    case .tag(let tag): "#\(tag)"
    case .search(let words): "“\(words)”"
    case .person: say("Posts")
    case .answers: say("With replies")
    case .portfolio: say("Photos")
    case .likes: say("Likes")
    case .bookmarks: say("Bookmarks")
    case .list(_, let name): SafeText(sanitizing: name)
    }
  }

  package func noAnswer(for time: Duration) -> SafeText {
    say("no answer for {seconds} s", ["seconds": max(0, time.components.seconds)])
  }
  /// What can be done about it; nothing where no key does it.
  package func asksAnew(key: String) -> SafeText {
    key.isEmpty ? "" : say("{key} tries again", ["key": key])
  }
  /// What goes on: in those words while an answer may come any moment, else for how long none has.
  package func activity(_ asking: Asking, _ words: SafeText, key: String) -> SafeText {
    switch asking {
    case .nothing: ""
    case .underWay: words
    case .stalled(let time):
      key.isEmpty ? noAnswer(for: time) : noAnswer(for: time) + "  " + asksAnew(key: key)
    }
  }

  package static let fresh = Duration.seconds(60)

  /// When a stream was fetched; later, in words that stay true while nothing is drawn.
  package func fetched(_ moment: Timestamp, now: Timestamp) -> SafeText {
    switch now.since(moment) {
    case ..<Self.fresh: say("up to date")
    case ..<RelativeTime.datesFrom: asOf(clockTime(moment))
    default: asOf(relativeTime(moment, now: now).string)
    }
  }

  /// That a stream could not be fetched: why, what is shown instead, and when it is tried again.
  package func standing(_ error: FeedError, fetchedAt: Timestamp?, retryAt: Timestamp?) -> SafeText
  {
    var parts = [short(error)]
    if let fetchedAt { parts.append(asOf(clockTime(fetchedAt))) }
    if let retryAt { parts.append(nextTry(retryAt)) }
    return parts.joined(separator: " · ")
  }

  package var stillGathering: SafeText {
    say("The server is still preparing this stream; Tweetie keeps checking.")
  }
  package func unfinished(retryAt: Timestamp) -> SafeText {
    say("incomplete") + " · " + nextTry(retryAt)
  }

  private func asOf(_ time: String) -> SafeText { say("as of {time}", ["time": time]) }

  private func nextTry(_ moment: Timestamp) -> SafeText {
    say("next try {time}", ["time": clockTime(moment)])
  }

  private func short(_ error: FeedError) -> SafeText {
    switch error {
    case .unreachable: say("offline")
    case .untrusted: say("not trusted")
    case .signedOut, .invalidCredentials: say("signed out")
    case .rateLimited: say("asked to slow down")
    case .serverFailed, .badReply, .endless: say("service problem")
    case .refused, .notFound: say("refused")
    case .misconfigured: say("wrong setting")
    case .missingLibrary(let library): say("{library} is missing", ["library": library.rawValue])
    case .cancelled: say("cancelled")
    case .outcomeUnknown: say("no answer")
    }
  }

  package func refreshFailed(_ error: FeedError, key: String) -> SafeText {
    // A limit is a limit, whoever presses what.
    if case .rateLimited = error {
      return say("Could not refresh: {reason}", ["reason": reason(error)])
    }
    return say(
      "Could not refresh: {reason} {key} tries again.",
      ["reason": ended(reason(error)), "key": key])
  }

  package func nothingToShow(_ error: FeedError) -> SafeText {
    say("Nothing can be shown: {reason}", ["reason": reason(error)])
  }

  package func triesAgain(at moment: Timestamp, key: String) -> SafeText {
    say("Tries again at {time}; {key} does it now.", ["time": clockTime(moment), "key": key])
  }

  package var firstUse: SafeText { say("Fetching this stream for the first time") }
  package func emptyStream(_ feed: Feed) -> SafeText {
    switch feed {
    case .home: say("Nobody you follow has posted yet.")
    case .likes: say("You have not liked anything yet.")
    case .bookmarks: say("You have no bookmarks yet.")
    case .tag(let tag): say("No posts with #{tag}.", ["tag": tag])
    case .search(let words): say("No posts with “{words}”.", ["words": words])
    case .nearby: say("Nobody has taken a photo around here yet.")
    default: say("There is nothing in this stream yet.")
    }
  }

  package func gap(key: String) -> SafeText {
    say("posts not loaded · {key} loads them", ["key": key])
  }
}
