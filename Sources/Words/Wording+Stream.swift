package import FeedDomain
import Groundwork
package import Terminal
package import UseCases

extension Wording {
  /// Returns the name of a stream, as on its tab; nil stands for photos near the user.
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
      say(
        "Near {place}", ["place": place.name.isEmpty ? coordinatesText(place).string : place.name])
    case .tag(let tag): "#\(tag)"
    case .search(let words): "“\(words)”"
    case .person: say("Posts")
    case .answers: say("With replies")
    case .portfolio: say("Photos")
    case .likes: say("Likes")
    case .bookmarks: say("Bookmarks")
    case Feed.unread: say("Unread")
    case .list(SavedAddressesStream.id, _): say("Saved")
    case .list(_, let name):
      feed.flatMap { DerivedFeed($0) }.map { self.name(of: $0, name) }
        ?? SafeText(sanitizing: name)
    }
  }

  private func name(of feed: DerivedFeed, _ title: String) -> SafeText {
    switch feed {
    case .popular: say("Popular")
    case .quiet: quietPeople
    case .shares(let address): "“\(title.isEmpty ? address : title)”"
    case .server(let host): SafeText(sanitizing: host)
    case .tagged(let tag): say("Bookmarks: {tag}", ["tag": tag.name])
    }
  }

  package var quietPeople: SafeText { say("Quiet people") }

  package func noAnswerText(for time: Duration) -> SafeText {
    say("no answer for {seconds} s", ["seconds": max(0, time.components.seconds)])
  }
  /// Returns the text that offers to try a request again with a key; empty if there is no key.
  package func retryOffer(key: String) -> SafeText {
    key.isEmpty ? "" : say("{key} tries again", ["key": key])
  }
  /// Returns the progress text of a fetch: `words` at first; later, how long there was no answer,
  /// with the key for trying again; empty if nothing is being fetched.
  package func fetchProgressOrRetryText(
    _ asking: SceneFetchProgress, _ words: SafeText, key: String
  )
    -> SafeText
  {
    switch asking {
    case .idle: ""
    case .underWay: words
    case .stalled(let time):
      key.isEmpty ? noAnswerText(for: time) : noAnswerText(for: time) + "  " + retryOffer(key: key)
    }
  }

  package static let upToDateDuration = Duration.seconds(60)

  /// Returns the text that tells when a stream was fetched: "up to date" for a minute, then the
  /// time of day, which stays true until the screen is drawn again; after a week, the date.
  /// `isWhole` is false if parts of the stream could not be fetched.
  package func fetchTimeText(_ moment: Timestamp, isWhole: Bool = true, now: Timestamp) -> SafeText
  {
    switch now.elapsedTime(since: moment) {
    case ..<Self.upToDateDuration where isWhole: say("up to date")
    default: asOfTimeText(localTimeText(moment, now: now).string)
    }
  }

  /// Returns the message that a stream could not be fetched: the reason, the time of the last
  /// fetch, and the time of the next try.
  package func fetchFailureMessage(
    _ error: FeedError, fetchedAt: Timestamp?, retryAt: Timestamp?, now: Timestamp
  ) -> SafeText {
    let asOf = fetchedAt.map { asOfTimeText(localTimeText($0, now: now).string) }
    // The end of a pause comes first, since the top line may have no room for the rest.
    if case .rateLimited = error, let retryAt {
      let pause = say(
        "asked to wait until {time}", ["time": relativeDayAndTimeText(retryAt, now: now)])
      return [pause, asOf].compactMap(\.self).joined(separator: " · ")
    }
    let next = retryAt.map { nextTryText($0, now: now) }
    return [shortErrorText(error), asOf, next].compactMap(\.self).joined(separator: " · ")
  }

  package var stillGathering: SafeText {
    say("The server is still preparing this stream; Tweetie keeps checking.")
  }
  package func refreshProgressText(_ progress: WebFeedFetchProgress) -> SafeText {
    say("{done} of {total} feeds", ["done": progress.finishedCount, "total": progress.total])
  }

  package func incompleteStreamText(retryAt: Timestamp, now: Timestamp) -> SafeText {
    say("incomplete") + " · " + nextTryText(retryAt, now: now)
  }

  private func asOfTimeText(_ time: String) -> SafeText { say("as of {time}", ["time": time]) }

  /// Returns the text about the next try, with its time of day and, if that is not today, its day.
  package func nextTryText(_ moment: Timestamp, now: Timestamp) -> SafeText {
    say("next try {time}", ["time": relativeDayAndTimeText(moment, now: now)])
  }

  private func shortErrorText(_ error: FeedError) -> SafeText {
    switch error {
    case .unreachable: say("offline")
    case .untrusted: say("not trusted")
    case .signedOut, .invalidCredentials: say("signed out")
    case .rateLimited: say("too many requests")
    case .serverFailed, .badReply, .tooLarge, .endless: say("service problem")
    case .refused, .limited, .membersOnly, .notFound: say("refused")
    case .misconfigured: say("invalid setting")
    case .missingLibrary(let library): say("{library} is missing", ["library": library.rawValue])
    case .cancelled: say("cancelled")
    case .outcomeUnknown: say("no answer")
    case .storeFailed: say("not readable")
    }
  }

  package func refreshFailedMessage(_ error: FeedError, key: String) -> SafeText {
    // A retry before the end of a rate limit would be useless, so the key is not named.
    if case .rateLimited = error {
      return say("Could not refresh: {reason}", ["reason": errorReasonText(error)])
    }
    return say(
      "Could not refresh: {reason} {key} tries again.",
      ["reason": withFullStop(errorReasonText(error)), "key": key])
  }

  package func nothingToShowMessage(_ error: FeedError) -> SafeText {
    say("Nothing can be shown: {reason}", ["reason": errorReasonText(error)])
  }

  package func nextTryWithKeyText(at moment: Timestamp, key: String, now: Timestamp) -> SafeText {
    let time = localTimeText(moment, now: now)
    return say("Next try at {time}; {key} tries now.", ["time": time, "key": key])
  }

  package var firstUse: SafeText { say("Fetching this stream for the first time") }
  package func emptyStreamText(_ feed: Feed) -> SafeText {
    switch feed {
    case .home: say("Nobody you follow has posted yet.")
    case .likes: say("You have not liked anything yet.")
    case .bookmarks: say("You have no bookmarks yet.")
    case .tag(let tag): say("No posts with #{tag}.", ["tag": tag])
    case .search(let words): say("No posts with “{words}”.", ["words": words])
    case .nearby: say("There are no photos near this place yet.")
    default: say("There is nothing in this stream yet.")
    }
  }

  package func gapHint(key: String) -> SafeText {
    say("posts not loaded · {key} loads them", ["key": key])
  }

  /// Returns the text that names the accounts whose services failed, with the errors; empty for
  /// none.
  package func failedServicesText(_ silent: [FailedAccount]) -> SafeText {
    silent.map { one in
      say(
        "{account}: {trouble}",
        [
          "account": accountHandle(of: one.account).string,
          "trouble": sentence(for: one.error).string,
        ])
    }.joined(separator: "  ")
  }

  /// Returns the text that names the web feeds that could not be fetched at the last refresh, with
  /// their problems; empty for none.
  package func failedSubscriptionsText(
    _ subscriptions: [Subscription], among all: [Subscription]? = nil
  ) -> SafeText {
    let addresses = (all ?? subscriptions).distinguishingAddresses
    let named = subscriptions.prefix(Self.maximumNamed).map { one in
      say(
        "{account}: {trouble}",
        [
          "account": one.name(addingAddress: addresses[one.id]),
          "trouble": problemText(of: one)?.string ?? "",
        ])
    }
    let rest = subscriptions.count - named.count
    let more = rest > 0 ? [plural("{count} more", "{count} more", rest)] : []
    return (named + more).joined(separator: "  ")
  }

  private static let maximumNamed = 2

  package func problemText(of subscription: Subscription) -> SafeText? {
    switch subscription.problem {
    case nil:
      subscription.pausedUntil.map {
        say(
          "its server asks to wait until {time}, because of another feed",
          ["time": dateAndTimeText($0).string])
      }
    case .gone: say("discontinued")
    case .unreachable: say("could not be fetched last time")
    case .unreadable: say("could not be read last time")
    case .notFound: say("was not found last time")
    case .tooLarge: say("is too large to be read")
    case .loginRequired: say("needs a user name and password")
    case .rateLimited:
      subscription.pausedUntil.map {
        say("asks to wait until {time}", ["time": dateAndTimeText($0).string])
      } ?? say("asks to wait")
    case .serverFailed: say("the server has a problem")
    case .untrusted: say("has no secure connection")
    case .nameNotFound: say("the server's name was not found")
    case .timedOut: say("the server did not answer in time")
    case .ownNetwork: say("is in your own network, which is allowed only for trusted lists")
    }
  }

  /// Returns the text about the first error in a web feed: what is wrong, and the line and column.
  package func flawText(_ flaw: WebFeedTextError) -> SafeText {
    let place = ["line": String(flaw.position.line), "column": String(flaw.position.column)]
    return switch flaw.kind {
    case .malformed: say("broken at line {line}, column {column}", place)
    case .tooDeep: say("nested too deeply at line {line}, column {column}", place)
    case .tooManyAttributes: say("too many attributes at line {line}, column {column}", place)
    case .tooManyElements: say("too many elements at line {line}, column {column}", place)
    case .tooMuchMemory: say("needs too much memory at line {line}, column {column}", place)
    case .tooSlow: say("takes too long to read at line {line}, column {column}", place)
    }
  }

  /// Returns the texts about a web feed: its problem, the first error in its text, and the time of
  /// the last fetch that succeeded.
  package func subscriptionProblemAndFetchTexts(of subscription: Subscription) -> [SafeText] {
    let flaw = subscription.flaw.map(flawText)
    let fetched = subscription.fetchedAt.map {
      say("last fetched {time}", ["time": dateAndTimeText($0).string])
    }
    return [problemText(of: subscription), deadFeedText(of: subscription), flaw, fetched]
      .compactMap(\.self)
  }

  /// Returns the advice to remove a web feed that is dead; nil for other feeds.
  package func deadFeedText(of subscription: Subscription) -> SafeText? {
    subscription.isDead ? say("seems to be dead: better remove it") : nil
  }

  /// Returns the message that names the account which now acts on a post that several accounts see;
  /// if `account` is nil, the message that no other account sees the post.
  package func switchedActingAccountMessage(_ account: Account?) -> SafeText {
    guard let account else { return say("None of your other accounts can see this post.") }
    return say("You act as {account} on this post.", ["account": accountHandle(of: account).string])
  }

  package func catchUpTitle(with feed: Feed) -> SafeText {
    say("Catch-up: {stream}", ["stream": name(of: feed)])
  }

  package func lastDayTitle(of feed: Feed) -> SafeText {
    say("The last day: {stream}", ["stream": name(of: feed)])
  }

  package func missedPostsText(
    _ count: Int, isUncounted: Bool, since: Timestamp, now: Timestamp, key: String
  ) -> SafeText {
    let time = ["time": relativeDayAndTimeText(since, now: now)]
    let words =
      isUncounted
      ? plural(
        "more than {count} new since {time}", "more than {count} new since {time}", count, time)
      : plural("{count} new since {time}", "{count} new since {time}", count, time)
    return key.isEmpty ? words : words + " · " + say("{key} catches up", ["key": key])
  }

  /// Returns a time of yesterday, today or tomorrow as text, such as "yesterday 18:02"; for other
  /// days, the date and the time.
  private func relativeDayAndTimeText(_ moment: Timestamp, now: Timestamp) -> SafeText {
    // Yesterday and tomorrow end within two days and a few hours.
    let days = now.elapsedTime(since: moment).components.seconds / 86_400
    guard (-2...2).contains(days) else { return localTimeText(moment, now: now) }
    let (day, time) = (localDate(moment).isoDay, ["time": clockTimeText(moment)])
    if day == adjacentLocalDate(-1, to: now).isoDay { return say("yesterday {time}", time) }
    if day == adjacentLocalDate(1, to: now).isoDay { return say("tomorrow {time}", time) }
    return localTimeText(moment, now: now)
  }

  package func fetchingMissedPostsText(_ count: Int, of most: Int) -> SafeText {
    count == 0
      ? say("Fetching missed posts")
      : say(
        "Fetching missed posts: {count} of at most {most}", ["count": count, "most": most])
  }

  package func unreadPostsLeftText(_ count: Int) -> SafeText {
    count == 0 ? say("all read") : plural("{count} left", "{count} left", count)
  }

  /// Returns the numbers of columns that are hidden beyond the left and right edges of the screen,
  /// as text; empty for none.
  package func hiddenColumnsText(left: Int, right: Int, isPlain: Bool) -> SafeText {
    let sides: [SafeText?] =
      isPlain
      ? [
        left > 0 ? plural("{count} column to the left", "{count} columns to the left", left) : nil,
        right > 0
          ? plural("{count} column to the right", "{count} columns to the right", right) : nil,
      ]
      : [
        left > 0 ? plural("← {count} column", "← {count} columns", left) : nil,
        right > 0 ? plural("{count} column →", "{count} columns →", right) : nil,
      ]
    return sides.compactMap(\.self).joined(separator: " · ")
  }

  package func name(of order: CatchUpOrder) -> SafeText {
    switch order {
    case .people: say("by person")
    case .threads: say("by conversation")
    case .time: say("by time")
    case .likes: say("by likes")
    }
  }
  package var catchUpOrder: SafeText { say("order") }

  package func name(of order: SearchScene.SearchResultOrderOrGrouping) -> SafeText {
    switch order {
    case .time: say("by time")
    case .stream: say("by stream")
    case .person: say("by person")
    }
  }

  /// Returns the name of a stream's layout for screen readers, with the remark that the layout
  /// changes nothing that is read.
  package func spokenName(of layout: TimelineLayout) -> SafeText {
    let name: SafeText =
      switch layout {
      case .list: say("Full posts")
      case .lines: say("One line per post")
      case .album: say("Large photos")
      case .wall: say("Photo wall")
      case .carousel: say("Carousel")
      }
    return say("{layout}: only the screen changes.", ["layout": name])
  }

  /// Returns the text for screen readers that says whether read entries are left out of a list.
  package func spokenReadFilterName(isUnreadOnly: Bool) -> SafeText {
    isUnreadOnly ? say("Unread only") : say("Read and unread")
  }

  package func spokenDetailsState(areShown: Bool) -> SafeText {
    areShown ? say("Details shown") : say("Details hidden")
  }
  package var forYou: SafeText { say("For you") }
  package var sharedBySeveral: SafeText { say("Shared by several") }
  package func conversationTitle(of name: SafeText) -> SafeText {
    say("Conversation with {name}", ["name": name])
  }
  package var boostedByFollowed: SafeText { say("Boosted by people you follow") }
  package var noSharedLinks: SafeText {
    say("No page was shared by several of the people you follow.")
  }
  package func linkSharedByText(by names: SafeText) -> SafeText {
    say("shared by {names}", ["names": names])
  }

  package func foldedPostsHint(_ count: Int, key: String) -> SafeText {
    let words = plural("{count} more in between", "{count} more in between", count)
    return key.isEmpty ? words : words + " · " + say("{key} shows them", ["key": key])
  }
  package func filteredOutPostsText(_ count: Int) -> SafeText {
    plural(
      "{count} hidden by your mutes and filters", "{count} hidden by your mutes and filters", count)
  }
  package var nothingMissed: SafeText { say("You have read everything here.") }
  package var lastDay: SafeText { say("last day") }
  package var leaveSearch: SafeText { say("leave") }
  package var searchInvitation: SafeText {
    say("Type to search the posts you have seen.")
  }
  package var askingService: SafeText { say("Searching the service") }
  package var nothingFound: SafeText { say("No matches.") }
  package var unsearchable: SafeText {
    say("This service has no search: only posts you have seen are searched.")
  }
  package func serviceSearchFailedMessage(_ error: FeedError) -> SafeText {
    say("Stored posts only: {reason}", ["reason": errorReasonText(error)])
  }
  package var unaskable: SafeText {
    say("The service can only search for a word, a #tag or from:.")
  }

  package var searchGuide: [(example: String, meaning: SafeText)] {
    [
      ("from:ada", say("by Ada; from:me finds your own")),
      ("has:photo", say("with a photo; also video, link, poll")),
      ("title:ferry", say("in the title; also author:, text:, link:; words or /regex/")),
      ("since:yesterday", say("from this day on; until: up to it; 7d, 2026-03-04, 2026-03")),
      ("#tram", say("with the tag; #tram,#bus with either")),
      ("lang:en", say("in that language")),
      ("tag:recipes", say("bookmarks with one of your tags")),
      ("\"late ferry\"", say("with this exact phrase")),
      ("-snow", say("without the word; also -from:ada, -#tram")),
    ]
  }

  package func sentence(for mistake: SearchMistake) -> SafeText {
    let part = ["part": mistake.part]
    return switch mistake.kind {
    case .day: say("{part}: no such day. Try yesterday, 7d or 2026-03-04.", part)
    case .holding: say("{part}: use photo, video, audio, link or poll.", part)
    case .language: say("{part}: write a language as en, de or pt-BR.", part)
    case .state: say("{part}: use unread, read or starred.", part)
    case .missingValue: say("{part}: a value is missing.", part)
    case .unknown:
      say("{part}: no such search term. In quotation marks it is searched as text.", part)
    case .expression(.unclosed(let sign, let place)):
      say(
        "{part}: the {sign} at character {place} is not closed.",
        ["part": mistake.part, "sign": sign, "place": String(place)])
    case .expression(.unexpected(let sign, let place)):
      say(
        "{part}: the {sign} at character {place} cannot stand there.",
        ["part": mistake.part, "sign": sign, "place": String(place)])
    case .expression(.tooLarge): say("{part}: this expression is too large.", part)
    }
  }

  package var findingPlace: SafeText { say("Finding out where you are") }

  /// Returns the coordinates of a place as text, such as "51.50, −0.12".
  package func coordinatesText(_ place: Place) -> SafeText {
    let square = place.square
    return "\(degreesText(square.north)), \(degreesText(square.east))"
  }

  private func degreesText(_ hundredths: Int) -> String {
    let rest = hundredths.magnitude % 100
    return (hundredths < 0 ? "−" : "") + String(hundredths.magnitude / 100) + "."
      + (rest < 10 ? "0" : "") + String(rest)
  }

  package func unknownPlaceMessage(_ name: String) -> SafeText {
    say("No place called {name} was found. Try coordinates.", ["name": name])
  }
  package var namesUnknown: SafeText {
    say("Place names are not looked up (photos.lookup is off). Type coordinates.")
  }
  package var notLocated: SafeText { say("Your location could not be found. Type a place.") }

  package func offlineCopyReadyMessage(_ offlineCopy: OfflineCopyResult) -> SafeText {
    say("Ready: {what}", ["what": offlineCopyContentsText(of: offlineCopy)])
  }

  package func offlineCopyProgressText(_ offlineCopy: OfflineCopyResult) -> SafeText {
    say("Fetching: {what}", ["what": offlineCopyContentsText(of: offlineCopy)])
  }

  package func offlineCopyStartedMessage(key: String) -> SafeText {
    let words = say("Fetching posts for offline reading.")
    return key.isEmpty ? words : words + " " + say("{key} stops.", ["key": key])
  }

  /// Returns the progress of an offline copy as a short text: the number of pictures, conversations
  /// or posts fetched.
  package func shortOfflineCopyProgressText(_ offlineCopy: OfflineCopyResult) -> SafeText {
    let what =
      offlineCopy.pictures > 0
      ? pictureCountText(offlineCopy.pictures)
      : offlineCopy.conversations > 0
        ? conversationCountText(offlineCopy.conversations) : postCountText(offlineCopy.posts)
    return say("Fetching: {what}", ["what": what])
  }

  package func offlineCopyEndedMessage(_ offlineCopy: OfflineCopyResult) -> SafeText {
    let why: SafeText? =
      switch offlineCopy.missingPart {
      case nil:
        offlineCopy.missingPictures > 0 ? missingPicturesText(offlineCopy.missingPictures) : nil
      case .budget: fetchedAtOnce
      case .calledOff: say("Stopped.")
      case .service(let error): sentence(for: error)
      case .store(let error): sentence(for: error)
      }
    if offlineCopy.isFailure, let why { return why }
    return offlineCopyReadyMessage(offlineCopy) + (why.map { " · " + $0 } ?? "")
  }

  /// Returns the text about the articles that were fetched from web pages, and the numbers of pages
  /// without one, by reason.
  package func fetchedAndMissingArticlesText(_ offlineCopy: OfflineCopyResult) -> SafeText {
    let missing = MissingArticleReason.allCases.compactMap { reason -> SafeText? in
      guard let count = offlineCopy.missingArticles[reason] else { return nil }
      return switch reason {
      case .noArticle: say("pages without an article: {count}", ["count": count])
      case .ownNetwork: say("pages in your own network, not opened: {count}", ["count": count])
      case .unreachable: say("pages that cannot be reached: {count}", ["count": count])
      case .notFound: say("pages that do not exist: {count}", ["count": count])
      case .notAPage: say("files instead of pages: {count}", ["count": count])
      case .other: say("other pages that failed: {count}", ["count": count])
      }
    }
    return ([say("Full texts fetched: {count}", ["count": offlineCopy.articles])] + missing)
      .joined(separator: "; ")
  }

  package func skippedPagesRetryText(_ count: Int, until: Timestamp) -> SafeText {
    plural(
      "{count} page that failed lately was skipped; it is fetched again from {time} on.",
      "{count} pages that failed lately were skipped; they are fetched again from {time} on.",
      count, ["time": dateAndTimeText(until).string])
  }

  /// Returns the message about a link that was saved to read later, with or without the text of its
  /// page.
  package func linkSavedMessage(for link: SavedLinkArticle) -> SafeText {
    if link.article.source == .page {
      return say("Saved to read later: {title}", ["title": link.article.title])
    }
    switch link.pageError {
    case nil, .noArticle: return say("The link is saved; its page has no article.")
    case let error?:
      return say(
        "The link is saved without its text. {reason}", ["reason": sentence(for: error).string])
    }
  }

  package var fetchedAtOnce: SafeText {
    say("The limit for one fetch is reached. Fetch again for the rest.")
  }

  package func missingPicturesText(_ count: Int) -> SafeText {
    plural("{count} picture could not be fetched.", "{count} pictures could not be fetched.", count)
  }

  package func pictureCountText(_ count: Int) -> SafeText {
    plural("{count} picture", "{count} pictures", count)
  }

  private func conversationCountText(_ count: Int) -> SafeText {
    plural("{count} conversation", "{count} conversations", count)
  }

  private func offlineCopyContentsText(of offlineCopy: OfflineCopyResult) -> SafeText {
    var parts = [postCountText(offlineCopy.posts)]
    if offlineCopy.pictures > 0 { parts.append(pictureCountText(offlineCopy.pictures)) }
    if offlineCopy.conversations > 0 {
      parts.append(conversationCountText(offlineCopy.conversations))
    }
    if offlineCopy.bytes > 0 { parts.append(byteCountText(offlineCopy.bytes)) }
    return parts.joined(separator: ", ")
  }

  package func name(of content: DeckColumn.DeckColumnContent) -> SafeText {
    switch content {
    case .stream(let tab): name(of: tab.feed)
    case .notifications: notifications
    }
  }
  package func accountHandle(of account: Account) -> SafeText {
    SafeText(sanitizing: "@\(account.fullHandle)")
  }
  package func columnNumberText(_ number: Int) -> SafeText {
    say("column {number}", ["number": String(number)])
  }

  package var streams: SafeText { say("Streams") }
  package func tabAddedMessage(_ name: SafeText) -> SafeText {
    say("{stream} is a tab now.", ["stream": name])
  }
  package func tabRemovedMessage(_ name: SafeText, key: String) -> SafeText {
    say("{stream} is no longer a tab · {key} shows it again", ["stream": name, "key": key])
  }
  package var take: SafeText { say("show as a tab") }
  package var lastTabStays: SafeText { say("At least one stream must be shown.") }
}

