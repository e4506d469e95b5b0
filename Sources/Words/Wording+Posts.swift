package import FeedDomain
import Groundwork
package import Terminal
package import UseCases

extension Wording {
  package func replyingText(to handle: String?) -> SafeText {
    guard let handle else { return say("replying") }
    return say("replying to @{handle}", ["handle": handle])
  }

  package func mutedReasonText(because what: String) -> SafeText {
    say("Muted: {what}", ["what": what])
  }

  /// Returns as text the reasons why a post is folded, such as its content warning; nil for a post
  /// that is not folded.
  package func foldReasonText(of content: Post.PostContent) -> SafeText? {
    let reasons = [
      content.foldingMute.map(mutedReasonText), content.cover.map(SafeText.init(sanitizing:)),
    ]
    .compactMap(\.self)
    return reasons.isEmpty ? nil : reasons.joined(separator: " – ")
  }

  /// Returns the beginning of a post's text on one line; for a folded post, the reason for folding.
  package func postExcerpt(of content: Post.PostContent) -> SafeText {
    excerpt(of: foldReasonText(of: content)?.string ?? textWithTranslatedLabels(content.text).plain)
  }

  /// Returns the beginnings of the posts that share a page, without the page's address, and of
  /// posts that say more than that.
  package func sharingPostExcerpts(of link: SharedLink) -> [(person: Person, words: SafeText)] {
    link.shares.filter { !$0.isBoost }.map {
      ($0.person, postExcerpt(of: link.contentWithoutAddress(of: $0)))
    }.filter { !$0.1.isBlank }
  }

  /// Returns the text of a post with the labels of attached files and embedded pages in the user's
  /// language.
  package func textWithTranslatedLabels(_ text: RichText) -> RichText {
    var runs = text.runs
    // A loop instead of `map`, since the compiler's optimiser crashes on closures that match a
    // run's kind.
    for place in runs.indices {
      guard let label = runs[place].label else { continue }
      runs[place] = RichText.RichTextRun(name(of: label).string, runs[place].kind)
    }
    return RichText(runs: runs)
  }

  /// Returns an article with the labels of its pictures, videos, audio and embedded pages in the
  /// user's language.
  package func articleWithTranslatedLabels(_ article: Article) -> Article {
    var translated = article
    translated.pictureLabel = name(of: .picture).string
    for place in article.blocks.indices {
      switch article.blocks[place].content {
      case .paragraph(let text):
        translated.blocks[place].content = .paragraph(self.textWithTranslatedLabels(text))
      case .media(let label, let address):
        guard let kind = AttachmentLabel(rawValue: label) else { continue }
        translated.blocks[place].content = .media(label: name(of: kind).string, address: address)
      default: break
      }
    }
    return translated
  }

  package func name(of label: AttachmentLabel) -> SafeText {
    switch label {
    case .video: say("Video")
    case .audio: say("Audio")
    case .page: say("Page")
    case .chapters: say("Chapters")
    case .transcript: say("Transcript")
    case .picture: say("Picture")
    case .comments: say("Comments")
    case .restTooLong: say("The rest of this text is too long to be stored: its page shows it.")
    case .olderTooLong:
      say("This feed is too large to store whole: its site shows older entries.")
    }
  }

  package func excerpt(of text: String) -> SafeText {
    SafeText(sanitizing: String(text.prefix(400)))
  }

  package func foldedPostHint(key: String) -> SafeText {
    say("folded · {key} shows it", ["key": key])
  }
  /// Returns the remark that a post was fetched from the server of its author.
  package func originServerText(_ host: String) -> SafeText {
    say("from {server}", ["server": host])
  }
  /// Returns the message about the missing replies that a server added to a conversation; for 0,
  /// that it has no more.
  package func addedRepliesText(_ count: Int, from host: String) -> SafeText {
    guard count > 0 else {
      return say("{server} has no more replies.", ["server": host])
    }
    return plural(
      "{count} reply was added from {server}.", "{count} replies were added from {server}.", count,
      ["server": host])
  }
  package func missingRepliesNotFetchedText(_ error: FeedError, at host: String) -> SafeText {
    guard error != .membersOnly else {
      return say("{server} shows its conversations to its members only.", ["server": host])
    }
    return say(
      "No replies from {server}. {reason}", ["server": host, "reason": sentence(for: error)])
  }
  package var openWithAccount: SafeText { say("with your account") }
  package func coveredPhotoHint(key: String) -> SafeText {
    say("covered · {key} shows it", ["key": key])
  }

