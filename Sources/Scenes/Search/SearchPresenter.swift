import FeedDomain
import Preferences
import Terminal
import UseCases
import Words

/// Puts what was found into words.
@MainActor final class SearchPresenter: Presenting {
  /// So many earlier searches stand above the examples; the others are had back in the field.
  private static let mostPast = 8

  weak var display: (any Displaying<SearchViewModel>)?

  private let posts: PostPresentation
  private let account: Account
  private let keys: KeyMap
  private let report: ActionReport
  private var viewModel = SearchViewModel()
  private var found: Search.Found?
  private var completions: [String] = []
  private var asking = Asking.nothing
  private var failure: FeedError?

  /// A presenter in the words of those posts; its display is set once there is one.
  init(posts: PostPresentation, account: Account, keys: KeyMap) {
    self.posts = posts
    self.account = account
    self.keys = keys
    report = ActionReport(wording: posts.wording, keys: keys)
    viewModel.title = wording.say("Search")
    viewModel.prompt = posts.options.isPlain ? wording.say("Search for:") + " " : "/ "
    viewModel.keys = [
      // The way out stands among those for which there is always room.
      Hint(Key(.enter), word: wording.say("search")), Hint(Key(.escape), word: wording.leaveSearch),
      Hint(Key(.down), word: wording.say("results")), Hint(Key(.up), word: wording.say("earlier")),
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
      viewModel.rows = past + guide
    case .completions(let words): completions = words
    case .found(let found):
      if found.query != self.found?.query { failure = nil }
      self.found = found
      viewModel.rows = rows(of: found)
    case .loading(let asking):
      self.asking = asking
      if asking != .nothing { failure = nil }
    case .failed(let error): failure = error
    case .unsearchable: cues = [say(wording.unsearchable)]
    case .unaskable: cues = [say(wording.unaskable)]
    case .storeFailed(let error): cues = [say(wording.sentence(for: error), .bad)]
    case .leads(let lead): cues = [.follow(lead)]
    case .tab(let words, let isShown):
      let name = wording.name(of: .search(words))
      cues = [
        say(isShown ? wording.becameTab(name) : wording.noLongerTab(name, key: key(.keepTab)))
      ]
    case .lastTab: cues = [say(wording.oneTabStays)]
    case .action(let news): cues = report.tell(news, of: account, in: &viewModel.rows)
    }
    show(cues)
  }
}

extension SearchPresenter {
  private var wording: Wording { posts.wording }

  private func key(_ command: Command) -> String { keys.name(for: command) ?? "" }

  private func say(_ words: SafeText, _ tone: Message.Tone = .plain) -> PostCue {
    .say(Message(text: words, tone: tone))
  }

  private func show(_ cues: [PostCue]) {
    viewModel.strip = strip
    viewModel.summary = found.map(summary) ?? ""
    viewModel.results =
      found.map {
        SearchViewModel.Results(
          sought: $0.query.sought, order: $0.order, isNarrowed: $0.narrowed != nil,
          hasMore: $0.hasMore)
      } ?? SearchViewModel.Results()
    viewModel.activity = wording.activity(asking, wording.askingService, key: key(.refresh))
    viewModel.failure = failure.map { wording.searchFailed($0) } ?? ""
    viewModel.notice = viewModel.rows.isEmpty ? notice : nil
    viewModel.cues = cues
    display?.display(viewModel)
    viewModel.cues = []
  }

  /// What goes on is offered first: what is wrong with a part that may still grow is nothing to tell.
  private var strip: SearchStrip {
    if !completions.isEmpty { return .completions(completions) }
    guard let found else {
      return viewModel.rows.isEmpty ? .nothing : .advice(wording.searchInvitation)
    }
    let mistake = found.query.mistakes.first { found.isAsked || !$0.isLast }
    return mistake.map { .mistake(wording.sentence(for: $0)) } ?? .nothing
  }

  private var past: [SearchRow] {
    viewModel.past.prefix(Self.mostPast).map { .past($0, SafeText(sanitizing: $0)) }
  }

  private var guide: [SearchRow] { wording.searchGuide.map { .guide($0.example, $0.meaning) } }

  private func rows(of found: Search.Found) -> [SearchRow] {
    let others: [SearchRow] =
      found.narrowed != nil
      ? []
      : found.tags.map { .tag($0, "#\($0)") } + found.people.map { .person(PersonRow($0)) }
        + (found.everybody.map {
          [.everybody(named: $0, wording.say("Everybody called “{words}”", ["words": $0]))]
        } ?? [])
    return others
      + found.sections.flatMap { section -> [SearchRow] in
        let posts = section.posts.map { SearchRow.post(report.item($0, for: found.account)) }
        return (section.group.map { [.heading($0, heading(of: section, in: found))] } ?? []) + posts
      }
  }

  private func heading(of section: Search.Section, in found: Search.Found) -> SafeText {
    let name =
      switch section.group {
      case .stream(let feed)?: wording.name(of: feed)
      case .noStream?, nil: wording.say("In no stream")
      case .person?: section.author.map { posts.name(of: $0) } ?? ""
      }
    let count = name + " · " + wording.posts(section.posts.count)
    return found.narrowed == nil
      ? count : count + " · " + wording.say("{key} shows all again", ["key": key(.open)])
  }

  private func summary(of found: Search.Found) -> SafeText {
    guard !found.posts.isEmpty else { return "" }
    var parts = [wording.posts(found.posts.count)]
    if !found.isAsked { parts.append(wording.say("seen before")) }
    switch found.order {
    case .time: break
    case .stream: parts.append(wording.say("by stream"))
    case .person: parts.append(wording.say("by person"))
    }
    return parts.joined(separator: " · ")
  }

  private var notice: StreamNotice {
    guard let found else {
      return StreamNotice(
        sentence: wording.searchInvitation,
        next: wording.say("Enter asks the service too: for posts, #tags and people."))
    }
    if asking != .nothing {
      return StreamNotice(asking: wording.askingService, asking, wording, key: key(.refresh))
    }
    guard found.isAsked else {
      return StreamNotice(
        sentence: wording.say("No matches in what you have seen."),
        next: wording.say("Enter asks the service."))
    }
    // What is wrong is said already, and is no want of fewer words.
    return StreamNotice(
      sentence: wording.nothingFound,
      next: found.query.mistakes.isEmpty ? wording.say("Fewer words find more.") : "")
  }
}
