/// A set of a service's rules for drafts, such as length limits, rules for pictures and polls, and
/// the service's own form fields.
public struct DraftLimits: Equatable, Sendable {
  /// The maximum number of characters (grapheme clusters) of a post at the service.
  public var characters: Int
  /// The maximum size of a post's text in UTF-8 bytes; nil if there is no limit.
  public let bytes: Int?
  /// The number of characters that each link in a post counts as; nil for its actual length.
  public let charactersPerLink: Int?
  /// True if the length of a post counts a handle at another server without the server's name.
  public let countsNamesAlone: Bool
  public var attachments: Int
  /// True if every post at the service needs a picture, except for replies.
  public let needsPicture: Bool
  public var visibilities: [Visibility]
  public let allowsWarning: Bool
  public let repliesOnly: Bool
  /// True if a reply at the service begins with the handle of the answered author.
  public let repliesStartWithHandle: Bool
  public let quotes: Bool
  public let quotesWithPictures: Bool
  public let coversPictures: Bool
  public let pictures: PictureUploadLimits
  /// The maximum length of a picture's alt text in characters; nil if there is no limit.
  public let altText: Int?
  /// The rules of the service for polls; nil if the service has none.
  public let polls: PollLimits?
  public let canSetLanguage: Bool
  public let canSetQuotePolicy: Bool
  /// True if the service allows changing the alt texts of a published post's pictures.
  public let canEditAltTexts: Bool
  /// True if the service allows adding pictures to a published post, and removing them.
  public let canEditPictures: Bool
  public let canSchedule: Bool
  /// The form fields that the service offers for posts other than replies, such as a licence, in
  /// the order shown.
  public let extraFields: [InputField]
  /// True if replies at the service are comments: text only, with the visibility of the answered
  /// post.
  public let repliesAreComments: Bool
  /// True if direct messages can be answered, although posts at the service cannot be direct.
  public let canAnswerDirectMessages: Bool
  /// True if several posts can form a thread at the service.
  public let threads: Bool
  public let pollsArePublic: Bool
  /// True if the service covers the pictures of a post only if the post has a content warning as
  /// well.
  public let coversNeedWarning: Bool

  package init(
    characters: Int, bytes: Int? = nil, charactersPerLink: Int? = nil,
    countsNamesAlone: Bool = false,
    attachments: Int, needsPicture: Bool = false, visibilities: [Visibility],
    allowsWarning: Bool, repliesOnly: Bool = false,
    repliesStartWithHandle: Bool = true, quotes: Bool = false, quotesWithPictures: Bool = true,
    coversPictures: Bool = false, pictures: PictureUploadLimits = .standard, altText: Int? = nil,
    polls: PollLimits? = nil, canSetLanguage: Bool = false, canSetQuotePolicy: Bool = false,
    canEditAltTexts: Bool = false, canSchedule: Bool = false, threads: Bool = false,
    extraFields: [InputField] = [], repliesAreComments: Bool = false,
    canAnswerDirectMessages: Bool = false, pollsArePublic: Bool = false,
    coversNeedWarning: Bool = false, canEditPictures: Bool = true
  ) {
    self.characters = characters
    self.bytes = bytes
    self.charactersPerLink = charactersPerLink
    self.countsNamesAlone = countsNamesAlone
    self.attachments = attachments
    self.needsPicture = needsPicture
    self.visibilities = visibilities
    self.allowsWarning = allowsWarning
    self.repliesOnly = repliesOnly
    self.repliesStartWithHandle = repliesStartWithHandle
    self.quotes = quotes
    self.quotesWithPictures = quotesWithPictures
    self.coversPictures = coversPictures
    self.pictures = pictures
    self.altText = altText
    self.polls = polls
    self.canSetLanguage = canSetLanguage
    self.canSetQuotePolicy = canSetQuotePolicy
    self.canEditAltTexts = canEditAltTexts
    self.canSchedule = canSchedule
    self.threads = threads
    self.extraFields = extraFields
    self.repliesAreComments = repliesAreComments
    self.canAnswerDirectMessages = canAnswerDirectMessages
    self.pollsArePublic = pollsArePublic
    self.coversNeedWarning = coversNeedWarning
    self.canEditPictures = canEditPictures
  }

