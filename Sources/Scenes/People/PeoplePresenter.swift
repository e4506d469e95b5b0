import FeedDomain
import Preferences
import Terminal
import UseCases
import Words

/// Puts a list of people into words.
@MainActor final class PeoplePresenter: Presenting {
  weak var display: (any Displaying<PeopleViewModel>)?
  private let wording: Wording
  private let refreshKey: String
  private var viewModel = PeopleViewModel()
  private var list: PeopleList?
  private var fetch = Fetch.none

  /// How far fetching people has come.
  private enum Fetch {
    case none
    case going(Asking)
    case failed(FeedError)
  }

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
      fetch = .none
      viewModel.count =
        hasMore ? wording.peopleSoFar(people.count) : wording.people(people.count)
      viewModel.rows = people.map(PersonRow.init)
      viewModel.hasMore = hasMore
    case .loading(let asking): fetch = asking == .nothing ? .none : .going(asking)
    case .failed(let error): fetch = .failed(error)
    }
    viewModel.activity =
      if case .going(let asking) = fetch {
        wording.activity(asking, wording.fetchingPeople, key: refreshKey)
      } else {
        ""
      }
    viewModel.failure =
      if case .failed(let error) = fetch {
        wording.sentence(for: error) + " " + wording.triesAgain(key: refreshKey)
      } else {
        ""
      }
    viewModel.notice = viewModel.rows.isEmpty ? notice : nil
    display?.display(viewModel)
  }
}

extension PeoplePresenter {
  private var notice: StreamNotice? {
    switch fetch {
    case .failed(let error):
      StreamNotice(
        sentence: wording.sentence(for: error), next: wording.triesAgain(key: refreshKey),
        isBusy: false)
    case .going(let asking):
      StreamNotice(asking: wording.fetchingPeople, asking, wording, key: refreshKey)
    case .none:
      list.map { StreamNotice(sentence: wording.nobody(in: $0)) }
    }
  }
}

extension PersonRow {
  /// Somebody, in words.
  init(_ person: Person) {
    let name = SafeText(sanitizing: person.spokenName)
    let handle = SafeText(sanitizing: person.handle)
    id = person.id
    self.name = name.isBlank ? handle : name
    self.handle = "@" + handle
    // The head is more than a line can show.
    let head = String(person.bio.spoken.prefix(400))
    bio = SafeText.lines(sanitizing: head).first { !$0.isBlank } ?? ""
  }
}
