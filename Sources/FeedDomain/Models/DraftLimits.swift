/// What a service allows in a post, and how it counts.
public struct DraftLimits: Hashable, Sendable {
  /// How many characters, as people count them.
  public var characters: Int
  /// How many bytes the words may have in UTF-8; nil for as many as the characters need.
  public let bytes: Int?
  /// What a link counts, however long it is; nil where it counts as it is.
  public let charactersPerLink: Int?
  /// Whether of somebody at another server only the name counts.
  public let countsNamesAlone: Bool
  public var attachments: Int
  /// Whether what answers nobody needs a picture.
  public let needsPicture: Bool
  /// Who may be chosen to see it.
  public var visibilities: [Visibility]
  /// Whether words can be put before it.
  public let allowsWarning: Bool
  /// Whether nothing but answers can be written.
  public let answersOnly: Bool
  /// Whether an answer begins with the handle of whom it answers, who would not hear of it otherwise.
  public let greetsAnswered: Bool
  /// Whether a post can show another inside.
  public let quotes: Bool
  /// Whether pictures can go with one that does.
  public let quotesWithPictures: Bool
  /// Whether pictures can be covered until somebody wants to see them.
  public let coversPictures: Bool
  /// How large a picture may be.
  public let pictures: PictureLimits
  /// How many characters may say what a picture shows; nil for as many as one likes.
  public let altText: Int?
  /// What a poll may be; nil where there are none.
  public let polls: PollLimits?
  /// Whether one can say in which language it is.
  public let namesLanguage: Bool
  /// Whether one can say who may quote it.
  public let namesQuoters: Bool
  /// Whether what a picture shows can be said anew once it is posted.
  public let describesAnew: Bool
  /// Whether the service keeps it until a moment that one says.
  public let postsLater: Bool
  /// What else can be said about a post that answers nobody, in the order in which it is asked.
  public let remarks: [AskedField]
  /// Whether an answer is a comment: words alone, which whoever sees what is answered sees as well.
  public let answersAreComments: Bool
  /// Whether what somebody said to the reader directly can be answered, though no post is direct.
  public let answersDirectly: Bool
  /// Whether one can answer oneself, so that several posts make a thread.
  public let threads: Bool
  /// Whether everybody sees a poll, whoever was to see it.
  public let publishesPolls: Bool
  /// Whether pictures are covered only where words come before them.
  public let coversBehindWarnings: Bool

  package init(
    characters: Int, bytes: Int? = nil, charactersPerLink: Int? = nil,
    countsNamesAlone: Bool = false,
    attachments: Int, needsPicture: Bool = false, visibilities: [Visibility],
    allowsWarning: Bool, answersOnly: Bool = false,
    greetsAnswered: Bool = true, quotes: Bool = false, quotesWithPictures: Bool = true,
    coversPictures: Bool = false, pictures: PictureLimits = .standard, altText: Int? = nil,
    polls: PollLimits? = nil, namesLanguage: Bool = false, namesQuoters: Bool = false,
    describesAnew: Bool = false, postsLater: Bool = false, threads: Bool = false,
    remarks: [AskedField] = [], answersAreComments: Bool = false,
    answersDirectly: Bool = false, publishesPolls: Bool = false,
    coversBehindWarnings: Bool = false
  ) {
    self.characters = characters
    self.bytes = bytes
    self.charactersPerLink = charactersPerLink
    self.countsNamesAlone = countsNamesAlone
    self.attachments = attachments
    self.needsPicture = needsPicture
    self.visibilities = visibilities
    self.allowsWarning = allowsWarning
    self.answersOnly = answersOnly
    self.greetsAnswered = greetsAnswered
    self.quotes = quotes
    self.quotesWithPictures = quotesWithPictures
    self.coversPictures = coversPictures
    self.pictures = pictures
    self.altText = altText
    self.polls = polls
    self.namesLanguage = namesLanguage
    self.namesQuoters = namesQuoters
    self.describesAnew = describesAnew
    self.postsLater = postsLater
    self.threads = threads
    self.remarks = remarks
    self.answersAreComments = answersAreComments
    self.answersDirectly = answersDirectly
    self.publishesPolls = publishesPolls
    self.coversBehindWarnings = coversBehindWarnings
  }

