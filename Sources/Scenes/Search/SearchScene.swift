import FeedDomain
import Preferences
import Terminal
import UseCases
import Words

@MainActor
struct SearchPresenter {
  /// The maximum number of earlier searches that the search scene lists; the search field can
  /// recall older ones.
  private static let maximumListedSearches = 8

  let posts: PostViewModelFactory
  let keys: KeyMap

  func viewModel(of state: SearchScene.SceneState) -> SearchViewModel {
    let found = state.groupedResults
    let rows =
      found.map { self.searchResultRows(of: $0, state) } ?? state.history.map {
        earlierSearchRows($0) + exampleRows
      } ?? []
    return SearchViewModel(
      title: wording.say("Search"),
      prompt: posts.options.isPlain ? wording.say("Search for:") + " " : "/ ",
      fieldNote: searchFieldNote(of: state), rows: rows, earlierSearches: state.history ?? [],
      summary: found.map(foundPostsSummaryText) ?? "",
      results: found.map {
        SearchViewModel.SearchResultListProperties(
          highlightedPhrases: $0.query.highlightedPhrases, order: $0.order,
          isNarrowed: $0.shownGroup != nil,
          hasMore: $0.hasMore)
      } ?? SearchViewModel.SearchResultListProperties(),
      activity: wording.fetchProgressOrRetryText(
        state.fetchProgress, wording.askingService, key: keyName(of: .refresh)),
      failure: state.failure.map { wording.serviceSearchFailedMessage($0) } ?? "",
      notice: rows.isEmpty ? emptySceneMessage(of: state) : nil,
      keys: [
        // The key for leaving is the second hint, so that it always fits.
        KeyHint(Key(.enter), label: wording.say("search")),
        KeyHint(Key(.escape), label: wording.leaveSearch),
        KeyHint(Key(.down), label: wording.say("results")),
        KeyHint(Key(.up), label: wording.say("earlier")),
      ])
  }

  private var wording: Wording { posts.wording }

  private func keyName(of command: Command) -> String { keys.keyName(for: command) ?? "" }

  /// Returns the note below the search field: completions if there are any, else the query's
  /// mistake, or advice before a search.
  private func searchFieldNote(of state: SearchScene.SceneState) -> SearchFieldNote {
    if !state.completions.isEmpty { return .completions(state.completions) }
    guard let found = state.groupedResults else {
      return state.history == nil ? .nothing : .advice(wording.searchInvitation)
    }
    let isNothingFound = found.isAsked && found.posts.isEmpty && state.fetchProgress == .idle
    let mistake =
      found.query.mistakes.first { found.isAsked || !$0.isLast }
      ?? (isNothingFound ? found.query.unknownTermMistake : nil)
    return mistake.map { .mistake(wording.sentence(for: $0)) } ?? .nothing
  }

  private func earlierSearchRows(_ history: [String]) -> [SearchRow] {
    history.prefix(Self.maximumListedSearches).map { .earlierSearch($0, SafeText(sanitizing: $0)) }
  }

  private var exampleRows: [SearchRow] {
    wording.searchGuide.map { .queryExample($0.example, $0.meaning) }
  }

  private func searchResultRows(
    of found: SearchScene.GroupedSearchResults, _ state: SearchScene.SceneState
  )
    -> [SearchRow]
  {
    let others: [SearchRow] =
      found.shownGroup != nil
      ? []
      : found.tags.map { .tag($0, "#\($0)", isLast: $0 == found.tags.last) }
        + found.people.map { .person(PersonRow($0, wording)) }
        + (found.everybody.map {
          [.everybody(named: $0, wording.say("All people named “{words}”", ["words": $0]))]
        } ?? [])
    return others
      + found.sections.flatMap { section -> [SearchRow] in
        let posts = section.posts.map {
          SearchRow.post(PostItem($0, of: state.account, state.undelivered))
        }
        return (section.group.map { [.heading($0, sectionHeading(of: section, in: found))] } ?? [])
          + posts
      }
  }

  private func sectionHeading(
    of section: SearchScene.FoundPostsSection, in found: SearchScene.GroupedSearchResults
  )
    -> SafeText
  {
    let name =
      switch section.group {
      case .stream(let feed)?: wording.name(of: feed)
      case .noStream?, nil: wording.say("Not in a stream")
      case .person?: section.author.map { posts.displayName(of: $0) } ?? ""
      }
    let count = name + " · " + wording.postCountText(section.posts.count)
    return found.shownGroup == nil
      ? count : count + " · " + wording.say("{key} shows all again", ["key": keyName(of: .open)])
  }