  public func maximumAttachmentCount(for draft: Draft) -> Int {
    guard draft.editing == nil || canEditPictures else {
      return draft.attachments.count(where: \.isPosted)
    }
    let isPossible =
      draft.poll == nil && (draft.quoting == nil || quotesWithPictures)
      && (draft.replyTo == nil || !repliesAreComments)
    return isPossible ? attachments : 0
  }

  public func allowedVisibilities(for draft: Draft) -> [Visibility] {
    draft.replyTo != nil && repliesAreComments ? [.everybody] : visibilities
  }

  /// True if the service allows posts or replies for the mentioned people only.
  package var canBeDirect: Bool { visibilities.contains(.mentioned) || canAnswerDirectMessages }

  public func offeredExtraFields(for draft: Draft) -> [InputField] {
    draft.replyTo == nil && draft.editing == nil && draft.preceding == 0 ? extraFields : []
  }

  /// Returns the poll rules for a draft; nil if the draft cannot have a poll.
  public func pollLimits(for draft: Draft) -> PollLimits? {
    let isAlone = draft.attachments.isEmpty && draft.quoting == nil && draft.editing == nil
    return isAlone ? polls : nil
  }

  func lacksRequiredPicture(_ draft: Draft) -> Bool {
    needsPicture && draft.replyTo == nil && draft.attachments.isEmpty
  }

  /// Returns the number of characters left for a draft; negative if it is too long.
  public func remainingCharacters(for draft: Draft) -> Int {
    let length = TextLengthRules(
      charactersPerLink: charactersPerLink, countsNamesAlone: countsNamesAlone)
    let left = characters - (draft.warning?.count ?? 0) - length.characterCount(of: draft.text)
    // The number of bytes left is also a limit, since a character has one byte or more.
    return bytes.map { min(left, $0 - draft.text.utf8.count) } ?? left
  }

  /// Returns the index of the first character of a draft's text that exceeds the length limits,
  /// which include the warning; nil if all fit.
  public func firstIndexBeyondLimits(in characters: [Character], warning: String?) -> Int? {
    let length = TextLengthRules(
      charactersPerLink: charactersPerLink, countsNamesAlone: countsNamesAlone)
    var end = length.fittingCharacterCount(
      of: characters, within: self.characters - (warning?.count ?? 0))
    if var left = bytes {
      let fitting = characters.prefix(end).prefix {
        left -= $0.utf8.count
        return left >= 0
      }
      end = fitting.count
    }
    return end < characters.count ? end : nil
  }

  /// Returns the number of characters by which an alt text is too long. Counts Unicode scalars, so
  /// that no service's count is higher.
  public func excessAltTextLength(ofAltText words: String) -> Int {
    altText.map { max(0, words.unicodeScalars.count - $0) } ?? 0
  }
}

/// A reason why the service would reject a draft, other than an empty or too long text.
public enum DraftProblem: Equatable, Sendable {
  case noPicture, noPolls
  /// A draft problem: a picture is added to a published post, whose pictures the service cannot
  /// change.
  case picturesStay
  /// A draft problem: a poll is combined with pictures, a quote, or the editing of a published
  /// post.
  case pollNotAlone
  /// A draft problem: a poll without a question in the post's text.
  case noQuestion
  /// A draft problem: a poll that would be visible to more people than the post.
  case pollForEverybody
  /// A draft problem: covered pictures without the warning that the service needs to cover them.
  case coverNeedsWarning
  case tooFewChoices
  case tooManyChoices(limit: Int)
  /// A draft problem: the text of a poll option is too long, by this number of characters.
  case choiceTooLong(String, by: Int)
  case sameChoice(String)
  /// A draft problem: the poll's duration is shorter or longer than the service allows.
  case pollLength(PollLimits)
  /// A draft problem: the service does not schedule posts, or the post is published already.
  case notLater
  /// A draft problem: a publication time in the past, or too soon for the service.
  case tooSoon
  case pictureGone(path: String)
  case unknownLanguage(String)
  /// A draft problem: a typed photo location that is not a pair of coordinates.
  case unclearPlace(String)
  /// A draft problem: a thread at a service without threads, or while editing a published post.
  case noThreads
  /// A draft problem: a thread with a publication time, whose later posts would have nothing to
  /// reply to.
  case threadLater
}

extension DraftLimits {
  /// The minimum time from now to the publication of a scheduled post.
  public static let notice = Duration.seconds(300)

