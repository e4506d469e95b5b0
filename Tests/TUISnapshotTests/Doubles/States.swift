import Doubles
import FeedDomain
import UseCases

@testable import Preferences
@testable import Scenes
@testable import Words

typealias ConversationPresenter = ScenePresenter<ConversationReading.State, ConversationViewModel>

extension ScenePresenter<ConversationReading.State, ConversationViewModel> {
  convenience init(wording: Wording, keys: KeyMap, isBeside: Bool = false) {
    let words = ConversationWords(wording: wording, keys: keys, isBeside: isBeside)
    self.init { words.viewModel(of: $0) }
  }
}

typealias SearchPresenter = ScenePresenter<Search.State, SearchViewModel>

extension ScenePresenter<Search.State, SearchViewModel> {
  convenience init(posts: PostPresentation, keys: KeyMap) {
    let words = SearchWords(posts: posts, keys: keys)
    self.init { words.viewModel(of: $0) }
  }
}

extension Search.State {
  /// A search of which that is known.
  init(
    history: [String]? = nil, completions: [String] = [], found: Search.Found? = nil,
    undelivered: UndeliveredPosts = UndeliveredPosts(), asking: Asking = .nothing,
    failure: FeedError? = nil
  ) {
    self.init(account: Posts.account)
    (self.history, self.completions, self.found) = (history, completions, found)
    (self.undelivered, self.asking, self.failure) = (undelivered, asking, failure)
  }
}

extension Notices.State {
  /// A list of notices that is known.
  init(
    _ notices: [Notice], unread: Set<Notice.ID> = [], hasMore: Bool = false,
    account: Account = Posts.account, tab: NoticeTab = .all, of tabs: [NoticeTab] = [],
    company: Company = Company(), fetch: FetchState = .idle
  ) {
    self.init(account: account)
    self.notices = LivePosts(notices)
    (self.unread, self.hasMore, self.tab, self.tabs) = (unread, hasMore, tab, tabs)
    (self.company, self.fetch, isLoaded) = (company, fetch, true)
  }
}
