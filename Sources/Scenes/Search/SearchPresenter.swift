import FeedDomain
import Preferences
import Terminal
import Words

/// Puts what was found into words.
@MainActor final class SearchPresenter: Presenting {
  weak var display: (any Displaying<SearchViewModel>)?

  private let posts: PostPresentation
  private let account: Account
  private let refreshKey: String
  private let report: ActionReport
  private var viewModel = SearchViewModel()
  private var found: Search.Found?
  private var asking = Asking.nothing
  private var failure: FeedError?

  /// A presenter in the words of those posts; its display is set once there is one.
  init(posts: PostPresentation, account: Account, keys: KeyMap) {
    self.posts = posts
    self.account = account
    refreshKey = keys.name(for: .refresh) ?? ""
    report = ActionReport(wording: posts.wording, keys: keys)
    viewModel.title = wording.searchTitle
    viewModel.prompt = posts.options.isPlain ? wording.searchPrompt + " " : "/ "
    viewModel.keys = [
      // The way out stands among those for which there is always room.
      Hint(Key(.enter), word: wording.searchNow), Hint(Key(.escape), word: wording.leaveSearch),
      Hint(Key(.down), word: wording.toResults), Hint(Key(.up), word: wording.earlierSearch),
    ]
  }

  /// Shows the scene before anything is known.
  func begin() { show([]) }

  func present(_ response: Search.Response) {
    var cues: [PostCue] = []
    switch response {
    case .history(let searches):
      found = nil
      failure = nil
      viewModel.past = searches
      viewModel.rows = past
    case .found(let found):
      if found.words != self.found?.words { failure = nil }
      self.found = found
      viewModel.rows = rows(of: found)
    case .loading(let asking):
      self.asking = asking
      if asking != .nothing { failure = nil }
    case .failed(let error): failure = error
    case .unsearchable: cues = [.say(Message(text: wording.unsearchable, tone: .plain))]
    case .storeFailed(let error):
      cues = [.say(Message(text: wording.sentence(for: error), tone: .bad))]
    case .action(let news): cues = report.tell(news, of: account, in: &viewModel.rows)
    }
    show(cues)
  }
}

extension SearchPresenter {
  private var wording: Wording { posts.wording }

  private func show(_ cues: [PostCue]) {
    viewModel.summary = found.map(summary) ?? ""
    viewModel.hasMore = found?.hasMore ?? false
    viewModel.activity = wording.activity(asking, wording.askingService, key: refreshKey)
    viewModel.failure = failure.map { wording.searchFailed($0) } ?? ""
    viewModel.notice = viewModel.rows.isEmpty ? notice : nil
    viewModel.cues = cues
    display?.display(viewModel)
    viewModel.cues = []
  }

  private var past: [SearchRow] {
    viewModel.past.map { .past($0, SafeText(sanitizing: $0)) }
  }

  private func rows(of found: Search.Found) -> [SearchRow] {
    found.tags.map { .tag($0, "#\($0)") }
      + found.people.map { .person(PersonRow($0)) }
      + (found.hasMorePeople
        ? [.everybody(named: found.words, wording.everybodyNamed(found.words))] : [])
      + found.posts.map { .post(report.item($0, for: found.account)) }
  }

  private func summary(of found: Search.Found) -> SafeText {
    guard !found.posts.isEmpty else { return "" }
    let count = wording.posts(found.posts.count)
    return found.isAsked ? count : count + " · " + wording.foundHere
  }

  private var notice: StreamNotice {
    guard let found else {
      return StreamNotice(sentence: wording.searchInvitation, next: wording.searchAdvice)
    }
    if asking != .nothing {
      return StreamNotice(asking: wording.askingService, asking, wording, key: refreshKey)
    }
    return StreamNotice(
      sentence: found.isAsked ? wording.nothingFound : wording.nothingFoundHere,
      next: found.isAsked ? "" : wording.enterAsksService)
  }
}