  /// How many pictures can go with the draft.
  public func attachments(for draft: Draft) -> Int {
    let isPossible =
      draft.poll == nil && (draft.quoting == nil || quotesWithPictures)
      && (draft.replyTo == nil || !answersAreComments)
    return isPossible ? attachments : 0
  }

  /// Who may be chosen to see the draft.
  public func visibilities(for draft: Draft) -> [Visibility] {
    draft.replyTo != nil && answersAreComments ? [.everybody] : visibilities
  }

  /// Whether something can be said for nobody but whom it mentions.
  package var canBeDirect: Bool { visibilities.contains(.mentioned) || answersDirectly }

  /// What else can be said about the draft.
  public func remarks(for draft: Draft) -> [AskedField] {
    draft.replyTo == nil && draft.editing == nil && draft.preceding == 0 ? remarks : []
  }

  /// What a poll may be that goes with the draft; nil where none can.
  public func polls(for draft: Draft) -> PollLimits? {
    let isAlone = draft.attachments.isEmpty && draft.quoting == nil && draft.editing == nil
    return isAlone ? polls : nil
  }

  /// Whether the draft cannot be sent before it has a picture.
  func lacksPicture(_ draft: Draft) -> Bool {
    needsPicture && draft.replyTo == nil && draft.attachments.isEmpty
  }

  /// How many characters are left for the draft; negative when it is too long.
  public func remaining(for draft: Draft) -> Int {
    let length = TextLength(
      charactersPerLink: charactersPerLink, countsNamesAlone: countsNamesAlone)
    let left = characters - (draft.warning?.count ?? 0) - length.count(draft.text)
    // One character can have a hundred bytes, and has one at least.
    return bytes.map { min(left, $0 - draft.text.utf8.count) } ?? left
  }

  /// The first of a post's characters that is too much, counted from 0; nil where all of them fit.
  public func limitExceeded(in characters: [Character], warning: String?) -> Int? {
    let length = TextLength(
      charactersPerLink: charactersPerLink, countsNamesAlone: countsNamesAlone)
    var end = length.fitting(characters, within: self.characters - (warning?.count ?? 0))
    if var left = bytes {
      let fitting = characters.prefix(end).prefix {
        left -= $0.utf8.count
        return left >= 0
      }
      end = fitting.count
    }
    return end < characters.count ? end : nil
  }

  /// By how many characters the words are too long that say what a picture shows; 0 where they fit.
  /// Services count in different ways: this one never counts too few.
  public func limitExceeded(ofAltText words: String) -> Int {
    altText.map { max(0, words.unicodeScalars.count - $0) } ?? 0
  }
}

/// Why a draft cannot be sent as it is, although there is something in it and not too much.
public enum DraftTrouble: Hashable, Sendable {
  /// The service takes no such post without a picture.
  case noPicture
  /// The service takes no polls.
  case noPolls
  /// The poll stands beside pictures or a quoted post, or in a post that is there already.
  case pollNotAlone
  /// The poll has no words before it that ask something.
  case noQuestion
  /// Everybody would see the poll, whoever was to see it.
  case pollForEverybody
  /// The service would show the pictures that are to be covered: it covers none without a warning.
  case coverNeedsWarning
  /// There are fewer than two answers to choose from.
  case tooFewChoices
  /// There are more answers than the service takes.
  case tooManyChoices(limit: Int)
  /// That answer is so many characters too long.
  case choiceTooLong(String, by: Int)
  /// That answer is there twice.
  case sameChoice(String)
  /// The poll would be open for less or more than the service takes.
  case pollLength(PollLimits)
  /// The service posts nothing later, or it is there already.
  case notLater
  /// It is to be posted in the past, or sooner than the service can.
  case tooSoon
  /// The file of a picture is not there any more.
  case pictureGone(path: String)
  /// What was typed for its language is no language's name.
  case unknownLanguage(String)
  /// What was typed for where a photo was taken are no coordinates.
  case unclearPlace(String)
  /// The service lets nobody answer themselves, or it is a post that is there already.
  case noThreads
  /// A post of a thread is to be posted later, when there would be nothing yet to answer.
  case threadLater
}

extension DraftLimits {
  /// How long before its moment a service wants to have what it posts later.
  public static let notice = Duration.seconds(300)