  /// Returns the reason why the service would reject the draft at this moment; nil if there is
  /// none.
  public func draftProblem(with draft: Draft, at now: Timestamp) -> DraftProblem? {
    if draft.threadPosition != nil, draft.postsAt != nil { return .threadLater }
    if let moment = draft.postsAt {
      guard canSchedule, draft.editing == nil else { return .notLater }
      guard moment >= now.timeAdvanced(by: Self.notice) else { return .tooSoon }
    }
    return draftProblem(with: draft)
  }

  /// Returns the reason why the service would reject the draft, apart from its publication time;
  /// nil if there is none.
  public func draftProblem(with draft: Draft) -> DraftProblem? {
    if !draft.following.isEmpty, !threads || draft.editing != nil { return .noThreads }
    if let language = draft.language, LanguageTagNormalizer.normalizedLanguageTag(language) == nil {
      return .unknownLanguage(language)
    }
    if let spot = draft.extraFields[.photoLocation], Place(coordinates: spot) == nil {
      return .unclearPlace(spot)
    }
    if lacksRequiredPicture(draft) { return .noPicture }
    if draft.editing != nil, !canEditPictures, !draft.attachments.allSatisfy(\.isPosted) {
      return .picturesStay
    }
    if coversNeedWarning, draft.isSensitive, !draft.attachments.isEmpty,
      (draft.warning ?? "").allSatisfy(\.isWhitespace)
    {
      return .coverNeedsWarning
    }
    return draft.poll.flatMap { pollProblem(with: $0, in: draft) }
  }

  private func pollProblem(with poll: Draft.DraftPoll, in draft: Draft) -> DraftProblem? {
    guard polls != nil else { return .noPolls }
    guard let polls = pollLimits(for: draft) else { return .pollNotAlone }
    if pollsArePublic, draft.visibility != .everybody { return .pollForEverybody }
    guard poll.choices.count > 1 else { return .tooFewChoices }
    guard poll.choices.count <= polls.choices else {
      return .tooManyChoices(limit: polls.choices)
    }
    for choice in poll.choices where polls.excessChoiceLength(of: choice) > 0 {
      return .choiceTooLong(choice, by: polls.excessChoiceLength(of: choice))
    }
    var seen: Set<String> = []
    if let twice = poll.choices.first(where: { !seen.insert($0).inserted }) {
      return .sameChoice(twice)
    }
    guard polls.allowsPollDuration(poll.lasts) else { return .pollLength(polls) }
    return draft.text.allSatisfy(\.isWhitespace) ? .noQuestion : nil
  }
}

public struct PollLimits: Equatable, Sendable {
  /// The poll rules of most Mastodon servers.
  public static let standard = PollLimits(
    choices: 4, characters: 50, shortest: .seconds(300), longest: .seconds(2_629_746))

  public let choices: Int
  public let characters: Int
  public let shortest: Duration
  public let longest: Duration

  package init(choices: Int, characters: Int, shortest: Duration, longest: Duration) {
    self.choices = choices
    self.characters = characters
    self.shortest = shortest
    self.longest = longest
  }
}

extension PollLimits {
  /// The poll durations, in minutes, that are offered if the service allows them.
  private static let offeredMinutes = [
    5, 30, 60, 6 * 60, 12 * 60, 24 * 60, 3 * 24 * 60, 7 * 24 * 60,
  ]

  /// The poll durations that the service allows, to choose from, the shortest first.
  public var lengths: [Duration] {
    let lengths = Self.offeredMinutes.map { Duration.seconds($0 * 60) }.filter(allowsPollDuration)
    return lengths.isEmpty ? [shortest] : lengths
  }

  /// The default poll duration: a day, or the nearest one allowed.
  public var usualLength: Duration {
    lengths.last { $0 <= .seconds(86_400) } ?? shortest
  }

  /// Returns the number of characters by which a poll choice is too long.
  public func excessChoiceLength(of choice: String) -> Int {
    max(0, Draft.DraftPoll.trimmedPollChoice(choice).count - characters)
  }

  public func allowsPollDuration(_ length: Duration) -> Bool {
    shortest <= length && length <= longest
  }
}

public struct PictureUploadLimits: Equatable, Sendable {
  /// The limits for pictures that most services accept.
  public static let standard = PictureUploadLimits(longestSide: 4096, bytes: 8 << 20)

  /// The maximum length of a picture's longer side in pixels.
  public let longestSide: Int
  public let bytes: Int

  package init(longestSide: Int, bytes: Int) {
    (self.longestSide, self.bytes) = (longestSide, bytes)
  }
}
