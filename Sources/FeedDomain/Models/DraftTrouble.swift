/// Why a draft cannot be sent as it is, although there is something in it and not too much.
public enum DraftTrouble: Hashable, Sendable {
  /// The service takes no polls.
  case noPolls
  /// The poll stands beside pictures or a quoted post, or in a post that is there already.
  case pollNotAlone
  /// The poll has no words before it that ask something.
  case noQuestion
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
  /// What was typed for its language is no language's name.
  case unknownLanguage(String)
}

extension DraftLimits {
  /// What the service would refuse of the draft; nil where that is nothing.
  public func trouble(with draft: Draft) -> DraftTrouble? {
    if let language = draft.language, LanguageTag.written(language) == nil {
      return .unknownLanguage(language)
    }
    return draft.poll.flatMap { trouble(with: $0, in: draft) }
  }

  private func trouble(with poll: Draft.Poll, in draft: Draft) -> DraftTrouble? {
    guard polls != nil else { return .noPolls }
    guard let polls = polls(for: draft) else { return .pollNotAlone }
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
