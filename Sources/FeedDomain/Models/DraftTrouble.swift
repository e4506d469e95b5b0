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
    for choice in poll.choices where polls.excess(of: choice) > 0 {
      return .choiceTooLong(choice, by: polls.excess(of: choice))
    }
    var seen: Set<String> = []
    if let twice = poll.choices.first(where: { !seen.insert($0).inserted }) {
      return .sameChoice(twice)
    }
    guard polls.allows(poll.lasts) else { return .pollLength(polls) }
    return draft.text.allSatisfy(\.isWhitespace) ? .noQuestion : nil
  }
}