  /// Returns the remark that tells who may read a post; nil if everybody may.
  package func audienceText(_ visibility: Visibility) -> SafeText? {
    switch visibility {
    case .everybody: nil
    case .unlisted: say("unlisted")
    case .followers, .mentioned, .oneself: visibilityLabel(of: visibility)
    }
  }

  package func photoLabel(_ kind: Photo.PhotoKind, shape: String) -> SafeText {
    switch kind {
    case .still: say("photo {shape}", ["shape": shape])
    case .animation: say("animation {shape}", ["shape": shape])
    case .video: say("video {shape}", ["shape": shape])
    case .audio: say("audio")
    }
  }

  package func photoCountText(_ count: Int) -> SafeText {
    plural("{count} photo", "{count} photos", count)
  }

  package func photoDescription(of photo: Photo) -> SafeText {
    photo.altText.isEmpty ? undescribed : SafeText(sanitizing: photo.altText)
  }

  package func missingQuoteText(_ unavailableReason: Quote.QuoteUnavailableReason) -> SafeText {
    switch unavailableReason {
    case .gone: say("The quoted post no longer exists.")
    case .blocked: say("You cannot see the quoted post, because of a block.")
    case .detached: say("The author of the quoted post does not allow this quote.")
    case .awaitingApproval: say("The author of the quoted post has not approved the quote yet.")
    case .unknown: say("The quoted post cannot be shown here.")
    }
  }

  package var undescribed: SafeText { say("no description") }
  package func voteCountText(_ count: Int) -> SafeText {
    plural("{count} vote", "{count} votes", count)
  }
  package func voterCountText(_ count: Int) -> SafeText {
    plural("{count} voter", "{count} voters", count)
  }
  package func pollClosingText(in time: SafeText) -> SafeText {
    say("closes in {time}", ["time": time])
  }

  package func roundedDurationText(_ duration: Duration) -> SafeText {
    let minutes = max(1, duration.components.seconds / 60)
    if minutes < 60 { return say("{count} min", ["count": minutes]) }
    if minutes < 48 * 60 { return say("{count} h", ["count": minutes / 60]) }
    let days = Int(clamping: minutes / 1_440)
    return plural("{count} day", "{count} days", days)
  }

  package func replyCountText(_ count: Int) -> SafeText {
    plural("{count} reply", "{count} replies", count)
  }
  package func boostCountText(_ count: Int, own: Bool) -> SafeText {
    own
      ? plural("{count} boost, yours too", "{count} boosts, yours too", count)
      : plural("{count} boost", "{count} boosts", count)
  }
  package func likeCountText(_ count: Int, own: Bool) -> SafeText {
    own
      ? plural("{count} like, yours too", "{count} likes, yours too", count)
      : plural("{count} like", "{count} likes", count)
  }
  package var liked: SafeText { say("liked") }
  package var boosted: SafeText { say("boosted") }
  package var bookmarked: SafeText { say("bookmarked") }
  package func boostedByText(by name: SafeText) -> SafeText {
    say("boosted by {name}", ["name": name])
  }
  package func editTimeText(at time: SafeText?) -> SafeText {
    time.map { say("edited {time}", ["time": $0]) } ?? say("edited")
  }
  package func reactionText(_ reaction: Reaction) -> SafeText {
    SafeText(sanitizing: reaction.name) + " " + SafeText(sanitizing: String(reaction.count))
  }
  package var notSent: SafeText { say("not sent yet") }

