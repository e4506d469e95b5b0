import PhotoDisplay

@testable import FeedDomain
@testable import Preferences
@testable import Scenes
@testable import Words

extension PostAbilities {
  /// What most accounts have.
  static let all = PostAbilities(
    marks: [.liked, .boosted, .bookmarked, .pinned, .conversationMuted], canWrite: true,
    serviceActions: Set(ServiceAction.ServiceActionKind.allCases),
    extras: Set(OptionalInformationKind.allCases),
    people: .all)
}

extension PostViewModelFactory {
  /// Creates a factory with English words, for an account that may do everything.
  init(
    abilities: PostAbilities = .all, options: DisplayOptions = DisplayOptions(),
    keys: KeyMap = .defaults, terms: PhotoDisplayTerms = .none
  ) {
    self.init(
      wording: Wording(), abilities: abilities, options: options, keys: keys, terms: terms)
  }
}