  private func foundPostsSummaryText(of found: SearchScene.GroupedSearchResults) -> SafeText {
    guard !found.posts.isEmpty else { return "" }
    var parts = [wording.postCountText(found.posts.count)]
    if !found.isAsked { parts.append(wording.say("seen before")) }
    if found.order != .time { parts.append(wording.name(of: found.order)) }
    return parts.joined(separator: " · ")
  }

  private func emptySceneMessage(of state: SearchScene.SceneState) -> EmptySceneMessage {
    guard let found = state.groupedResults else {
      return EmptySceneMessage(
        sentence: wording.searchInvitation,
        nextStep: wording.say("Enter also searches the service for posts, #tags and people."))
    }
    if state.fetchProgress != .idle {
      return EmptySceneMessage(
        asking: wording.askingService, state.fetchProgress, wording, key: keyName(of: .refresh))
    }
    guard found.isAsked else {
      return EmptySceneMessage(
        sentence: wording.say("No matches in the posts you have seen."),
        nextStep: wording.say("Enter searches the service."))
    }
    // For a mistake in the search, fewer words would not help.
    return EmptySceneMessage(
      sentence: wording.nothingFound,
      nextStep: found.query.mistakes.isEmpty ? wording.say("Try fewer words.") : "")
  }
}

// MARK: - View model

indirect enum SearchRow: PostRow {
  /// A kind of row in the search scene: an earlier search of the user, which opening the row
  /// repeats.
  case earlierSearch(String, SafeText)
  /// A kind of row in the search scene: an example of the query language, with its meaning.
  case queryExample(String, SafeText)
  /// A kind of row in the search scene: a found hashtag, with the text of its row. Below the last
  /// hashtag is a blank line.
  case tag(String, SafeText, isLast: Bool)
  case person(PersonRow)
  /// A kind of row in the search scene: the offer to list all people with the typed name, which
  /// opening the row does.
  case everybody(named: String, SafeText)
  /// A kind of row in the search scene: the heading of a group of found posts.
  case heading(SearchScene.FoundPostsGroup, SafeText)
  case post(PostItem)

  enum SearchRowID: Hashable {
    case earlierSearch(String)
    case guide(String)
    case tag(String)
    case person(Person.ID)
    case everybody
    case heading(SearchScene.FoundPostsGroup)
    case post(Post.ID)
  }

  var id: SearchRowID {
    switch self {
    case .earlierSearch(let words, _): .earlierSearch(words)
    case .queryExample(let example, _): .guide(example)
    case .tag(let tag, _, _): .tag(tag)
    case .person(let row): .person(row.id)
    case .everybody: .everybody
    case .heading(let group, _): .heading(group)
    case .post(let item): .post(item.post.id)
    }
  }

  package var post: PostItem? {
    get { if case .post(let item) = self { item } else { nil } }
    set { if let newValue { self = .post(newValue) } }
  }
}

enum SearchFieldNote: Equatable {
  case nothing
  case advice(SafeText)
  case completions([String])
  case mistake(SafeText)
}

struct SearchViewModel: Equatable {
  /// A set of properties of the search scene's list of results: the words to highlight, the order,
  /// whether the list shows only one group of results, and whether more results can be loaded.
  struct SearchResultListProperties: Equatable {
    var highlightedPhrases: [SearchPhrase] = []
    var order = SearchScene.SearchResultOrderOrGrouping.time
    /// True if the search scene shows only one group of its results, such as people or tags.
    var isNarrowed = false
    var hasMore = false
  }

  var title: SafeText = ""
  var prompt: SafeText = ""
  var fieldNote = SearchFieldNote.nothing
  /// The rows of the search scene: results; before a search, earlier searches and examples.
  var rows: [SearchRow] = []
  /// The user's earlier searches, latest first, which the search field recalls.
  var earlierSearches: [String] = []
  /// The text in the search scene's header with the number of found posts and their order; empty
  /// without posts.
  var summary: SafeText = ""
  var results = SearchResultListProperties()
  var activity: SafeText = ""
  var failure: SafeText = ""
  var notice: EmptySceneMessage?
  var keys: [KeyHint] = []
}