  package func sentence(for reason: ActionPermission.RefusalReason, at service: Service?)
    -> SafeText
  {
    let name = ["service": service.map { self.name(of: $0) } ?? ""]
    return switch reason {
    case .noWriting: say("This service is read-only.")
    case .onlyAnswers: say("At this service you can only reply.")
    case .noLikes(.unknown): say("This service does not support likes.")
    case .noLikes(.needsSignIn): say("Sign in to like photos: a key only lets you browse.")
    case .noLikes(.notFromPrograms): say("{service} does not let apps like photos.", name)
    case .noLikes(.bookmarkInstead):
      say(
        "{service} accepts no likes from apps. A bookmark saves the photo to your collection.",
        name)
    case .notOwnLikes: say("You cannot like your own photos on {service}.", name)
    case .noBoosts: say("This service does not support boosts.")
    case .noBookmarks: say("This service does not support bookmarks.")
    case .noHiding: say("Nothing can be hidden here.")
    case .noQuotes: say("This service does not support quotes.")
    case .noEdits: say("Posts cannot be edited at this service.")
    case .onlyWords: say("Here you can only read and reply to comments.")
    case .notToHide: say("Only comments on your posts can be hidden.")
    case .noPeople: say("This service has no profiles.")
    case .noOthers: say("This service shows only your own profile.")
    case .noLikers: say("This service does not show who liked a post.")
    case .noFollowers: say("This service does not show who follows whom.")
    case .noAnswers: say("You cannot reply to this post.")
    case .notToQuote: say("The author does not allow quotes.")
    case .notForOthers: say("This post is not public and cannot be shared.")
    case .notYoursToChange: say("Only your own posts can be edited.")
    case .notYours: say("Only your own posts can be deleted.")
    case .pollStays: say("Tweetie does not edit posts with a poll: the votes would be lost.")
    case .filmIsLost: say("Video and audio cannot be posted again, so the post is not deleted.")
    case .notToDelete: say("Only your own comments can be deleted here.")
    case .isYours: say("That is your own post.")
    case .notHere: say("This service cannot do that.")
    case .notYoursToPin: say("Only your own posts can be pinned.")
    case .neverEdited: say("This post was never edited.")
    case .readWithoutAccount(let host):
      say(
        "Read-only, because it comes from {server} without an account. Open it with your account to reply or like.",
        ["server": host])
    case .nothingHidden: say("Nothing is hidden in this post.")
    case .noPhoto: say("This post has no photo.")
    case .noPoll: say("There is no poll in this post.")
    case .noWords: say("There is no text in this post.")
    case .noTags: say("This post has no tags.")
    }
  }

  package var noLink: SafeText { say("There is no link in this post.") }
  package var noAddress: SafeText { say("There is no address to copy.") }
  package var pinned: SafeText { say("pinned") }

  package func translationCredit(of translation: Translation) -> SafeText {
    let values = [
      "language": translation.language ?? "", "provider": translation.provider ?? "",
    ]
    return switch (translation.language, translation.provider) {
    case (nil, nil): say("Translated")
    case (nil, _): say("Translated by {provider}", values)
    case (_, nil): say("Translated from {language}", values)
    default: say("Translated from {language} by {provider}", values)
    }
  }

  package func photoCredit(by name: String) -> SafeText { say("Photo by {name}", ["name": name]) }
  package func photoCredit(by name: String, on service: Service) -> SafeText {
    guard service.photoTerms.creditName != nil else { return photoCredit(by: name) }
    return say("Photo by {name} on {service}", ["name": name, "service": self.name(of: service)])
  }
  package func photoCredit(_ number: Int, of count: Int, by name: String) -> SafeText {
    say("Photo {number} of {count} by {name}", ["number": number, "count": count, "name": name])
  }
  package func photoDetailsFailedMessage(_ error: FeedError) -> SafeText {
    say("No details: {reason}", ["reason": errorReasonText(error)])
  }
  package func noFurtherPhotoMessage(_ step: PhotoStepDirection) -> SafeText {
    switch step {
    case .next: say("This is the last photo.")
    case .previous: say("This is the first photo.")
    }
  }
  package func playHint(_ kind: Photo.PhotoKind, key: String) -> SafeText {
    kind == .audio
      ? say("audio · {key} plays it", ["key": key]) : say("video · {key} plays it", ["key": key])
  }
  package var noFilm: SafeText { say("There is no video or audio to play.") }