// MARK: - Imported lists of feeds

extension Wording {
  /// Returns the sentence that tells why a line of an imported list of web feeds was not added.
  package func sentence(for entry: RejectedImportEntry) -> SafeText {
    let what = [entry.name, entry.address ?? ""].filter { !$0.isEmpty }.joined(separator: ", ")
    let values = ["line": String(entry.line), "what": what]
    return switch entry.reason {
    case .noAddress: say("line {line} ({what}) has no feed address.", values)
    case .unusableAddress: say("line {line} ({what}) has an address that cannot be used.", values)
    case .localFile:
      say("line {line} ({what}) is a file on this machine, which is not supported.", values)
    case .scheme:
      say("line {line} ({what}) is neither an http nor an https address.", values)
    case .searchName:
      say("line {line} ({what}) is a search whose name contains one of = : ; # [ ].", values)
    case .program:
      say("line {line} ({what}) runs a program, which is not supported for feeds.", values)
    case .search:
      say("line {line} ({what}) is a search with conditions that are not supported.", values)
    case .searchAttribute(let attribute):
      say(
        "line {line} ({what}) is a search by {attribute}, which Tweetie does not know.",
        values.merging(["attribute": attribute]) { _, new in new })
    case .searchComparison(let comparison):
      say(
        "line {line} ({what}) is a search by {comparison}, which Tweetie cannot compare like that.",
        values.merging(["comparison": comparison]) { _, new in new })
    }
  }
}
