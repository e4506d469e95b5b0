import Doubles
import FeedDomain
import UseCases

@testable import Preferences
@testable import Scenes
@testable import Words

typealias ConversationScenePresenter = ScenePresenter<
  ConversationScene.SceneState, ConversationViewModel
>

extension ScenePresenter<ConversationScene.SceneState, ConversationViewModel> {
  convenience init(wording: Wording, keys: KeyMap, isBeside: Bool = false) {
    let words = ConversationPresenter(wording: wording, keys: keys, isBeside: isBeside)
    self.init { words.viewModel(of: $0) }
  }
}

typealias CatchUpScenePresenter = ScenePresenter<CatchUpScene.SceneState, CatchUpViewModel>

extension ScenePresenter<CatchUpScene.SceneState, CatchUpViewModel> {
  convenience init(posts: PostViewModelFactory, keys: KeyMap) {
    let words = CatchUpPresenter(posts: posts, keys: keys)
    self.init { words.viewModel(of: $0) }
  }
}

typealias SearchScenePresenter = ScenePresenter<SearchScene.SceneState, SearchViewModel>

extension ScenePresenter<SearchScene.SceneState, SearchViewModel> {
  convenience init(posts: PostViewModelFactory, keys: KeyMap) {
    let words = SearchPresenter(posts: posts, keys: keys)
    self.init { words.viewModel(of: $0) }
  }
}

extension SearchScene.SceneState {
  /// A search of which that is known.
  init(
    history: [String]? = nil, completions: [String] = [],
    found: SearchScene.GroupedSearchResults? = nil,
    undelivered: PostIDsWithUnsentChanges = PostIDsWithUnsentChanges(),
    asking: SceneFetchProgress = .idle,
    failure: FeedError? = nil
  ) {
    self.init(account: Posts.account)
    (self.history, self.completions, self.groupedResults) = (history, completions, found)
    (self.undelivered, self.fetchProgress, self.failure) = (undelivered, asking, failure)
  }
}

extension NotificationsScene.SceneState {
  /// A list of notices that is known.
  init(
    _ notifications: [Notification], unread: Set<Notification.ID> = [], hasMore: Bool = false,
    account: Account = Posts.account, tab: NotificationTab = .all, of tabs: [NotificationTab] = [],
    notificationAccounts: ShownNotificationAccounts = ShownNotificationAccounts(),
    fetch: SceneFetchState = .idle
  ) {
    self.init(account: account)
    self.notifications = PostRows(notifications)
    (self.unread, self.hasMore, self.tab, self.tabs) = (unread, hasMore, tab, tabs)
    (self.notificationAccounts, self.fetch, isLoaded) = (notificationAccounts, fetch, true)
  }
}

/// Presents a profile, changed step by step.
@MainActor final class ProfileStatePresenter {
  var state = ProfileScene.SceneState(account: Posts.account)
  private let presenter: ScenePresenter<ProfileScene.SceneState, ProfileViewModel>
  var display: (any Displaying<ProfileViewModel>)? {
    get { presenter.display }
    set { presenter.display = newValue }
  }

  init(
    wording: Wording, abilities: PostAbilities, keys: KeyMap, parts: [ProfileStreamKind] = [.posts]
  ) {
    let words = ProfilePresenter(wording: wording, abilities: abilities, keys: keys, parts: parts)
    presenter = ScenePresenter { words.viewModel(of: $0) }
  }

  func present(_ change: (inout ProfileScene.SceneState) -> Void) {
    change(&state)
    presenter.present(state)
  }

  func show(_ person: Person, isOneself: Bool = false) {
    present { ($0.person, $0.isOneself) = (person, isOneself) }
  }

  func show(_ posts: [FeedEntry], hasMore: Bool = false) {
    present { ($0.posts, $0.hasMore, $0.isLoaded) = (posts, hasMore, true) }
  }

  func show(_ collections: [Feed], hasMore: Bool) {
    present { ($0.collections, $0.hasMoreCollections) = (collections, hasMore) }
  }

  func show(_ tab: ProfileScene.ProfileTabKind) {
    present { ($0.tab, $0.posts, $0.isLoaded) = (tab, [], false) }
  }

  func perform(_ effect: SceneEffect) { presenter.perform(effect) }
}

/// Presents a photo, changed step by step.
@MainActor final class PhotoStatePresenter {
  private(set) var state = PhotoScene.SceneState(account: Posts.account)
  private let presenter: ScenePresenter<PhotoScene.SceneState, PhotoViewModel>
  var display: (any Displaying<PhotoViewModel>)? {
    get { presenter.display }
    set { presenter.display = newValue }
  }

  init(wording: Wording, keys: KeyMap, isBeside: Bool = false) {
    let words = PhotoPresenter(wording: wording, keys: keys, isBeside: isBeside)
    presenter = ScenePresenter { words.viewModel(of: $0) }
  }

  func present(_ change: (inout PhotoScene.SceneState) -> Void) {
    change(&state)
    presenter.present(state)
  }

  func show(
    _ post: Post, index: Int = 0, _ details: PhotoDetails? = nil,
    as account: Account = Posts.account
  ) {
    present {
      if $0.account != account { $0 = PhotoScene.SceneState(account: account) }
      $0.posts = PostRows([post])
      ($0.index, $0.details, $0.neighbours) = (index, details, [])
      ($0.isGone, $0.failure) = (false, nil)
    }
  }

  func perform(_ effect: SceneEffect) { presenter.perform(effect) }
}
