import FeedDomain
import Terminal

/// Puts a list of people into words.
@MainActor final class PeoplePresenter: PeoplePresenting {
  weak var display: (any PeopleDisplaying)?
  private let wording: Wording
  private let refreshKey: String
  private var viewModel = PeopleViewModel()
  private var list: PeopleList?
  private var error: FeedError?

  init(wording: Wording, keys: KeyMap) {
    self.wording = wording
    refreshKey = keys.name(for: .refresh) ?? ""
  }

  func present(_ response: People.Response) {
    switch response {
    case .opened(let list):
      self.list = list
      viewModel.title = wording.title(of: list)
    case .people(let people, let hasMore):
      error = nil
      viewModel.count =
        hasMore ? wording.peopleSoFar(people.count) : wording.people(people.count)
      viewModel.rows = people.map(PersonRow.init)
      viewModel.hasMore = hasMore
    case .loading(let isLoading):
      if isLoading { error = nil }
      viewModel.activity = isLoading ? wording.fetchingPeople : ""
    case .failed(let error): self.error = error
    }
    viewModel.failure = error.map { failure($0) } ?? ""
    viewModel.notice = viewModel.rows.isEmpty ? notice : nil
    display?.display(viewModel)
  }
}

extension PeoplePresenter {
  private func failure(_ error: FeedError) -> SafeText {
    wording.sentence(for: error) + " " + wording.triesAgain(key: refreshKey)
  }

  private var notice: StreamNotice? {
    if let error {
      return StreamNotice(
        sentence: wording.sentence(for: error), next: wording.triesAgain(key: refreshKey),
        isBusy: false)
    }
    if !viewModel.activity.isEmpty {
      return StreamNotice(sentence: viewModel.activity, next: "", isBusy: true)
    }
    return list.map { StreamNotice(sentence: wording.nobody(in: $0), next: "", isBusy: false) }
  }
}

extension PersonRow {
  /// Somebody, in words.
  init(_ person: Person) {
    let name = SafeText(sanitizing: person.name)
    let handle = SafeText(sanitizing: person.handle)
    id = person.id
    self.name = name.string.allSatisfy(\.isWhitespace) ? handle : name
    self.handle = "@" + handle
    // The head is more than a line can show.
    let head = String(person.bio.plain.prefix(400))
    bio = SafeText.lines(sanitizing: head).first { !$0.string.allSatisfy(\.isWhitespace) } ?? ""
  }
}