  package func photoSavingProgressText(_ transfer: ByteTransferProgress?) -> SafeText {
    guard let transfer, let expected = transfer.totalBytes, expected > 0 else {
      return say("saving")
    }
    let percent = Int(Double(transfer.receivedBytes) / Double(expected) * 100)
    return say("saving {percent} %", ["percent": max(0, min(100, percent))])
  }
  package func originalPhotoNotFetchedMessage(_ error: FeedError) -> SafeText {
    say("The original could not be fetched: {reason}", ["reason": errorReasonText(error)])
  }
  package func photoNotSavedMessage(_ error: StoreError) -> SafeText {
    say("The photo could not be saved: {reason}", ["reason": sentence(for: error)])
  }

  package var licence: SafeText { say("Licence") }
  package var place: SafeText { say("Place") }
  package var exposure: SafeText { say("Exposure") }
  package var size: SafeText { say("Size") }
  package var shows: SafeText { say("Description") }
  package var tags: SafeText { say("Tags") }
  package var statistics: SafeText { say("Statistics") }

  package func name(of insight: PhotoDetails.PhotoStatistic.PhotoStatisticKind) -> SafeText {
    switch insight {
    case .reach: say("Accounts reached")
    case .saves: say("Saved")
    case .shares: say("Shared")
    case .interactions: say("Interactions")
    case .reposts: say("Reposts")
    case .follows: say("New followers")
    case .profileVisits: say("Profile visits")
    case .profileActivity: say("Actions on the profile")
    case .replies: say("Replies")
    case .navigation: say("Taps forward")
    case .watchTime: say("Average watch time")
    }
  }

  package func groupedNumberText(_ number: Int) -> SafeText {
    let digits = Array(String(number.magnitude))
    var text = ""
    for (place, digit) in digits.enumerated() {
      // A narrow blank separates thousands in every language.
      if place > 0, (digits.count - place) % 3 == 0 { text += "\u{202F}" }
      text.append(digit)
    }
    return SafeText(sanitizing: (number < 0 ? "−" : "") + text)
  }
  package func tenthsAsDecimalText(_ count: Int) -> SafeText {
    say("{whole}.{tenth}", ["whole": count / 10, "tenth": count % 10])
  }
  package func byteCountText(_ count: Int) -> SafeText {
    count >= 1_000_000
      ? tenthsAsDecimalText(count / 100_000) + " MB" : tenthsAsDecimalText(count / 100) + " kB"
  }

  package var conversation: SafeText { say("Conversation") }
  package var loading: SafeText { say("loading") }
  package var moreElsewhere: SafeText { say("more in the browser") }
  /// Returns the message that a conversation or catch-up could not be refreshed, with the reason.
  package func notUpToDateMessage(_ error: FeedError) -> SafeText {
    say("Not up to date: {reason}", ["reason": errorReasonText(error)])
  }

  package func linkNotFoundMessage(at lead: ResolvableLink, _ service: Service) -> SafeText {
    switch lead {
    case .address(let address):
      say(
        "{service} found nothing at {address}.",
        ["service": name(of: service).string, "address": address])
    case .handle(let handle): say("There is nobody called @{handle}.", ["handle": handle])
    }
  }

  package var translating: SafeText { say("Translating the post") }
  package func notTranslatedMessage(_ error: FeedError) -> SafeText {
    say("The post was not translated: {reason}", ["reason": errorReasonText(error)])
  }
}

extension RichText.RichTextRun {
  fileprivate var label: AttachmentLabel? {
    if case .label(let label) = kind { label } else { nil }
  }
}