  /// What the service would refuse of the draft, sent at that moment; nil where that is nothing.
  public func trouble(with draft: Draft, at now: Timestamp) -> DraftTrouble? {
    if draft.place != nil, draft.postsAt != nil { return .threadLater }
    if let moment = draft.postsAt {
      guard postsLater, draft.editing == nil else { return .notLater }
      guard moment >= now.advanced(by: Self.notice) else { return .tooSoon }
    }
    return trouble(with: draft)
  }

  /// The same, but for the moment at which it is to be posted.
  public func trouble(with draft: Draft) -> DraftTrouble? {
    if !draft.following.isEmpty, !threads || draft.editing != nil { return .noThreads }
    if let language = draft.language, LanguageTag.written(language) == nil {
      return .unknownLanguage(language)
    }
    if let spot = draft.remarks[.spot], Place(coordinates: spot) == nil {
      return .unclearPlace(spot)
    }
    if lacksPicture(draft) { return .noPicture }
    if coversBehindWarnings, draft.isSensitive, !draft.attachments.isEmpty,
      (draft.warning ?? "").allSatisfy(\.isWhitespace)
    {
      return .coverNeedsWarning
    }
    return draft.poll.flatMap { trouble(with: $0, in: draft) }
  }

  private func trouble(with poll: Draft.Poll, in draft: Draft) -> DraftTrouble? {
    guard polls != nil else { return .noPolls }
    guard let polls = polls(for: draft) else { return .pollNotAlone }
    if publishesPolls, draft.visibility != .everybody { return .pollForEverybody }
    guard poll.choices.count > 1 else { return .tooFewChoices }
    guard poll.choices.count <= polls.choices else {
      return .tooManyChoices(limit: polls.choices)
    }
    for choice in poll.choices where polls.limitExceeded(of: choice) > 0 {
      return .choiceTooLong(choice, by: polls.limitExceeded(of: choice))
    }
    var seen: Set<String> = []
    if let twice = poll.choices.first(where: { !seen.insert($0).inserted }) {
      return .sameChoice(twice)
    }
    guard polls.allows(poll.lasts) else { return .pollLength(polls) }
    return draft.text.allSatisfy(\.isWhitespace) ? .noQuestion : nil
  }
}

/// What a service allows in a poll.
public struct PollLimits: Hashable, Sendable {
  /// What most servers take.
  public static let standard = PollLimits(
    choices: 4, characters: 50, shortest: .seconds(300), longest: .seconds(2_629_746))

  /// How many answers there may be to choose from.
  public let choices: Int
  public let characters: Int
  /// How long it must be open at least.
  public let shortest: Duration
  /// How long it may be open at most.
  public let longest: Duration

  package init(choices: Int, characters: Int, shortest: Duration, longest: Duration) {
    self.choices = choices
    self.characters = characters
    self.shortest = shortest
    self.longest = longest
  }
}

extension PollLimits {
  /// Minutes, hours and days that people think in.
  private static let round = [5, 30, 60, 6 * 60, 12 * 60, 24 * 60, 3 * 24 * 60, 7 * 24 * 60]

  /// How long a poll can be open, to choose from, the shortest first.
  public var lengths: [Duration] {
    let lengths = Self.round.map { Duration.seconds($0 * 60) }.filter(allows)
    return lengths.isEmpty ? [shortest] : lengths
  }

  /// How long a poll is open unless somebody says otherwise: a day, or as near to it as can be.
  public var usualLength: Duration {
    lengths.last { $0 <= .seconds(86_400) } ?? shortest
  }

  /// How many characters an answer is too long; 0 where it fits.
  public func limitExceeded(of choice: String) -> Int {
    max(0, Draft.Poll.trimmed(choice).count - characters)
  }

  /// Whether a poll may be open that long.
  public func allows(_ length: Duration) -> Bool { shortest <= length && length <= longest }
}

/// How large a picture may be that is posted.
public struct PictureLimits: Hashable, Sendable {
  /// What most services take, and more than a screen ever shows.
  public static let standard = PictureLimits(longestSide: 4096, bytes: 8 << 20)

  /// How many pixels its longer side may have.
  public let longestSide: Int
  public let bytes: Int

  package init(longestSide: Int, bytes: Int) {
    (self.longestSide, self.bytes) = (longestSide, bytes)
  }
}
